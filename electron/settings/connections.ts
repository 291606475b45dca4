// The list of connections: saves, selects and removes them, and what a person has allowed each.

import { randomUUID } from 'node:crypto';
import { normaliseBaseUrl } from '../../shared/connection/base-url.ts';
import {
  DEFAULT_DIALECT,
  DEFAULT_MODELS,
  type Dialect,
  PRACTICE_CONNECTION_ID,
} from '../../shared/connection/connections.ts';
import { NO_PRICES, type Prices } from '../../shared/connection/prices.ts';
import {
  type Connection,
  type ConnectionDraft,
  REMEMBERED_LIMITS,
  type StoredConnection,
} from '../../shared/contract/settings.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { listOf, withList } from './by-connection.ts';
import type { KeyVault } from './key-vault.ts';
import type { SettingsFile } from './settings-file.ts';
import { createTargets, type Target } from './targets.ts';

/** The practice relay's current address, and the same after waiting for its start. */
export type PracticeRelay = {
  address: () => { baseUrl: string; key: string } | undefined;
  whenRunning: () => Promise<{ baseUrl: string; key: string } | undefined>;
};

/** Operations on the person's connections; the practice relay is first. */
export type Connections = {
  list: () => Connection[];
  /** The dialect of a connection; the default one if the connection no longer exists. */
  dialect: (id: string) => Dialect;
  /** What the relay of a connection asks, as a person entered it. */
  prices: (id: string) => Prices;
  save: (draft: ConnectionDraft) => Promise<Result<Connection, AppError>>;
  activate: (id: string) => Result<null, AppError>;
  remove: (id: string) => Promise<Result<null, AppError>>;
  /** Lets a connection fetch results from an origin that is not its own. */
  allowOrigin: (id: string, origin: string) => Result<null, AppError>;
  /** The origin of a draft if nobody has confirmed it; undefined on this computer, and if it has none. */
  unconfirmedOrigin: (draft: ConnectionDraft) => string | undefined;
  /** Lets requests be sent to an origin in a private network. */
  confirmOrigin: (origin: string) => void;
  /** Ends what `allowOrigin` began. */
  forgetOrigin: (id: string, origin: string) => void;
  /**
   * The relay of a saved connection. Waits for its key while the system's key store is opening, until `signal` aborts.
   */
  target: (id: string, signal?: AbortSignal) => Promise<Result<Target, AppError>>;
  /** The relay of a draft, with the saved key if the draft does not change it. */
  draftTarget: (draft: ConnectionDraft) => Promise<Result<Target, AppError>>;
};

