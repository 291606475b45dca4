// The line under a comparison: zoom, measurements, and whether the picture was used.

import { type ReactNode, useSyncExternalStore } from 'react';
import type { EditItem } from '../../../shared/contract/library.ts';
import { useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import { formatZoom } from '../mask/zoom-text.ts';
import pane from '../pane.module.css';
import { Measures } from '../results/ResultMeasures.tsx';
import styles from './CompareView.module.css';
import type { CompareStage } from './compare-stage.ts';
import { VerdictLine } from './VerdictLine.tsx';

type CompareLineProps = {
  store: ImagesStore;
  stage: CompareStage;
  item: EditItem;
  /** Shown instead of the measurements. */
  measures?: ReactNode;
};

/** Zoom, measurements, verdict. */
export function CompareLine({ store, stage, item, measures }: CompareLineProps) {
  const { t } = useTranslation();
  const { zoom } = useSyncExternalStore(stage.subscribe, stage.viewState);
  const keysOf = useAriaKeys();
  return (
    <div className={pane.line}>
      <span className={pane.figure}>{formatZoom(zoom)}</span>
      <Button variant="plain" aria-keyshortcuts={keysOf('view.fit')} onClick={stage.fit}>
        {t('images.fit')}
      </Button>
      <Button variant="plain" aria-keyshortcuts={keysOf('view.actualSize')} onClick={stage.actualSize}>
        100 %
      </Button>
      {measures ?? <Measures store={store} item={item} className={styles.measures} />}
      <VerdictLine store={store} item={item} />
    </div>
  );
}
