// What can be done with the result on the canvas beside its other actions: see the source while a button is held,
// compare, go back.

import { ArrowLeft, Columns2, Eye, LayoutGrid } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import { useAriaKeys } from '../mask/use-aria-keys.ts';
import { isBeforeShown, isOneOfSeveral } from '../middle.ts';
import styles from './ResultBar.module.css';

/** Before, compare, back. */
export function PresentedActions({ store, item }: { store: ImagesStore; item: EditItem }) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const isBefore = useStore(store, ({ middle }) => isBeforeShown(middle));
  const hasGrid = useStore(store, ({ middle }) => isOneOfSeveral(middle));
  const { goBack, select, showBefore } = store.getState();
  useRelease(isBefore, () => showBefore(false));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    showBefore(true);
  };
  return (
    <div className={styles.actions}>
      {hasGrid ? (
        <Button
          variant="plain"
          title={t('images.backToGrid')}
          aria-keyshortcuts={keysOf('images.backToMask')}
          onClick={goBack}
        >
          <LayoutGrid size={14} aria-hidden />
          <span className={styles.label}>{t('images.backToGrid')}</span>
        </Button>
      ) : (
        <Button
          variant="plain"
          title={t('images.backToMask')}
          aria-keyshortcuts={keysOf('images.backToMask')}
          onClick={goBack}
        >
          <ArrowLeft size={14} aria-hidden />
          <span className={styles.label}>{t('images.backToMask')}</span>
        </Button>
      )}
      <Button
        variant="plain"
        title={t('images.holdToSee')}
        aria-pressed={isBefore}
        aria-keyshortcuts={keysOf('images.before')}
        onPointerDown={({ button }) => button === 0 && showBefore(true)}
        onKeyDown={onKeyDown}
      >
        <Eye size={14} aria-hidden />
        <span className={styles.label}>{t('images.holdToSee')}</span>
      </Button>
      <Button variant="plain" title={t('images.compare')} onClick={() => select(item.id)}>
        <Columns2 size={14} aria-hidden />
        <span className={styles.label}>{t('images.compare')}</span>
      </Button>
    </div>
  );
}

/** Calls `release` when a held key or pointer is released, wherever that happens. */
function useRelease(isHeld: boolean, release: () => void): void {
  const onRelease = useEffectEvent(release);
  useEffect(() => {
    if (!isHeld) return undefined;
    const stop = new AbortController();
    for (const name of ['keyup', 'pointerup', 'pointercancel', 'blur'] as const)
      addEventListener(name, () => onRelease(), { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, [isHeld]);
}
