// Says that the source is painted back over a result, and ends that.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import type { MaskStage } from '../mask/mask-stage.ts';
import { paintedBackId } from '../middle.ts';
import styles from './PaintBackDone.module.css';

/** What is painted, and the button that ends it; busy until the result is made with what was painted last. */
export function PaintBackDone({ store, stage }: { store: ImagesStore; stage: MaskStage }) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const number = useStore(
    store,
    ({ middle, results }) => results.findIndex(({ id }) => id === paintedBackId(middle)) + 1,
  );
  const [isLeaving, setLeaving] = useState(false);
  // The button that led here is gone.
  useEffect(() => stage.focus(), [stage]);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    await store.getState().finishPaintingBack();
    setLeaving(false);
  };
  return (
    <>
      <span className={styles.what}>{t('images.paintingBack', { number })}</span>
      <Button isBusy={isLeaving} aria-keyshortcuts={keysOf('images.backToMask')} onClick={() => void leave()}>
        {t('images.paintBackDone')}
      </Button>
    </>
  );
}
