// A summary with an explanation: pointing at it or pressing it opens the explanation and its controls.

import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './Explained.module.css';
import { Popover } from './Popover.tsx';

type ExplainedProps = {
  summary: ReactNode;
  /** Name of the explanation. */
  label: string;
  children: ReactNode;
  className?: string | undefined;
};

/** The summary, and the explanation it opens. */
export function Explained({ summary, label, children, className }: ExplainedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={label}
      side="top"
      isOpen={isOpen}
      onOpenChange={setOpen}
      opensOnHover
      trigger={
        <button type="button" className={classNames(styles.summary, className)}>
          {summary}
        </button>
      }
    >
      <div className={styles.explanation}>{children}</div>
    </Popover>
  );
}
