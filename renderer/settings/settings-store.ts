// Owns the connection form: which connection is open, its field values, and the outcome of saving or testing.
// Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { normaliseBaseUrl } from '../../shared/connection/base-url.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS, type Dialect, type Models } from '../../shared/connection/connections.ts';
import { NO_PRICES, type Prices } from '../../shared/connection/prices.ts';
import type { DraftBody } from '../../shared/contract/drafts.ts';
import type { Connection, ConnectionDraft, ConnectionTest, Settings } from '../../shared/contract/settings.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Ipc } from '../ipc.ts';
import { staleGuard } from '../lifetime/stale-guard.ts';
import { activeConnection, type SessionStore } from '../shell/session-store.ts';
import type { DraftKeeper } from '../work/draft-keeper.ts';

/** The default values of the advanced options, as in the contract. */
export const DEFAULT_ADVANCED = { allowsPrivateHttp: false, models: DEFAULT_MODELS, dialect: DEFAULT_DIALECT } as const;

/** The status of the form; `null` shows nothing. */
export type ConnectionStatus =
  | { kind: 'testing' }
  | { kind: 'saved'; hasKey: boolean }
  | { kind: 'tested'; test: ConnectionTest }
  | { kind: 'testFailed'; error: AppError }
  | { kind: 'saveFailed'; error: AppError }
  | null;

/** The field values of the form; `id` is null for a connection that is not saved yet. */
export type ConnectionForm = {
  id: string | null;
  name: string;
  baseUrl: string;
  key: string;
  allowsPrivateHttp: boolean;
  models: Models;
  dialect: Dialect;
  prices: Prices;
};

/** State and actions of the Settings screen. */
type SettingsScreen = {
  form: ConnectionForm;
  /** The forms of other connections that have unsaved changes. */
  unsaved: readonly ConnectionForm[];
  /**
   * Incremented for each connection that is opened; while one form is saved it stays the same, so that its fields are
   * not remounted.
   */
  formNumber: number;
  status: ConnectionStatus;
  isBusy: boolean;
  /** The models that the last test of this connection found. */
  foundModels: readonly string[];
  isAdvancedOpen: boolean;
  setAdvancedOpen: (isOpen: boolean) => void;
  /** Opens the form of a connection, with its unsaved changes; null is a new connection. */
  open: (id: string | null) => void;
  /** Restores the saved values of the open form. */
  discard: () => void;
  edit: (change: Partial<ConnectionForm>) => void;
  /** Restores what was not saved in an earlier window, for connections that still exist. */
  restore: (draft: DraftBody<'connection'>) => void;
  dismissStatus: () => void;
  save: () => Promise<void>;
  test: () => Promise<void>;
  activate: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** Results are no longer fetched from an origin that was allowed. */
  forgetOrigin: (id: string, origin: string) => Promise<void>;
  /** Forgets that a relay did not use the picture in a form, so that it is tried again. */
  allowForm: (id: string, unused: UnusedPicture) => Promise<void>;
};

/** A model and a form of request with which a relay did not use the picture. */
export type UnusedPicture = Settings['unusedPictures'][string][number];

export type SettingsScreenStore = StoreApi<SettingsScreen>;

/** Creates the store with the active connection open, or a blank form while only the practice relay exists. */
export function createSettingsStore({
  ipc,
  session,
  drafts,
}: {
  ipc: Ipc;
  session: SessionStore;
  drafts: DraftKeeper;
}): SettingsScreenStore {
  // A reply counts only for the form that requested it.
  const beginRequest = staleGuard();
  /** All forms with unsaved changes. */
  const changedForms = ({ form, unsaved }: Pick<SettingsScreen, 'form' | 'unsaved'>): ConnectionForm[] =>
    isChanged(form, session) ? [...unsaved, form] : [...unsaved];
  /** Opens the form of a connection, one of the changed forms if it is among them. */
  const show = (id: string | null, changed: readonly ConnectionForm[]): void => {
    beginRequest();
    store.setState(({ formNumber }) => ({
      form: changed.find((form) => form.id === id) ?? savedForm(id, session),
      unsaved: changed.filter((form) => form.id !== id),
      formNumber: formNumber + 1,
      status: null,
      isBusy: false,
      foundModels: [],
      isAdvancedOpen: false,
    }));
  };
  const store: SettingsScreenStore = createStore<SettingsScreen>()((set, get) => ({
    form: firstForm(session),
    unsaved: [],
    formNumber: 0,
    status: null,
    isBusy: false,
    foundModels: [],
    isAdvancedOpen: false,
    setAdvancedOpen: (isAdvancedOpen) => set({ isAdvancedOpen }),
    open: (id) => show(id, changedForms(get())),
    discard: () => show(get().form.id, get().unsaved),
    edit: (change) => set({ form: { ...get().form, ...change }, status: null }),
    restore: (draft) => {
      const isKnown = (id: string | null) =>
        id === null || session.getState().connections.some((connection) => connection.id === id);
      const forms = draft.forms
        .filter(({ id }) => isKnown(id))
        .map((form) => ({ ...savedForm(form.id, session), ...form }));
      show(isKnown(draft.openId) ? draft.openId : get().form.id, forms);
    },
    dismissStatus: () => set({ status: null }),
    save: async () => {
      const isLatest = beginRequest();
      set({ isBusy: true, status: null });
      const result = await ipc.request('connections.save', draftOf(get().form));
      if (!isLatest()) return;
      if (!result.ok) {
        set({ isBusy: false, status: { kind: 'saveFailed', error: result.error } });
        return;
      }
      const hasKey = result.data.keyState === 'stored' || result.data.keyState === 'sessionOnly';
      // The new form does not contain the key, so it no longer exists in the page.
      set({ isBusy: false, form: formOf(result.data), status: { kind: 'saved', hasKey } });
      // The connection may not be in the session yet.
      keepForms(get().unsaved);
    },
    test: async () => {
      const isLatest = beginRequest();
      set({ isBusy: true, status: { kind: 'testing' } });
      const result = await ipc.request('connections.test', draftOf(get().form));
      if (!isLatest()) return;
      set(
        result.ok
          ? { isBusy: false, status: { kind: 'tested', test: result.data }, foundModels: result.data.models }
          : { isBusy: false, status: { kind: 'testFailed', error: result.error } },
      );
    },
    activate: async (id) => {
      const error = await session.getState().activateConnection(id);
      if (error !== null) set({ status: { kind: 'saveFailed', error } });
    },
    remove: async (id) => {
      const result = await ipc.request('connections.remove', { id });
      if (!result.ok) set({ status: { kind: 'saveFailed', error: result.error } });
      else if (get().form.id === id) show(null, get().unsaved);
      else set({ unsaved: get().unsaved.filter((form) => form.id !== id) });
    },
    forgetOrigin: async (id, origin) => {
      const result = await ipc.request('connections.forgetOrigin', { id, origin });
      if (!result.ok) set({ status: { kind: 'saveFailed', error: result.error } });
    },
    allowForm: async (id, unused) => {
      const result = await ipc.request('images.allowForm', { connectionId: id, ...unused });
      if (!result.ok) set({ status: { kind: 'saveFailed', error: result.error } });
    },
  }));
  const keepForms = (changed: readonly ConnectionForm[]): void => {
    // The key is in no draft: it would be on the disk in clear.
    const forms = changed
      .filter((form) => isChanged({ ...form, key: '' }, session))
      .map(({ key: _, ...form }): DraftBody<'connection'>['forms'][number] => form);
    const body = { openId: store.getState().form.id, forms };
    drafts.keep({ name: 'connection', body: forms.length === 0 ? null : body });
  };
  store.subscribe((state, before) => {
    if (state.form !== before.form || state.unsaved !== before.unsaved) keepForms(changedForms(state));
  });
  return store;
}

