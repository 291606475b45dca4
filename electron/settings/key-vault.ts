// The API keys: encrypted by the system's key store where there is one, else in memory until the app ends. Never in clear on disk.

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { KeyProtection, KeyState } from '../../shared/contract/settings.ts';
import { writeFileAtomic } from '../files.ts';

/** The part of Electron's safeStorage used here; asynchronous only, after `ready`. */
export type KeyStore = {
  isAsyncEncryptionAvailable: () => Promise<boolean>;
  encryptStringAsync: (plainText: string) => Promise<Buffer>;
  decryptStringAsync: (encrypted: Buffer) => Promise<{ result: string; shouldReEncrypt: boolean }>;
  getSelectedStorageBackend?: () => string;
};

/** Keys by connection. A key counts only for the origin it was saved for. */
export type KeyVault = {
  protection: KeyProtection;
  state: (connectionId: string, origin: string) => Exclude<KeyState, 'notNeeded'>;
  key: (connectionId: string, origin: string) => string | undefined;
  save: (connectionId: string, origin: string, key: string) => Promise<void>;
  remove: (connectionId: string) => Promise<void>;
  /** Every key held now, for removing them from texts. */
  keys: () => string[];
};

const entrySchema = z.strictObject({ origin: z.string(), encrypted: z.base64() });
const fileSchema = z.strictObject({ version: z.literal(1), keys: z.record(z.string(), entrySchema) });
type StoredKeys = z.infer<typeof fileSchema>['keys'];
/** A key as it is known now; `key` is undefined when it is stored but cannot be decrypted here. */
type HeldKey = { origin: string; key: string | undefined; isStored: boolean };

/**
 * Opens the vault and decrypts what it holds. A key that cannot be decrypted is asked for again; the others stay usable.
 * Linux' `basic_text` backend encrypts with a password everybody knows, so it counts as none.
 */
export async function openKeyVault(file: string, store: KeyStore, platform: NodeJS.Platform): Promise<KeyVault> {
  const backend = platform === 'linux' ? (store.getSelectedStorageBackend?.() ?? 'unknown') : platform;
  const isAvailable = backend !== 'basic_text' && (await store.isAsyncEncryptionAvailable());
  const stored: StoredKeys = await readKeys(file);
  const held = new Map<string, HeldKey>();

  async function persist(connectionId: string, origin: string, key: string): Promise<void> {
    stored[connectionId] = { origin, encrypted: (await store.encryptStringAsync(key)).toString('base64') };
    await writeKeys();
  }
  const writeKeys = (): Promise<void> =>
    writeFileAtomic(file, `${JSON.stringify({ version: 1, keys: stored }, null, 2)}\n`);

  for (const [connectionId, { origin, encrypted }] of Object.entries(stored)) {
    const opened = isAvailable ? await decrypt(store, encrypted) : undefined;
    held.set(connectionId, { origin, key: opened?.result, isStored: true });
    // Re-encrypting is a courtesy to the key store; failing at it leaves a key that still works.
    if (opened?.shouldReEncrypt) await persist(connectionId, origin, opened.result).catch(() => undefined);
  }

  const find = (connectionId: string, origin: string): HeldKey | undefined => {
    const entry = held.get(connectionId);
    return entry?.origin === origin ? entry : undefined;
  };

  return {
    protection: { isAvailable, backend },
    state(connectionId, origin) {
      const entry = find(connectionId, origin);
      if (!entry) return 'missing';
      if (entry.key === undefined) return 'unreadable';
      return entry.isStored ? 'stored' : 'sessionOnly';
    },
    key: (connectionId, origin) => find(connectionId, origin)?.key,
    keys: () => [...held.values()].flatMap(({ key }) => (key ? [key] : [])),
    async save(connectionId, origin, key) {
      if (isAvailable) await persist(connectionId, origin, key);
      held.set(connectionId, { origin, key, isStored: isAvailable });
    },
    async remove(connectionId) {
      held.delete(connectionId);
      if (!(connectionId in stored)) return;
      delete stored[connectionId];
      await writeKeys();
    },
  };
}

/** Why a typed key cannot be sent in a header; undefined when it can. */
export function isKeySendable(key: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(key);
}

async function decrypt(
  store: KeyStore,
  encrypted: string,
): Promise<{ result: string; shouldReEncrypt: boolean } | undefined> {
  try {
    return await store.decryptStringAsync(Buffer.from(encrypted, 'base64'));
  } catch {
    return undefined;
  }
}

async function readKeys(file: string): Promise<StoredKeys> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).keys;
  } catch {
    return {};
  }
}
