// What the voices of the shortlist said, side by side. Keys 1 to 9 switch between them.

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { useRows } from '../../lists/use-rows.ts';
import { useShell, useTranslation } from '../../services.ts';
import { focusOn } from '../../shell/keys.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PAGE_SIZE, pageCount } from '../audition-candidates.ts';
import type { AuditionStore } from '../audition-store.ts';
import { useHeardSound } from '../heard-sound.ts';
import { voiceShortName } from '../voice-options.ts';
import { ComparedCard } from './ComparedCard.tsx';
import styles from './Comparison.module.css';
import { columnsOf } from './columns-of.ts';

/** The results of an audition. */
export function Comparison({ store }: { store: AuditionStore }) {
  const { t } = useTranslation();
  const resultText = useStore(store, (audition) => audition.resultText);
  const candidates = useStore(store, (audition) => audition.candidates);
  const page = useStore(store, (audition) => audition.page);
  const isBlind = useStore(store, (audition) => audition.isBlind);
  const isShown = useShell((shell) => shell.tab === 'speech');
  const { setPage, setBlind } = store.getState();
  useDigitKeys(store, isShown);
  useHeardVoice(store);
  const first = page * PAGE_SIZE;
  const shown = candidates.slice(first, first + PAGE_SIZE);
  const grid = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(shown.map(({ voice }) => voice));
  const { listProps } = useRows(grid, {
    count: shown.length,
    ...current,
    layout: () => ({ kind: 'grid', columns: columnsOf(grid.current) }),
  });
  useEffect(() => {
    // What had the focus has gone, since this is in its place.
    if (document.activeElement === document.body) grid.current?.querySelector('button')?.focus();
  }, []);
  return (
    <section className={styles.results} aria-label={t('audition.results')}>
      <div className={styles.head}>
        <p className={styles.heard}>{t('audition.heard', { text: resultText })}</p>
        {isBlind && <Button onClick={() => setBlind(false)}>{t('gallery.reveal')}</Button>}
      </div>
      <ul ref={grid} className={styles.grid} aria-label={t('audition.results')} {...listProps}>
        {shown.map((candidate, place) => (
          <ComparedCard
            key={candidate.voice}
            store={store}
            candidate={candidate}
            place={place}
            isCurrent={place === current.currentIndex}
            letter={letterOf(first + place)}
          />
        ))}
      </ul>
      <Foot page={page} pages={pageCount(candidates)} onPage={setPage} />
    </section>
  );
}

/** The keys, and the pages if there are several. */
function Foot({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t, locale } = useTranslation();
  return (
    <div className={styles.foot}>
      <p>{t('audition.keys')}</p>
      {pages > 1 && (
        <div className={styles.pager}>
          <IconButton
            label={t('audition.previousPage')}
            icon={<ChevronLeft size={16} aria-hidden />}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          />
          <span>{t('audition.page', { page: formatCount(page + 1, locale), pages: formatCount(pages, locale) })}</span>
          <IconButton
            label={t('audition.nextPage')}
            icon={<ChevronRight size={16} aria-hidden />}
            disabled={page === pages - 1}
            onClick={() => onPage(page + 1)}
          />
        </div>
      )}
    </div>
  );
}

/** Handles the keys 1 to 9, except while text is being typed. */
function useDigitKeys(store: AuditionStore, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      const isTaken = focusOn(event.target).focus === 'taken';
      if (hasModifier || event.repeat || event.isComposing || isTaken || !/^[1-9]$/.test(event.key)) return;
      event.preventDefault();
      store.getState().flip(Number(event.key) - 1);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, isShown]);
}

/** Shows the voice that plays, or was heard last, in the player bar. */
function useHeardVoice(store: AuditionStore): void {
  const { t } = useTranslation();
  const isPlaying = useStore(store, ({ playing }) => playing !== null);
  const index = useStore(store, ({ candidates, heard }) => candidates.findIndex(({ voice }) => voice === heard));
  const candidate = useStore(store, ({ candidates }) => candidates[index]);
  const isBlind = useStore(store, (audition) => audition.isBlind);
  const item = candidate?.kind === 'made' ? candidate.item : undefined;
  const title = isBlind ? t('audition.alias', { letter: letterOf(index) }) : voiceShortName(candidate?.voice ?? '', t);
  useHeardSound(item, title, isPlaying, store.getState());
}

function letterOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}
