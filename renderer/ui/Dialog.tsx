// A modal dialog for long texts: title, close button, content.

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

type DialogProps = {
  isOpen: boolean;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The dialog; it is in the document only while open. Escape or a click outside closes it. The focus begins in its
 * first field or what has `data-initial-focus`, or else in its content.
 */
export function Dialog({ isOpen, title, closeLabel, onClose, children }: DialogProps) {
  const body = useRef<HTMLElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={styles.popup}
          initialFocus={() => body.current?.querySelector<HTMLElement>('[data-initial-focus], input') ?? body.current}
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
