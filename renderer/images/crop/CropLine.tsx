// The line under a picture that is cropped or extended: its keys, and what is to be known.

import { IMPORT_LIMITS } from '../../../shared/images/limits.ts';
import { formatSize, type Size } from '../../../shared/images/size.ts';
import { useTranslation } from '../../services.ts';
import type { Cropping } from '../images-state.ts';
import pane from '../pane.module.css';
import styles from './CropLayer.module.css';
import { CROP_KEYS_ID } from './CropLayer.tsx';

/** The line. */
export function CropLine({ cropping: { kind, crop, base, isOriginalLost } }: { cropping: Cropping }) {
  const { t } = useTranslation();
  const keys = t(kind === 'crop' ? 'images.cropKeys' : 'images.extendKeys');
  return (
    <div className={pane.line}>
      {kind === 'extend' && isMost(crop.frame) && (
        <span role="note" className={styles.note}>
          {t('images.extendMost', LIMITS)}
        </span>
      )}
      {isOriginalLost && (
        <span role="note" className={styles.note} title={t('images.cropLost')}>
          {t('images.cropLost')}
        </span>
      )}
      <span id={CROP_KEYS_ID} className={styles.note} title={keys}>
        {keys}
      </span>
      <span className={pane.space} />
      <span>{`${formatSize(crop.frame)} / ${base.widthPx}x${base.heightPx}`}</span>
    </div>
  );
}

const { maxPixels, maxSidePx } = IMPORT_LIMITS;
const LIMITS = { millions: maxPixels / 1e6, side: maxSidePx };

/** Whether a frame cannot be drawn much further. */
function isMost({ width, height }: Size): boolean {
  return Math.max(width, height) >= maxSidePx || (width + 1) * (height + 1) > maxPixels;
}
