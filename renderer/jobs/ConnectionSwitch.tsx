// The connections to choose from in the popover of the connection button.

import { useState } from 'react';
import type { AppError } from '../../shared/errors.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { useSession, useTranslation } from '../services.ts';
import { activeConnection } from '../shell/session-store.ts';
import styles from './ConnectionSwitch.module.css';
import { connectionName, connectionPlace, missingKeyText } from './connection-text.ts';

/** One radio button for each connection; nothing while there is only one. Requests under way keep their connection. */
export function ConnectionSwitch() {
  const activateConnection = useSession((session) => session.activateConnection);
  const { t } = useTranslation();
  const connections = useSession((state) => state.connections);
  const activeId = useSession((state) => activeConnection(state)?.id);
  const [error, setError] = useState<AppError | null>(null);
  if (connections.length < 2) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('connection.switch')}</legend>
      {connections.map((connection) => {
        const noKey = missingKeyText(connection, t);
        return (
          <label key={connection.id} className={styles.choice}>
            <input
              type="radio"
              name="active-connection"
              checked={connection.id === activeId}
              onChange={() => void activateConnection(connection.id).then(setError)}
            />
            <span className={styles.name}>{connectionName(connection, t)}</span>
            {noKey !== null && <span className={styles.mark}>{noKey}</span>}
            <span className={styles.place}>{connectionPlace(connection, t)}</span>
          </label>
        );
      })}
      {error !== null && <ErrorAlert error={error} topic="test" isPlain onDismiss={() => setError(null)} />}
    </fieldset>
  );
}
