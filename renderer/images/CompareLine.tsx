// The line under a comparison: how large it is shown, what was measured, which side is which.

import { useSyncExternalStore } from 'react';
import type { EditItem } from '../../shared/contract/library.ts';
import { useWords } from '../app/services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './CompareView.module.css';
import type { CompareMode } from './compare-geometry.ts';
import type { CompareStage } from './compare-stage.ts';
import type { ImagesStore } from './images-store.ts';
import { Measures } from './ResultWords.tsx';
import { zoomText } from './zoom-text.ts';

type CompareLineProps = { store: ImagesStore; stage: CompareStage; item: EditItem; mode: CompareMode };

/** Zoom, measures, sides. */
export function CompareLine({ store, stage, item, mode }: CompareLineProps) {
  const { t } = useWords();
  const { zoom, isHeld } = useSyncExternalStore(stage.subscribe, stage.look);
  const isSlider = mode === 'slider';
  return (
    <div className={styles.line}>
      <span className={styles.zoom}>{zoomText(zoom)}</span>
      <Button look="plain" aria-keyshortcuts="0" onClick={stage.fit}>
        {t('images.fit')}
      </Button>
      <Button look="plain" aria-keyshortcuts="1" onClick={stage.actualSize}>
        100 %
      </Button>
      <Measures store={store} item={item} className={styles.measures} />
      <span className={styles.side} data-on={isSlider || isHeld ? '' : undefined}>
        {t('images.before')}
      </span>
      <span className={styles.side} data-on={isSlider || !isHeld ? '' : undefined}>
        {t('images.after')}
      </span>
    </div>
  );
}