/** Whether a form differs from its connection as it is saved. */
export function isChanged(form: ConnectionForm, session: SessionStore): boolean {
  return JSON.stringify(form) !== JSON.stringify(savedForm(form.id, session));
}

/** Returns the saved connection that a form edits. */
export function savedConnection(form: ConnectionForm, connections: readonly Connection[]): Connection | undefined {
  return connections.find((connection) => connection.id === form.id);
}

/** Returns the origin of the saved key if the form's address has another origin; the key must then be entered again. */
export function foreignKeyOrigin(form: ConnectionForm, saved: Connection | undefined): string | null {
  if (saved?.keyState !== 'stored' && saved?.keyState !== 'sessionOnly') return null;
  const before = normaliseBaseUrl(saved.baseUrl, saved);
  const now = normaliseBaseUrl(form.baseUrl, form);
  if (!before.ok || !now.ok) return null;
  return before.data.origin === now.data.origin ? null : before.data.origin;
}

/** Returns the number of advanced values that differ from the defaults. */
export function countChanged(form: ConnectionForm): number {
  const dialect = (Object.keys(DEFAULT_DIALECT) as (keyof Dialect)[]).filter(
    (name) => form.dialect[name] !== DEFAULT_DIALECT[name],
  );
  const models = (Object.keys(DEFAULT_MODELS) as (keyof Models)[]).filter(
    (name) => form.models[name] !== DEFAULT_MODELS[name],
  );
  return dialect.length + models.length + (form.allowsPrivateHttp ? 1 : 0);
}

function firstForm(session: SessionStore): ConnectionForm {
  const state = session.getState();
  const active = activeConnection(state);
  const isAlone = state.connections.every((connection) => connection.isPractice);
  return active === undefined || isAlone ? blankForm() : formOf(active);
}

/** The form of a connection as it is saved; the blank one if it does not exist. */
function savedForm(id: string | null, session: SessionStore): ConnectionForm {
  const connection = session.getState().connections.find((one) => one.id === id);
  return connection === undefined ? blankForm() : formOf(connection);
}

function blankForm(): ConnectionForm {
  return { id: null, name: '', baseUrl: '', key: '', ...DEFAULT_ADVANCED, prices: NO_PRICES };
}

function formOf({ id, name, baseUrl, allowsPrivateHttp, models, dialect, prices }: Connection): ConnectionForm {
  return { id, name, baseUrl, key: '', allowsPrivateHttp, models, dialect, prices };
}

/**
 * Returns the draft to send: an untouched key field keeps the saved key, empty fields get the contract's defaults, an
 * empty name becomes the host.
 */
function draftOf(form: ConnectionForm): ConnectionDraft {
  const address = normaliseBaseUrl(form.baseUrl, form);
  const host = address.ok ? address.data.origin.replace(/^https?:\/\//, '') : form.baseUrl.trim();
  const or = (text: string, fallback: string): string => text.trim() || fallback;
  return {
    id: form.id,
    name: or(form.name, host).slice(0, 80),
    baseUrl: form.baseUrl,
    key: form.key.trim() === '' ? null : form.key,
    allowsPrivateHttp: form.allowsPrivateHttp,
    models: {
      speech: or(form.models.speech, DEFAULT_MODELS.speech),
      image: or(form.models.image, DEFAULT_MODELS.image),
    },
    dialect: { ...form.dialect, opusWord: or(form.dialect.opusWord, DEFAULT_DIALECT.opusWord) },
    prices: { ...form.prices, currency: form.prices.currency.trim() },
  };
}
