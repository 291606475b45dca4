// The modal dialog as it is once its code has been read.

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from '../Dialog.module.css';
import { IconButton } from '../IconButton.tsx';
import { MODAL_ATTRIBUTE } from '../modal.ts';

/** The dialog. */
export type DialogProps = {
  isOpen: boolean;
  title: string;
  /** For a form of few fields. */
  isSmall?: boolean;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The dialog; it is in the document only while open. Escape or a click outside closes it. The focus begins in what has
 * `data-initial-focus`, or else in its first field, or in its content.
 */
export function Dialog({ isOpen, title, isSmall = false, closeLabel, onClose, children }: DialogProps) {
  const body = useRef<HTMLElement>(null);
  const first = (selector: string) => body.current?.querySelector<HTMLElement>(selector);
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          {...{ [MODAL_ATTRIBUTE]: '' }}
          className={classNames(styles.popup, isSmall && styles.small)}
          initialFocus={() => first('[data-initial-focus]') ?? first('input') ?? body.current}
        >
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <IconButton label={closeLabel} icon={<X size={16} aria-hidden />} onClick={onClose} />
          </header>
          {/* Focusable, so that the keyboard can scroll it. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
          <section ref={body} className={styles.body} aria-label={title} tabIndex={0}>
            {children}
          </section>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
