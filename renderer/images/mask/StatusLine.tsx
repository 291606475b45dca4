// The line under the canvas: how large the picture is shown, how the mask is looked at, how much it covers.

import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../app/services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import middle from '../middle.module.css';
import { useWirePlan } from '../request/use-wire.ts';
import type { MaskStage } from './mask-stage.ts';
import { MASK_WORDS_ID, maskWords } from './mask-words.ts';
import styles from './StatusLine.module.css';
import { ViewMenu } from './ViewMenu.tsx';
import { wireMargins } from './wire-margins.ts';
import { zoomText } from './zoom-text.ts';

/** What is added around the picture when it is sent. */
function PaddingWords({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const plan = useWirePlan(store);
  const margins = plan === null ? null : wireMargins(plan);
  if (margins === null) return null;
  const { edges, size, px } = margins;
  const words = t(`images.padding.${edges}`, { size, px: px[0] === px[1] ? px[0] : px.join('/') });
  return (
    <span className={styles.padding} title={words}>
      {words}
    </span>
  );
}

/** Zoom, view and mask in figures. */
export function StatusLine({ store, stage }: { store: ImagesStore; stage: MaskStage }) {
  const { t } = useTranslation();
  const picture = useStore(store, (images) => images.pictures[0]);
  const mask = useStore(store, (images) => images.mask);
  const zoom = useSyncExternalStore(stage.subscribeZoom, stage.zoom);
  if (picture === undefined) return null;
  return (
    <div className={styles.frame}>
      <div className={middle.line}>
        <span className={middle.figure}>{zoomText(zoom)}</span>
        <Button look="plain" aria-keyshortcuts="0" onClick={stage.fit}>
          {t('images.fit')}
        </Button>
        <Button look="plain" aria-keyshortcuts="1" onClick={() => stage.zoomTo(1)}>
          100 %
        </Button>
        <ViewMenu stage={stage} />
        <PaddingWords store={store} />
        <span className={middle.space} />
        {mask.hasDroppedUndo && !mask.canUndo && <span role="note">{t('images.undoDropped')}</span>}
        <span>{`${picture.widthPx}x${picture.heightPx}`}</span>
        <span id={MASK_WORDS_ID} className={styles.mask} aria-live="polite">
          {maskWords(mask, t)}
        </span>
      </div>
    </div>
  );
}
