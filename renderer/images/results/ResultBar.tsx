// The bar above a result, on the canvas or compared: its actions, always in the same places.

import { ArrowLeft, Columns2, Eye, LayoutGrid, Paintbrush } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { CompareBar } from '../compare/CompareBar.tsx';
import type { CompareMode } from '../compare/compare-geometry.ts';
import type { ImagesStore } from '../images-store.ts';
import { isBeforeShown, isOneOfSeveral } from '../middle.ts';
import { BarButton } from './BarButton.tsx';
import { canPaintBack } from './painting-back.ts';
import { ResultActions } from './ResultActions.tsx';
import styles from './ResultBar.module.css';

type ResultBarProps = {
  store: ImagesStore;
  /** The result that is shown. */
  item: EditItem;
  mode: CompareMode;
};

/** The bar. */
export function ResultBar({ store, item, mode }: ResultBarProps) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const isCompared = useStore(store, ({ middle }) => middle.kind === 'result');
  const hasGrid = useStore(store, ({ middle }) => isOneOfSeveral(middle));
  const isOver = useStore(store, (images) => canPaintBack(item, images));
  const { openPresented, returnToMask } = store.getState();
  const { commands } = useCommons();
  const back = keysOf('images.backToMask');
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <div className={styles.actions}>
          <BarButton
            icon={<ArrowLeft size={14} aria-hidden />}
            label={t('images.backToMask')}
            aria-keyshortcuts={isCompared || hasGrid ? undefined : back}
            onClick={returnToMask}
          />
          <BarButton
            icon={<Columns2 size={14} aria-hidden />}
            label={t('images.compare')}
            aria-pressed={isCompared}
            aria-keyshortcuts={keysOf('images.compare')}
            onClick={() => commands.run('images.compare')}
          />
          <BarButton
            icon={<Paintbrush size={14} aria-hidden />}
            label={t('images.paintBack')}
            aria-keyshortcuts={keysOf('images.paintBack')}
            disabled={!isOver}
            title={t(isOver ? 'images.paintBack' : 'images.paintBackNot')}
            onClick={() => commands.run('images.paintBack')}
          />
          {isCompared ? <CompareBar store={store} item={item} mode={mode} /> : <HoldButton store={store} />}
          {hasGrid && (
            <BarButton
              className={styles.short}
              icon={<LayoutGrid size={14} aria-hidden />}
              label={t('images.backToGrid')}
              aria-keyshortcuts={isCompared ? undefined : back}
              onClick={() => openPresented(null)}
            />
          )}
        </div>
        <ResultActions store={store} item={item} />
      </div>
    </div>
  );
}

/** Shows the source while it is pressed. */
function HoldButton({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const isBefore = useStore(store, ({ middle }) => isBeforeShown(middle));
  const { showBefore } = store.getState();
  useRelease(isBefore, () => showBefore(false));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    showBefore(true);
  };
  return (
    <BarButton
      icon={<Eye size={14} aria-hidden />}
      label={t('images.holdToSee')}
      aria-pressed={isBefore}
      aria-keyshortcuts={keysOf('images.before')}
      onPointerDown={({ button }) => button === 0 && showBefore(true)}
      onKeyDown={onKeyDown}
    />
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
