// Draws a result on the canvas in the place of the picture and its mask, in the same view. Pointers act on the canvas
// below.

import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { shownPicture } from '../../items/versions.ts';
import { useTranslation } from '../../services.ts';
import { startWorker } from '../../trusted-types.ts';
import { type CompareCanvas, createCompareCanvas } from '../compare/compare-canvas.ts';
import { onePane, PIXELS_FROM, WHOLE_FRAME } from '../compare/compare-geometry.ts';
import compareWorkerUrl from '../compare/compare-worker.ts?worker&url';
import { laidResult } from '../compare/laid-result.ts';
import { sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import type { MaskStage } from '../mask/mask-stage.ts';
import { isBeforeShown } from '../middle.ts';
import styles from './ResultLayer.module.css';

type ResultLayerProps = { store: ImagesStore; stage: MaskStage; item: EditItem };

/** The result, or its source while that is asked for. */
export function ResultLayer({ store, stage, item }: ResultLayerProps) {
  const { t } = useTranslation();
  const source = useStore(store, (images) => images.pictures[0]);
  const number = useStore(store, (images) => images.results.findIndex(({ id }) => id === item.id) + 1);
  const isBefore = useStore(store, ({ middle }) => isBeforeShown(middle));
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const [canvas, setCanvas] = useState<CompareCanvas | null>(null);
  const shown = shownPicture(item, missingFiles);
  const editedId = item.request.pictures[0]?.mediaId;
  // The comparison says what is wrong with it, and what can be done.
  const onUnreadable = useEffectEvent(() => store.getState().select(item.id));
  useEffect(() => {
    const made = createCompareCanvas(stage.layer, {
      createWorker: () => startWorker(compareWorkerUrl),
      onUnreadable: () => onUnreadable(),
    });
    setCanvas(made);
    return made.dispose;
  }, [stage]);
  useEffect(() => {
    if (source === undefined) return;
    const before = editedId === undefined ? null : { url: `/media/${editedId}`, place: WHOLE_FRAME };
    canvas?.lay([{ before, after: laidResult(item, shown, sizeOf(source), missingFiles) }]);
    void canvas?.settled().then(store.getState().resultDrawn);
  }, [canvas, store, source, editedId, item, shown, missingFiles]);
  useEffect(() => {
    if (source === undefined) return undefined;
    return stage.subscribeView((view) => {
      if (view === undefined) return;
      const { viewport } = view.device;
      const cutPx = isBefore ? viewport.width : 0;
      const panes = onePane(viewport);
      canvas?.draw({ ...view.device, panes, picture: sizeOf(source), cutPx, squaresFrom: PIXELS_FROM });
    });
  }, [canvas, stage, source, isBefore]);
  return (
    <div
      role="img"
      aria-label={isBefore ? t('images.before') : t('images.resultOnCanvas', { number })}
      className={styles.layer}
    />
  );
}
