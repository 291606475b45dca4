// A thin bar for the progress of an operation.

import type { CSSProperties } from 'react';
import styles from './ProgressBar.module.css';

type ProgressBarProps = {
  label: string;
  /** What the bar is waiting for. */
  valueText: string;
  /** The progress, 0 to 1; without it the bar is indeterminate. */
  doneRatio?: number | undefined;
};

/** A progress bar. */
export function ProgressBar({ label, valueText, doneRatio }: ProgressBarProps) {
  const percent = doneRatio === undefined ? undefined : Math.round(doneRatio * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={valueText}
      aria-valuemin={percent === undefined ? undefined : 0}
      aria-valuemax={percent === undefined ? undefined : 100}
      aria-valuenow={percent}
      className={styles.track}
    >
      {doneRatio === undefined ? (
        <div className={styles.bar} />
      ) : (
        <div className={styles.done} style={{ '--done': doneRatio } as CSSProperties} />
      )}
    </div>
  );
}
