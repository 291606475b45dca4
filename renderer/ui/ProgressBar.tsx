// A thin bar for work under way.

import type { CSSProperties } from 'react';
import styles from './ProgressBar.module.css';

type ProgressBarProps = {
  label: string;
  /** What is being waited for. */
  valueText: string;
  /** How much is done, 0 to 1; without it nobody knows the end. */
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
