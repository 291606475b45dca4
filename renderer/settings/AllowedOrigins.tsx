// The hosts beside its own that a connection may fetch results from.

import { useSession, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ConnectionForm.module.css';
import type { SettingsScreenStore } from './settings-store.ts';

const NONE: readonly string[] = [];

/** The list, with *Forget* for each; nothing while none is allowed. They are allowed where a result is missing. */
export function AllowedOrigins({ store, connectionId }: { store: SettingsScreenStore; connectionId: string }) {
  const { t } = useTranslation();
  const origins = useSession(({ settings }) => settings.resultOrigins[connectionId] ?? NONE);
  if (origins.length === 0) return null;
  return (
    <section className={styles.origins} aria-labelledby="allowed-origins">
      <h3 id="allowed-origins" className={styles.group}>
        {t('settings.origins')}
      </h3>
      <ul>
        {origins.map((origin) => (
          <li key={origin}>
            <span>{origin}</span>
            <Button
              variant="plain"
              aria-label={t('settings.forgetOriginNamed', { origin })}
              onClick={() => void store.getState().forgetOrigin(connectionId, origin)}
            >
              {t('settings.forgetOrigin')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
