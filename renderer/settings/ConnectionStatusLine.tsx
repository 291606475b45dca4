// The status text of the last save or connection test.

import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import type { Models } from '../../shared/connection/connections.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { formatCount } from '../../shared/text/format-text.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ConnectionForm.module.css';
import type { ConnectionStatus, SettingsScreenStore } from './settings-store.ts';

type ConnectionStatusLineProps = {
  store: SettingsScreenStore;
  /** Shows the field of a model that the relay does not list. */
  onChooseModel: (kind: keyof Models) => void;
};

/**
 * The status region above the buttons. It is always present, so that changes are announced; a failure in it is an
 * alert.
 */
export function ConnectionStatusLine({ store, onChooseModel }: ConnectionStatusLineProps) {
  const { t, locale } = useTranslation();
  const status = useStore(store, (state) => state.status);
  const speech = useStore(store, (state) => state.form.models.speech.trim());
  const { dismissStatus } = store.getState();
  const missing = status?.kind === 'tested' ? status.test.missingModels : [];
  return (
    <div role="status" aria-label={t('settings.status')} className={styles.status}>
      {status?.kind === 'testFailed' || status?.kind === 'saveFailed' ? (
        <ErrorAlert error={status.error} topic="test" isPlain onDismiss={dismissStatus} />
      ) : (
        status !== null && (
          <>
            <StatusIcon status={status} />
            <span>{formatSuccess(status, t, locale)}</span>
            {missing.length > 0 && (
              <Button onClick={() => onChooseModel(missing.includes(speech) ? 'speech' : 'image')}>
                {t('settings.chooseModel')}
              </Button>
            )}
          </>
        )
      )}
    </div>
  );
}

type Success = Exclude<ConnectionStatus, null | { kind: 'testFailed' | 'saveFailed' }>;

/** A tick only where nothing is left to do or to doubt. */
function StatusIcon({ status }: { status: Success }) {
  if (status.kind === 'testing') return null;
  if (status.kind === 'tested' && status.test.missingModels.length > 0) return <TriangleAlert size={16} aria-hidden />;
  const isGood = status.kind === 'saved' ? status.hasKey : status.test.modelCount !== null;
  return isGood ? <CircleCheck size={16} aria-hidden /> : <Info size={16} aria-hidden />;
}

function formatSuccess(status: Success, t: Translate, locale: Locale): string {
  if (status.kind === 'testing') return t('settings.status.testing');
  if (status.kind === 'saved') return t(status.hasKey ? 'settings.status.saved' : 'settings.status.savedNoKey');
  const { elapsedMs, modelCount, missingModels, quota } = status.test;
  const ms = formatCount(Math.round(elapsedMs), locale);
  const sentences = [
    modelCount === null ? t('settings.status.noList', { ms }) : t('settings.status.models', { ms, count: modelCount }),
  ];
  if (missingModels.length > 0) sentences.push(t('settings.status.lacksModels', { models: missingModels.join(', ') }));
  else if (modelCount !== null) sentences.push(t('settings.status.hasModels'));
  if (quota !== null) {
    const amount = (value: number): string => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
    sentences.push(t('settings.status.quota', { remaining: amount(quota.remaining), total: amount(quota.total) }));
  }
  return sentences.join(t.separators.sentence);
}
