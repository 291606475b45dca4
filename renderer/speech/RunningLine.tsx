// A running job: a thin bar, what is waited for, elapsed time, Cancel. The time is written past React, ten times a second being no state.

import { useEffect, useRef } from 'react';
import { formatFileSize } from '../app/format-text.ts';
import { useWords } from '../app/services.ts';
import type { RunningJob } from '../app/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './RunningLine.module.css';

type RunningLineProps = { job: RunningJob; others: number; onCancel: () => void };

/** Stands in for the consequence while something runs. */
export function RunningLine({ job, others, onCancel }: RunningLineProps) {
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
  const state = t(`speech.state.${job.state}`);
  return (
    <div className={styles.running}>
      <ProgressBar label={t('speech.progress')} valueText={state} />
      <div className={styles.line}>
        <span className={styles.state}>
          {state}
          {job.receivedBytes > 0 && ` · ${formatFileSize(job.receivedBytes, t, locale)}`}
          {others > 0 && ` · ${t('speech.alsoRunning', { count: others })}`}
        </span>
        <span ref={elapsed} className={styles.elapsed} />
        <Button look="plain" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
