// A summary with an explanation, which opens on hover or press and can contain controls.

import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './Explained.module.css';
import { Popover } from './Popover.tsx';

type ExplainedProps = {
  summary: ReactNode;
  /** Accessible name of the explanation. */
  label: string;
  children: ReactNode;
  className?: string | undefined;
};

/** The summary and its explanation. */
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
