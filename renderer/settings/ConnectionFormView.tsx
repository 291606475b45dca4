// The form of one connection: name, address, key, and less common options.

import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { endpoint, normaliseBaseUrl } from '../../shared/connection/base-url.ts';
import { pastedKey } from '../../shared/connection/pasted-key.ts';
import { isShortKey } from '../../shared/connection/short-keys.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import { useCommons, useSession, useTranslation } from '../services.ts';
import { activeConnection } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AdvancedOptions } from './AdvancedOptions.tsx';
import { AllowedOrigins } from './AllowedOrigins.tsx';
import styles from './ConnectionForm.module.css';
import { ConnectionStatusLine } from './ConnectionStatusLine.tsx';
import { PriceFields } from './PriceFields.tsx';
import {
  type ConnectionForm,
  foreignKeyOrigin,
  isChanged,
  type SettingsScreenStore,
  savedConnection,
} from './settings-store.ts';
import { UnusedPictures } from './UnusedPictures.tsx';

const NAME_FIELD_ID = 'connection-name';

/** Moves the focus to the name of the open connection. */
export function focusNameField(): void {
  const field = document.getElementById(NAME_FIELD_ID);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

/** The form; saving it makes the connection active. */
export function ConnectionFormView({ store }: { store: SettingsScreenStore }) {
  const { session } = useCommons();
  const { t } = useTranslation();
  const form = useStore(store, (state) => state.form);
  const isBusy = useStore(store, (state) => state.isBusy);
  const connections = useSession((session) => session.connections);
  const activeId = useSession((session) => activeConnection(session)?.id);
  const saved = savedConnection(form, connections);
  const address = normaliseBaseUrl(form.baseUrl, form);
  const foundModels = useStore(store, (state) => state.foundModels);
  const isAdvancedOpen = useStore(store, (state) => state.isAdvancedOpen);
  const modelFields = { speech: useRef<HTMLInputElement>(null), image: useRef<HTMLInputElement>(null) };
  const { edit, save, test, activate, discard, setAdvancedOpen } = store.getState();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (address.ok) void save();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <h2 className={styles.title}>{saved?.name ?? t('settings.newConnection')}</h2>
      <TextField
        layout="stacked"
        id={NAME_FIELD_ID}
        label={t('settings.connectionName')}
        value={form.name}
        maxLength={80}
        placeholder={address.ok ? address.data.origin.replace(/^https?:\/\//, '') : ''}
        onChange={(name) => edit({ name })}
      />
      <TextField
        layout="stacked"
        label={t('settings.baseUrl')}
        value={form.baseUrl}
        maxLength={2000}
        inputMode="url"
        placeholder="https://"
        isProblem={!address.ok && address.error !== 'empty'}
        hint={
          address.ok
            ? t('settings.willCall', { url: endpoint(address.data.baseUrl, 'audio/speech') })
            : t(`settings.address.${address.error}`)
        }
        onChange={(baseUrl) => edit({ baseUrl })}
      />
      <KeyField form={form} saved={saved} onChange={(key) => edit({ key })} />
      <AdvancedOptions
        form={form}
        foundModels={foundModels}
        isOpen={isAdvancedOpen}
        onOpenChange={setAdvancedOpen}
        modelFields={modelFields}
        onChange={edit}
      />
      <PriceFields prices={form.prices} onChange={(prices) => edit({ prices })} />
      {saved !== undefined && <AllowedOrigins store={store} connectionId={saved.id} />}
      {saved !== undefined && <UnusedPictures store={store} connectionId={saved.id} />}
      <ConnectionStatusLine
        store={store}
        onChooseModel={(kind) => {
          flushSync(() => setAdvancedOpen(true));
          modelFields[kind].current?.focus();
        }}
      />
      <div className={styles.buttons}>
        <Button variant="primary" type="submit" className={styles.save} disabled={isBusy || !address.ok}>
          {t('settings.save')}
        </Button>
        <Button disabled={isBusy || !address.ok} onClick={() => void test()}>
          {t('settings.test')}
        </Button>
        {saved !== undefined && saved.id !== activeId && (
          <Button onClick={() => void activate(saved.id)}>{t('settings.use')}</Button>
        )}
        {isChanged(form, session) && (
          <Button variant="plain" onClick={discard}>
            {t('settings.discard')}
          </Button>
        )}
        {saved !== undefined && <RemoveButton store={store} saved={saved} />}
      </div>
    </form>
  );
}

function KeyField({
  form,
  saved,
  onChange,
}: {
  form: ConnectionForm;
  saved: Connection | undefined;
  onChange: (key: string) => void;
}) {
  const { t } = useTranslation();
  const protection = useSession((session) => session.keyProtection);
  const [isShown, setShown] = useState(false);
  const foreign = foreignKeyOrigin(form, saved);
  const placeholder = (): string => {
    if (foreign !== null || saved === undefined) return t('settings.keyPlaceholder');
    if (saved.keyState === 'stored') return t('settings.keySaved', { last4: saved.keyLast4 });
    return saved.keyState === 'sessionOnly'
      ? t('settings.keySession', { last4: saved.keyLast4 })
      : t('settings.keyPlaceholder');
  };
  const hint = (): string => {
    if (foreign !== null) return t('settings.keyOrigin', { origin: foreign });
    if (form.key !== '' && isShortKey(pastedKey(form.key))) return t('settings.keyShort');
    if (saved?.keyState === 'unreadable') return t('settings.keyUnreadable');
    if (protection.state === 'opening') return t('settings.keyOpening');
    return protection.state === 'available'
      ? t('settings.keyKept', { backend: protection.backend })
      : t('settings.keySessionOnly');
  };
  return (
    <TextField
      layout="stacked"
      label={t('settings.apiKey')}
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      value={form.key}
      maxLength={10_000}
      placeholder={placeholder()}
      hint={hint()}
      onChange={onChange}
      trailing={
        <IconButton
          size="small"
          className={styles.eye}
          label={t(isShown ? 'settings.hideKey' : 'settings.showKey')}
          icon={isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}

/**
 * The button that removes the connection. It asks for confirmation in place, because a removed key cannot be restored.
 */
function RemoveButton({ store, saved }: { store: SettingsScreenStore; saved: Connection }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="plain" className={styles.remove} onClick={() => setAsking(true)}>
        {t('settings.remove')}
      </Button>
    );
  }
  return (
    <div className={styles.ask}>
      <p>{t('settings.removeAsk', { name: saved.name })}</p>
      <Button onClick={() => void store.getState().remove(saved.id)}>{t('settings.removeConfirm')}</Button>
      <Button variant="plain" onClick={() => setAsking(false)}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
