// What stands where there is nothing yet: a drawing, a sentence, what can be done.

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './EmptyState.module.css';

type EmptyStateProps = {
  drawing: 'pictures' | 'library' | 'nothingFound';
  /** The sentence. */
  title: ReactNode;
  /** A quiet second sentence. */
  hint?: ReactNode;
  /** Buttons, the most likely one first. */
  children?: ReactNode;
};

/** An empty place. */
export function EmptyState({ drawing, title, hint, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={classNames(styles.drawing, styles[drawing])} aria-hidden />
      <p className={styles.title}>{title}</p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
