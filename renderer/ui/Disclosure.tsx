// A collapsible group of options. While closed it names the options that differ from their defaults, so that no hidden
// option takes effect unnoticed.

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './Disclosure.module.css';

type DisclosureProps = {
  label: string;
  /** Accessible name where it is not the label, which it contains. */
  name?: string;
  /** The options that differ from their defaults; empty if there are none. */
  summary?: string;
  /** The label of the button that restores the defaults; without it there is no such button. */
  resetLabel?: string;
  onReset?: () => void;
  /** Whether it is open, where something else can open it; otherwise it keeps that itself. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A disclosure with a *Reset* inside. */
export function Disclosure(props: DisclosureProps) {
  const { label, name = label, summary = '', resetLabel, onReset, children } = props;
  const id = useId();
  const [isOwnOpen, setOwnOpen] = useState(false);
  const { isOpen = isOwnOpen, onOpenChange = setOwnOpen } = props;
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.trigger}
          aria-label={name}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          aria-describedby={summary === '' ? undefined : `${id}-summary`}
          onClick={() => onOpenChange(!isOpen)}
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
