// Where requests go: combines address, key and dialect of a connection, and says how far they may reach.

import { isLoopbackHost, normaliseBaseUrl } from '../../shared/connection/base-url.ts';
import type { Dialect, Models } from '../../shared/connection/connections.ts';
import { pastedKey } from '../../shared/connection/pasted-key.ts';
import type { ConnectionDraft, StoredConnection } from '../../shared/contract/settings.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Reach } from '../relay/agents.ts';
import { isPrivateNumber } from '../relay/public-address.ts';
import { listOf } from './by-connection.ts';
import { isKeySendable, type KeyVault } from './key-vault.ts';
import type { SettingsFile } from './settings-file.ts';

/** Everything about a relay that a request needs. */
export type Target = {
  connectionName: string;
  isPractice: boolean;
  baseUrl: string;
  key: string;
  models: Models;
  dialect: Dialect;
  /** Origins beside its own that results may be fetched from without https. */
  allowedOrigins: readonly string[];
  /** `any` on this computer, and where the person confirmed it; elsewhere only public addresses are called. */
  reach: Reach;
};

/**
 * Where requests to a relay go, for the record: scheme, host and port. Empty for the practice relay, whose port is
 * another one at each start.
 */
export function originOf({ isPractice, baseUrl }: Pick<Target, 'isPractice' | 'baseUrl'>): string {
  return isPractice ? '' : new URL(baseUrl).origin;
}

/** The name is the host if the person gave none; `key` is undefined when none is known for the origin. */
type ReadDraft = { name: string; baseUrl: string; origin: string; key: string | undefined };

type Targets = {
  /** Validates the parts of a draft that are needed for saving and sending. */
  readDraft: (draft: ConnectionDraft) => Result<ReadDraft, AppError>;
  /** How far requests to an origin may reach. */
  reachOf: (origin: string) => Reach;
  /** The relay of a draft, with the saved key if the draft does not change it. */
  ofDraft: (draft: ConnectionDraft) => Result<Target, AppError>;
  /** The relay of a saved connection. Waits for its key while the key store is opening, until `signal` aborts. */
  ofSaved: (stored: StoredConnection, signal?: AbortSignal) => Promise<Result<Target, AppError>>;
};

/** Creates them over the settings and the keys. */
export function createTargets(settings: SettingsFile, vault: KeyVault): Targets {
  function readDraft(draft: ConnectionDraft): Result<ReadDraft, AppError> {
    const address = normaliseBaseUrl(draft.baseUrl, draft);
    if (!address.ok) return fail(appError('address.invalid', { problem: address.error }));
    const { baseUrl, origin } = address.data;
    const typed = pastedKey(draft.key ?? '');
    if (typed !== '' && !isKeySendable(typed)) return fail(appError('key.invalid'));
    return ok({
      name: draft.name.trim() || new URL(baseUrl).host,
      baseUrl,
      origin,
      key: typed || (draft.id === null ? undefined : vault.key(draft.id, origin)),
    });
  }

  const reachOf = (origin: string): Reach => {
    const { hostname } = new URL(origin);
    return isLoopbackHost(hostname) || settings.current().confirmedOrigins.includes(origin) ? 'any' : 'public';
  };

  function ofDraft(draft: ConnectionDraft): Result<Target, AppError> {
    const read = readDraft(draft);
    if (!read.ok) return read;
    const { name, baseUrl, origin, key } = read.data;
    const reach = reachOf(origin);
    // Names are judged when they are resolved; numbers never are.
    if (reach === 'public' && isPrivateNumber(new URL(origin).hostname))
      return fail(appError('address.unconfirmed', { origin }));
    if (!key) {
      const isOpening = draft.id !== null && vault.state(draft.id, origin) === 'opening';
      return fail(appError(isOpening ? 'key.opening' : 'key.missing'));
    }
    return ok({
      connectionName: name,
      isPractice: false,
      baseUrl,
      key,
      models: draft.models,
      dialect: draft.dialect,
      allowedOrigins: draft.id === null ? [] : listOf(settings.current().resultOrigins, draft.id),
      reach,
    });
  }

  return {
    readDraft,
    reachOf,
    ofDraft,
    async ofSaved(stored, signal) {
      const { origin } = new URL(stored.baseUrl);
      const isOpening = vault.state(stored.id, origin) === 'opening';
      if (isOpening) await Promise.race([vault.opened, ...(signal ? [aborted(signal)] : [])]);
      return ofDraft({ ...stored, key: null });
    },
  };
}

/** Resolves when the signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
