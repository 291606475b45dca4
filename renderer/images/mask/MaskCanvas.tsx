// The canvas: the picture with its mask, in their place new results, or instructions if there is no picture. It fills
// the viewport; nothing covers the picture.

import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { MissingNotices } from '../../items/MissingFile.tsx';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useCropKind } from '../crop/WithCrop.tsx';
import type { ImagesStore } from '../images-store.ts';
import pane from '../pane.module.css';
import { ResultGrid } from '../results/ResultGrid.tsx';
import { ResultLayer } from '../results/ResultLayer.tsx';
import { UnchangedCard } from '../results/UnchangedNotice.tsx';
import { useCanvasContent } from '../results/use-canvas-content.ts';
import { openFilePicker } from '../tray/Tray.tsx';
import { CanvasMenu } from './CanvasMenu.tsx';
import styles from './MaskCanvas.module.css';
import type { MaskStage } from './mask-stage.ts';
import { MASK_TEXT_ID } from './mask-text.ts';
import { PaddingLayer } from './PaddingLayer.tsx';
import { WaitingLayer } from './WaitingLayer.tsx';

const KEYS_ID = 'mask-keys';

/** `cover`: what is over all of it. */
type MaskCanvasProps = {
  store: ImagesStore;
  stage: MaskStage;
  isHidden: boolean;
  isDropping: boolean;
  cover: ReactNode;
};

/** The region in which the mask is painted. */
export function MaskCanvas({ store, stage, isHidden, isDropping, cover }: MaskCanvasProps) {
  const { t } = useTranslation();
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  const source = useStore(store, (images) => images.pictures[0]);
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const isOpening = useStore(store, (images) => images.opening > 0);
  // What is painted would be of the picture before, which may not even be seen.
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current === null ? undefined : stage.mount(place.current)), [stage]);
  useEffect(() => stage.describe(t('images.paintArea'), `${KEYS_ID} ${MASK_TEXT_ID}`), [stage, t]);
  const isCropping = useCropKind(store) !== null;
  const content = useCanvasContent(store);
  const { trySample } = store.getState();
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const onContextMenu = (event: MouseEvent): void => {
    if (!hasPicture) return;
    event.preventDefault();
    setMenuAt({ x: event.clientX, y: event.clientY });
  };
  return (
    <div className={pane.surround} hidden={isHidden} data-empty={hasPicture ? undefined : ''}>
      <section
        className={styles.region}
        onContextMenu={onContextMenu}
        aria-label={t('images.canvas')}
        data-dropping={isDropping ? '' : undefined}
        aria-busy={isReplacing || undefined}
      >
        <div
          ref={place}
          inert={isReplacing || isCropping}
          className={styles.stage}
          data-empty={hasPicture ? undefined : ''}
        />
        {source !== undefined && missingFiles.has(source.mediaId) && (
          <div className={styles.lost}>
            <p>{source.name}</p>
            <MissingNotices files={[{ role: 'picture', mediaId: source.mediaId }]} />
            <p>{t('images.maskKept')}</p>
          </div>
        )}
        {hasPicture && content.kind === 'mask' && !isCropping && <PaddingLayer store={store} stage={stage} />}
        {!isHidden && content.kind === 'result' && (
          <>
            <ResultLayer store={store} stage={stage} item={content.item} />
            <UnchangedCard stage={stage} item={content.item} />
          </>
        )}
        {!isHidden && content.kind === 'grid' && <ResultGrid store={store} stage={stage} items={content.items} />}
        <p id={KEYS_ID} hidden>
          {t('images.paintKeys')}
        </p>
        {!hasPicture && (
          <div className={styles.empty}>
            <EmptyState
              drawing="pictures"
              title={t(isDropping ? 'images.dropHere' : isOpening ? 'images.adding' : 'images.empty')}
              hint={t('images.emptyHint')}
            >
              <Button onClick={openFilePicker}>{t('images.chooseFiles')}</Button>
              <Button
                variant="plain"
                onClick={() => void trySample(t('images.sampleName'), t('images.sampleInstruction'))}
              >
                {t('images.trySample')}
              </Button>
            </EmptyState>
          </div>
        )}
        <WaitingLayer store={store} stage={stage} />
        {cover}
        {source !== undefined && !missingFiles.has(source.mediaId) && (
          <CanvasMenu store={store} stage={stage} at={menuAt} onClose={() => setMenuAt(null)} />
        )}
      </section>
    </div>
  );
}
