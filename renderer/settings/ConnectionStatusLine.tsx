// What the last save or test said, in words.

import { CircleCheck } from 'lucide-react';
import { useStore } from 'zustand';
import type { Translate } from '../../shared/i18n/index.ts';
import { ErrorAlert } from '../app/ErrorAlert.tsx';
import { formatCount } from '../app/format-text.ts';
import { useWords } from '../app/services.ts';
import styles from './ConnectionForm.module.css';
import type { ConnectionStatus, SettingsScreenStore } from './settings-store.ts';

/** Above the buttons: the status region, always there so that a change is announced; a failure in it is an alert. */
export function ConnectionStatusLine({ store }: { store: SettingsScreenStore }) {
  const { t, locale } = useWords();
  const status = useStore(store, (state) => state.status);
  return (
    <div role="status" aria-label={t('settings.status')} className={styles.status}>
      {status?.kind === 'testFailed' || status?.kind === 'saveFailed' ? (
        <ErrorAlert error={status.error} isPlain onDismiss={store.getState().dismissStatus} />
      ) : (
        status !== null && (
          <>
            {status.kind !== 'testing' && <CircleCheck size={16} aria-hidden />}
            <span>{successWords(status, t, (count) => formatCount(count, locale))}</span>
          </>
        )
      )}
    </div>
  );
}

type Success = Exclude<ConnectionStatus, null | { kind: 'testFailed' | 'saveFailed' }>;

function successWords(status: Success, t: Translate, count: (value: number) => string): string {
  if (status.kind === 'testing') return t('settings.status.testing');
  if (status.kind === 'saved') return t(status.hasKey ? 'settings.status.saved' : 'settings.status.savedNoKey');
  const { test, model } = status;
  const ms = count(Math.round(test.elapsedMs));
  if (!test.hasModelList) return t('settings.status.noList', { ms });
  const models = t('settings.status.models', { ms, count: count(test.modelCount) });
  return `${models} ${test.hasSpeechModel ? t('settings.status.hasModel') : t('settings.status.lacksModel', { model })}`;
}
