// A collapsible group of options. While closed it names the options that differ from their defaults, so that no hidden
// option takes effect unnoticed.

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './Disclosure.module.css';

type DisclosureProps = {
  label: string;
  /** The options that differ from their defaults; empty if there are none. */
  summary?: string;
  /** The label of the button that restores the defaults; without it there is no such button. */
  resetLabel?: string;
  onReset?: () => void;
  children: ReactNode;
};

/** A disclosure with a *Reset* inside. */
export function Disclosure({ label, summary = '', resetLabel, onReset, children }: DisclosureProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.trigger}
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          aria-describedby={summary === '' ? undefined : `${id}-summary`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={14} aria-hidden className={styles.chevron} />
          <span>{label}</span>
          {!isOpen && summary !== '' && (
            <span id={`${id}-summary`} className={styles.summary}>
              {summary}
            </span>
          )}
        </button>
        {isOpen && summary !== '' && onReset && (
          <Button variant="plain" onClick={onReset}>
            {resetLabel}
          </Button>
        )}
      </div>
      <div id={`${id}-panel`} className={styles.panel} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
