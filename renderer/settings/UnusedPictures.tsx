// The ways of sending in which the relay of a connection did not use the picture.

import { useSession, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ConnectionForm.module.css';
import type { SettingsScreenStore, UnusedPicture } from './settings-store.ts';

const NONE: readonly UnusedPicture[] = [];

/** The list, with *Forget* for each; nothing while there is none. They are noticed when a result is judged. */
export function UnusedPictures({ store, connectionId }: { store: SettingsScreenStore; connectionId: string }) {
  const { t } = useTranslation();
  const unused = useSession(({ settings }) => settings.unusedPictures[connectionId] ?? NONE);
  if (unused.length === 0) return null;
  return (
    <section className={styles.origins} aria-labelledby="unused-pictures">
      <h3 id="unused-pictures" className={styles.group}>
        {t('settings.unused')}
      </h3>
      <ul>
        {unused.map(({ model, form }) => {
          const way = t(`images.sentForm.${form}`);
          return (
            <li key={`${form} ${model}`}>
              <span>{t('settings.unusedOne', { form: way, model })}</span>
              <Button
                variant="plain"
                aria-label={t('settings.forgetUnusedNamed', { form: way, model })}
                onClick={() => void store.getState().allowForm(connectionId, { model, form })}
              >
                {t('settings.forgetUnused')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
