// The line under the canvas: zoom, display of the mask, covered share.

import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VerdictLine } from '../compare/VerdictLine.tsx';
import type { TrayPicture } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import pane from '../pane.module.css';
import { useWirePlan } from '../request/use-wire.ts';
import { Measures } from '../results/ResultMeasures.tsx';
import { useCanvasContent } from '../results/use-canvas-content.ts';
import type { MaskStage } from './mask-stage.ts';
import { formatMask, MASK_TEXT_ID } from './mask-text.ts';
import styles from './StatusLine.module.css';
import { ViewMenu } from './ViewMenu.tsx';
import { wireMargins } from './wire-margins.ts';
import { formatZoom } from './zoom-text.ts';

/** The padding that is added around the picture when it is sent. */
function PaddingText({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const plan = useWirePlan(store);
  const margins = plan === null ? null : wireMargins(plan);
  if (margins === null) return null;
  const { edges, size, px } = margins;
  const text = t(`images.padding.${edges}`, { size, px: px[0] === px[1] ? px[0] : px.join('/') });
  return (
    <span className={styles.padding} title={text}>
      {text}
    </span>
  );
}

/** The size of the picture, and what of it was converted. @param isSpare it gives way where there is little room */
function PictureFacts({ picture, isSpare }: { picture: TrayPicture; isSpare: boolean }) {
  const { t } = useTranslation();
  const to = picture.conversions.map((one) => t(`images.conversion.${one}`)).join(t.separators.list);
  const size = `${picture.widthPx}x${picture.heightPx}`;
  const text = to === '' ? size : size + t.separators.fact + t('images.converted', { to });
  return (
    <span className={classNames(styles.facts, isSpare && styles.spare)} title={text}>
      {text}
    </span>
  );
}

/** Zoom, view and mask in figures. */
export function StatusLine({ store, stage }: { store: ImagesStore; stage: MaskStage }) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const picture = useStore(store, (images) => images.pictures[0]);
  const mask = useStore(store, (images) => images.mask);
  const { appearance } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  const zoom = useSyncExternalStore(stage.subscribeZoom, stage.zoom);
  const content = useCanvasContent(store);
  const isSampleNew = useStore(store, (images) => images.isSampleNew);
  if (picture === undefined) return null;
  return (
    <div className={styles.frame}>
      <div className={pane.line}>
        <span className={pane.figure}>{formatZoom(zoom)}</span>
        <Button variant="plain" aria-keyshortcuts={keysOf('view.fit')} onClick={stage.fit}>
          {t('images.fit')}
        </Button>
        <Button variant="plain" aria-keyshortcuts={keysOf('view.actualSize')} onClick={() => stage.zoomTo(1)}>
          100 %
        </Button>
        <ViewMenu stage={stage} />
        {appearance.isMaskOnly && (
          <Button
            variant="plain"
            aria-pressed
            aria-keyshortcuts={keysOf('view.maskOnly')}
            onClick={() => stage.changeAppearance({ isMaskOnly: false })}
          >
            {t('images.onlyMaskShown', { key: 'Q' })}
          </Button>
        )}
        <PaddingText store={store} />
        {content.kind === 'mask' && <span className={styles.keys}>{isSampleNew && t('images.sampleHint')}</span>}
        {content.kind === 'paintingBack' && <span className={styles.keys}>{t('images.paintBackHint')}</span>}
        {content.kind === 'grid' && <span className={styles.keys}>{t('images.gridKeys')}</span>}
        {content.kind === 'result' && (
          <>
            <Measures store={store} item={content.item} isOneLine className={styles.note} />
            <span className={styles.verdict}>
              <VerdictLine store={store} item={content.item} />
            </span>
          </>
        )}
        {mask.hasDroppedUndo && !mask.canUndo && <span role="note">{t('images.undoDropped')}</span>}
        <PictureFacts picture={picture} isSpare={content.kind === 'result'} />
        <span id={MASK_TEXT_ID} className={styles.mask} aria-live="polite" hidden={content.kind === 'paintingBack'}>
          {formatMask(mask, t)}
        </span>
      </div>
    </div>
  );
}
