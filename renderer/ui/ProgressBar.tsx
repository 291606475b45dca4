// A thin bar for work whose end nobody knows.

import styles from './ProgressBar.module.css';

/** An indeterminate progress bar; `valueText` says what is being waited for. */
export function ProgressBar({ label, valueText }: { label: string; valueText: string }) {
  return (
    <div role="progressbar" aria-label={label} aria-valuetext={valueText} className={styles.track}>
      <div className={styles.bar} />
    </div>
  );
}
