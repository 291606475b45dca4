// What went wrong with the requests of a screen, at its fixed place: one message, or several as a list under their number.

import type { ComponentProps } from 'react';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './AlertList.module.css';

/** One message; `key` identifies it. */
export type ListedAlert = Omit<ComponentProps<typeof ErrorAlert>, 'isListed' | 'isBrief'> & { key: string };

/** Renders nothing if there is nothing to say. */
export function AlertList({ alerts }: { alerts: readonly ListedAlert[] }) {
  const { t } = useTranslation();
  const [first, ...others] = alerts;
  if (first === undefined) return null;
  if (others.length === 0) return <ErrorAlert {...first} key={first.key} />;
  const mayBeBilled = alerts.every(({ error, isWaiting }) => error.billed === 'unknown' && !isWaiting);
  const dismissAll = (): void => {
    for (const { onDismiss } of alerts) onDismiss?.();
  };
  return (
    <section role="alert" className={styles.box}>
      <div className={styles.head}>
        <h3 className={styles.heading}>
          {t(mayBeBilled ? 'attention.maybeBilled' : 'attention.several', { count: alerts.length })}
        </h3>
        <Button variant="plain" onClick={dismissAll}>
          {t('attention.dismissAll')}
        </Button>
      </div>
      {/* Scrolled from the keyboard through its buttons. */}
      <ul className={styles.list}>
        {alerts.map((alert) => (
          <li key={alert.key}>
            <ErrorAlert {...alert} key={alert.key} isListed isBrief={mayBeBilled} />
          </li>
        ))}
      </ul>
    </section>
  );
}
