// Words with more behind them: pointed at or pressed, they open an explanation, and what can be done about it.

import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './Explained.module.css';
import { Popover } from './Popover.tsx';

type ExplainedProps = {
  words: ReactNode;
  /** Name of the explanation. */
  label: string;
  children: ReactNode;
  className?: string | undefined;
};

/** The words, and the explanation behind them. */
export function Explained({ words, label, children, className }: ExplainedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={label}
      side="top"
      isOpen={isOpen}
      onOpenChange={setOpen}
      opensOnHover
      trigger={
        <button type="button" className={classNames(styles.words, className)}>
          {words}
        </button>
      }
    >
      <div className={styles.explanation}>{children}</div>
    </Popover>
  );
}
