// Gives up the picture that is coming in the place of picture 1.

import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import styles from './StopReplacing.module.css';

/** The button; nothing while no picture is coming that can be given up. */
export function StopReplacing({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const stop = useStore(store, (images) => images.stopReplacing);
  if (stop === null) return null;
  return (
    <Button variant="plain" className={styles.stop} onClick={stop}>
      {t('images.stopWork')}
    </Button>
  );
}
