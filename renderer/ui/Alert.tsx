// An error message: what happened, its actions, the technical details in a dialog. A plain role=alert, or a part of one.

import { OctagonAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './Alert.module.css';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { IconButton } from './IconButton.tsx';

type AlertProps = {
  title: string;
  /** What happened and what it cost; each paragraph must be unique. */
  paragraphs: readonly string[];
  action?: { label: string; onSelect: () => void; isBusy?: boolean } | undefined;
  /** Further actions, beside the first. */
  otherActions?: ReactNode;
  detailsLabel: string;
  closeLabel: string;
  details: readonly { label: string; value: string }[];
  /** Further technical content, below the details. */
  more?: ReactNode;
  dismissLabel: string;
  /** Without it there is no button: the message goes by itself. */
  onDismiss?: (() => void) | undefined;
  /** It is one of several in a list. */
  isListed?: boolean;
};

/** An alert with text, an action and details. */
export function Alert(props: AlertProps) {
  const { title, paragraphs, action, otherActions, dismissLabel, onDismiss, isListed = false } = props;
  const { detailsLabel, closeLabel, details, more } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div role={isListed ? undefined : 'alert'} className={styles.alert}>
      <div className={styles.head}>
        <OctagonAlert size={16} aria-hidden className={styles.icon} />
        <p className={styles.title}>{title}</p>
        {onDismiss && (
          <IconButton size="small" label={dismissLabel} icon={<X size={14} aria-hidden />} onClick={onDismiss} />
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.texts}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div className={styles.actions}>
          {action && (
            <Button isBusy={action.isBusy} onClick={action.onSelect}>
              {action.label}
            </Button>
          )}
          {otherActions}
          {details.length > 0 && (
            <Button variant="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {detailsLabel}
            </Button>
          )}
        </div>
      </div>
      <Dialog isOpen={isOpen} title={title} closeLabel={closeLabel} onClose={() => setOpen(false)}>
        <div className={styles.details}>
          <dl>
            {details.map((detail) => (
              <div key={detail.label}>
                <dt>{detail.label}</dt>
                <dd>{detail.value}</dd>
              </div>
            ))}
          </dl>
          {more}
        </div>
      </Dialog>
    </div>
  );
}
