// The picture screen: an empty canvas that says what is to come.

import { useWords } from '../app/services.ts';
import styles from './ImagesView.module.css';

/** The picture screen. */
export function ImagesView() {
  const { t } = useWords();
  return (
    <section className={styles.canvas} aria-label={t('images.canvas')}>
      <p className={styles.title}>{t('images.soonTitle')}</p>
      <p className={styles.hint}>{t('images.soonHint')}</p>
    </section>
  );
}
