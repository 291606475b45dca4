// The list of the sections of Settings, beside them: leads to each, and marks the one that is read.

import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCurrentRow } from '../lists/use-current-row.ts';
import { faceProps, useRows } from '../lists/use-rows.ts';
import { useTranslation } from '../services.ts';
import styles from './SettingsView.module.css';

/** So far below the upper edge a section begins to be the one that is read, in pixels. */
const READ_FROM_PX = 120;

/** The sections, in their order on the screen, with the texts of their titles. */
export const SECTIONS = {
  connections: 'settings.connections',
  app: 'settings.app',
  provenance: 'provenance.title',
  library: 'maintenance.title',
  storage: 'storageUse.title',
  usage: 'usage.title',
} as const;
export type SectionId = keyof typeof SECTIONS;
const IDS = Object.keys(SECTIONS) as SectionId[];

/** The id of a section's element. */
export function sectionElementId(id: SectionId): string {
  return `settings-${id}`;
}

/** The list. @param view what scrolls the sections */
export function SettingsNav({ view }: { view: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const [readId, setRead] = useState<SectionId>('connections');
  /** Where the list has scrolled to: the last sections may be too short to reach the upper edge. */
  const broughtTo = useRef<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(IDS, readId);
  const rows = useRows(list, { count: IDS.length, ...current, layout: { kind: 'column' } });
  useEffect(() => {
    const scroller = view.current;
    const follow = (): void => {
      if (scroller === null || scroller.scrollTop === broughtTo.current) return;
      broughtTo.current = null;
      const edge = scroller.getBoundingClientRect().top + READ_FROM_PX;
      const isBegun = (id: SectionId): boolean =>
        (document.getElementById(sectionElementId(id))?.getBoundingClientRect().top ?? edge) < edge;
      const isAtEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
      setRead((isAtEnd ? IDS : IDS.filter(isBegun)).at(-1) ?? 'connections');
    };
    scroller?.addEventListener('scroll', follow, { passive: true });
    return () => scroller?.removeEventListener('scroll', follow);
  }, [view]);
  const bring = (id: SectionId): void => {
    const section = document.getElementById(sectionElementId(id));
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
    broughtTo.current = view.current?.scrollTop ?? null;
    setRead(id);
  };
  return (
    <nav className={styles.nav} aria-label={t('settings.sections')}>
      <ul ref={list} {...rows.listProps}>
        {IDS.map((id, index) => (
          <li key={id} data-row={index}>
            <button
              type="button"
              className={styles.entry}
              aria-current={id === readId}
              onClick={() => bring(id)}
              {...faceProps(index === current.currentIndex)}
            >
              {t(SECTIONS[id])}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
