// A running job: a thin bar, what is waited for, elapsed time, Cancel. The time is written past React, ten times a second being no state.

import { useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { formatFileSize } from './format-text.ts';
import styles from './RunningLine.module.css';
import { useWords } from './services.ts';
import type { RunningJob } from './session-store.ts';

type RunningLineProps = { label: string; job: RunningJob; others: number; onCancel: () => void };

/** Stands in for the consequence while something runs. */
export function RunningLine({ label, job, others, onCancel }: RunningLineProps) {
  const { t, locale } = useWords();
  const elapsed = useRef<HTMLSpanElement>(null);
  const sinceMs = job.sentAtMs ?? job.createdAtMs;
  useEffect(() => {
    const show = (): void => {
      if (elapsed.current) elapsed.current.textContent = `${Math.max(0, (Date.now() - sinceMs) / 1000).toFixed(1)} s`;
    };
    show();
    const timer = setInterval(show, 100);
    return () => clearInterval(timer);
  }, [sinceMs]);
  const state = t(`running.${job.state}`);
  return (
    <div className={styles.running}>
      <ProgressBar label={label} valueText={state} />
      <div className={styles.line}>
        <span className={styles.state}>
          {state}
          {job.receivedBytes > 0 && ` · ${formatFileSize(job.receivedBytes, t, locale)}`}
          {others > 0 && ` · ${t('running.more', { count: others })}`}
        </span>
        <span ref={elapsed} className={styles.elapsed} />
        <Button look="plain" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
