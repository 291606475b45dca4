// The notice about results that are not shown yet.

import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import styles from './ReadyNotice.module.css';

/** Says that new results are there which are not shown by themselves, and shows them. */
export function ReadyNotice({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const count = useStore(store, (images) => images.ready.length);
  return (
    <span role="status" className={styles.ready}>
      {count > 0 && (
        <>
          {count === 1 ? t('images.resultReady') : t('images.resultsReady', { number: count })}
          <Button variant="plain" onClick={() => store.getState().showReady()}>
            {t('images.showReady')}
          </Button>
        </>
      )}
    </span>
  );
}