/** Creates the list of connections from settings, key vault and practice relay. */
export function createConnections(settings: SettingsFile, vault: KeyVault, practice: PracticeRelay): Connections {
  const targets = createTargets(settings, vault);
  const practiceConnection = (): Connection => ({
    id: PRACTICE_CONNECTION_ID,
    name: 'Demo mode',
    baseUrl: practice.address()?.baseUrl ?? '',
    allowsPrivateHttp: false,
    models: DEFAULT_MODELS,
    dialect: DEFAULT_DIALECT,
    prices: NO_PRICES,
    isPractice: true,
    keyState: 'notNeeded',
    keyLast4: '',
  });
  const toConnection = (stored: StoredConnection): Connection => {
    const origin = new URL(stored.baseUrl).origin;
    const key = vault.key(stored.id, origin) ?? '';
    // Four characters would be most of a short key.
    const keyLast4 = key.length >= 12 ? key.slice(-4) : '';
    return { ...stored, isPractice: false, keyState: vault.state(stored.id, origin), keyLast4 };
  };
  const find = (id: string): StoredConnection | undefined => settings.connections().find((entry) => entry.id === id);

  async function target(id: string, signal?: AbortSignal): Promise<Result<Target, AppError>> {
    if (id === PRACTICE_CONNECTION_ID) {
      const running = await practice.whenRunning();
      if (!running) return fail(appError('practice.unavailable'));
      const { name, models, dialect } = practiceConnection();
      return ok({
        ...running,
        connectionName: name,
        isPractice: true,
        models,
        dialect,
        allowedOrigins: [],
        reach: 'any',
      });
    }
    const stored = find(id);
    if (!stored) return fail(appError('connection.not_found'));
    return targets.ofSaved(stored, signal);
  }

  return {
    list: () => [practiceConnection(), ...settings.connections().map(toConnection)],
    dialect: (id) => find(id)?.dialect ?? DEFAULT_DIALECT,
    prices: (id) => find(id)?.prices ?? NO_PRICES,
    target,
    draftTarget: async (draft) => (draft.id === PRACTICE_CONNECTION_ID ? target(draft.id) : targets.ofDraft(draft)),
    async save(draft) {
      if (draft.id === PRACTICE_CONNECTION_ID) return fail(appError('connection.not_found'));
      const read = targets.readDraft(draft);
      if (!read.ok) return read;
      const { name, baseUrl, origin, key } = read.data;
      const id = draft.id ?? randomUUID();
      const { allowsPrivateHttp, models, dialect, prices } = draft;
      const stored: StoredConnection = { id, name, baseUrl, allowsPrivateHttp, models, dialect, prices };
      if (key) await vault.save(id, origin, key);
      const others = settings.connections();
      const before = find(id);
      if (before && new URL(before.baseUrl).origin !== origin) {
        // What was allowed belonged to the relay at the earlier address.
        const { [id]: _origins, ...resultOrigins } = settings.current().resultOrigins;
        settings.patch({ resultOrigins });
      }
      settings.setConnections(before ? others.map((entry) => (entry.id === id ? stored : entry)) : [...others, stored]);
      settings.patch({ activeConnectionId: id });
      return ok(toConnection(stored));
    },
    activate(id) {
      if (id !== PRACTICE_CONNECTION_ID && !find(id)) return fail(appError('connection.not_found'));
      settings.patch({ activeConnectionId: id });
      return ok(null);
    },
    allowOrigin(id, origin) {
      if (!find(id)) return fail(appError('connection.not_found'));
      const { resultOrigins } = settings.current();
      const allowed = [...new Set([...listOf(resultOrigins, id), origin])];
      settings.patch({ resultOrigins: withList(resultOrigins, id, allowed, REMEMBERED_LIMITS.resultOrigins) });
      return ok(null);
    },
    unconfirmedOrigin(draft) {
      const address = normaliseBaseUrl(draft.baseUrl, draft);
      if (!address.ok || targets.reachOf(address.data.origin) === 'any') return undefined;
      return address.data.origin;
    },
    confirmOrigin(origin) {
      const confirmedOrigins = [...new Set([...settings.current().confirmedOrigins, origin])];
      settings.patch({ confirmedOrigins: confirmedOrigins.slice(-REMEMBERED_LIMITS.confirmedOrigins) });
    },
    forgetOrigin(id, origin) {
      const { resultOrigins } = settings.current();
      const left = listOf(resultOrigins, id).filter((one) => one !== origin);
      settings.patch({ resultOrigins: withList(resultOrigins, id, left, REMEMBERED_LIMITS.resultOrigins) });
    },
    async remove(id) {
      if (!find(id)) return fail(appError('connection.not_found'));
      settings.setConnections(settings.connections().filter((entry) => entry.id !== id));
      if (settings.current().activeConnectionId === id) settings.patch({ activeConnectionId: PRACTICE_CONNECTION_ID });
      const { [id]: _voices, ...refusedVoices } = settings.current().refusedVoices;
      const { [id]: _pictures, ...unusedPictures } = settings.current().unusedPictures;
      const { [id]: _origins, ...resultOrigins } = settings.current().resultOrigins;
      settings.patch({ refusedVoices, unusedPictures, resultOrigins });
      await vault.remove(id);
      return ok(null);
    },
  };
}
