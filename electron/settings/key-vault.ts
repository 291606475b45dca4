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
  protection: () => KeyProtection;
  /** Resolves when the key store has answered, which may be when a person has unlocked it; never rejects. */
  opened: Promise<void>;
  state: (connectionId: string, origin: string) => Exclude<KeyState, 'notNeeded'>;
  key: (connectionId: string, origin: string) => string | undefined;
  /** Usable at once; on disk when the key store has encrypted it. */
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
 * Linux' cipher text under a password that stands in Chromium's source, used where no secret service runs
 * (components/os_crypt: `v10` is that password, `v11` the keyring's). Elsewhere `v10` is the system's own protection.
 */
const PUBLIC_PASSWORD_PREFIX = 'v10';

/**
 * Opens the vault without waiting for the key store, which may be asking a person for a password: until it has answered, stored keys are
 * in the state `opening`. A key that cannot be decrypted is asked for again; the others stay usable.
 *
 * Electron says neither by `isAsyncEncryptionAvailable()` nor by the backend's name that it encrypts with the public password, so every
 * cipher text is looked at, a trial one first. Such a key stays in memory, and one that was stored so is removed from the disk.
 */
export function openKeyVault(file: string, store: KeyStore, platform: NodeJS.Platform): KeyVault {
  const backend = platform === 'linux' ? (store.getSelectedStorageBackend?.() ?? 'unknown') : platform;
  const held = new Map<string, HeldKey>();
  let protection: KeyProtection = { state: 'opening', backend };
  let stored: StoredKeys = {};
  let writing = readKeys(file).then((keys) => {
    stored = keys;
  });

  const isPublic = (encrypted: Buffer): boolean =>
    platform === 'linux' && encrypted.toString('latin1', 0, PUBLIC_PASSWORD_PREFIX.length) === PUBLIC_PASSWORD_PREFIX;
  /** Bytes only this person on this computer can read; undefined where the key store cannot make them. */
  async function encrypt(text: string): Promise<Buffer | undefined> {
    const encrypted = await store.encryptStringAsync(text);
    return isPublic(encrypted) ? undefined : encrypted;
  }
  async function isProtecting(): Promise<boolean> {
    if (backend === 'basic_text' || !(await store.isAsyncEncryptionAvailable())) return false;
    return (await encrypt('trial').catch(() => undefined)) !== undefined;
  }

  /** One change of the file after the other, the first of them its reading. */
  function change(edit: (keys: StoredKeys) => StoredKeys): Promise<void> {
    const work = writing.then(async () => {
      const next = edit(stored);
      await writeFileAtomic(file, `${JSON.stringify({ version: 1, keys: next }, null, 2)}\n`);
      stored = next;
    });
    writing = work.catch(() => undefined);
    return work;
  }
  const forget = (connectionId: string): Promise<void> => change(({ [connectionId]: _removed, ...others }) => others);

  async function persist(connectionId: string, origin: string, key: string): Promise<void> {
    const isCurrent = (): boolean => held.get(connectionId)?.key === key;
    const encrypted = await encrypt(key);
    if (!encrypted) protection = { state: 'unavailable', backend };
    // It may be replaced or removed while the key store is asked, and while the file is written.
    if (!encrypted || !isCurrent()) return;
    await change((keys) => ({ ...keys, [connectionId]: { origin, encrypted: encrypted.toString('base64') } }));
    if (isCurrent()) held.set(connectionId, { origin, key, isStored: true });
  }

  async function openStored(connectionId: string, entry: StoredKeys[string]): Promise<void> {
    const { origin } = entry;
    const encrypted = Buffer.from(entry.encrypted, 'base64');
    const wasPublic = isPublic(encrypted);
    const canDecrypt = wasPublic || protection.state === 'available';
    const opened = canDecrypt ? await store.decryptStringAsync(encrypted).catch(() => undefined) : undefined;
    if (!(connectionId in stored)) return;
    const isReplaced = held.has(connectionId);
    if (!isReplaced && (opened || !wasPublic))
      held.set(connectionId, { origin, key: opened?.result, isStored: !wasPublic });
    if (wasPublic) await forget(connectionId);
    // Re-encrypting is a courtesy to the key store; failing at it leaves a key that still works.
    const isWanted = opened !== undefined && !isReplaced && (wasPublic || opened.shouldReEncrypt);
    if (isWanted && protection.state === 'available') await persist(connectionId, origin, opened.result);
  }

  async function open(): Promise<void> {
    const isAvailable = await isProtecting().catch(() => false);
    protection = { state: isAvailable ? 'available' : 'unavailable', backend };
    await writing;
    // Those saved while the key store was opening.
    const early = [...held];
    for (const [connectionId, entry] of Object.entries(stored)) {
      await openStored(connectionId, entry).catch(() => undefined);
    }
    if (!isAvailable) return;
    for (const [connectionId, { origin, key }] of early) {
      if (key !== undefined) await persist(connectionId, origin, key).catch(() => undefined);
    }
  }

  const find = (connectionId: string, origin: string): HeldKey | undefined => {
    const entry = held.get(connectionId);
    return entry?.origin === origin ? entry : undefined;
  };

  let isOpened = false;
  const opened = open().then(() => {
    isOpened = true;
  });

  return {
    protection: () => protection,
    opened,
    state(connectionId, origin) {
      const entry = find(connectionId, origin);
      if (!entry) return isOpened ? 'missing' : 'opening';
      if (entry.key === undefined) return 'unreadable';
      return entry.isStored ? 'stored' : 'sessionOnly';
    },
    key: (connectionId, origin) => find(connectionId, origin)?.key,
    keys: () => [...held.values()].flatMap(({ key }) => (key ? [key] : [])),
    async save(connectionId, origin, key) {
      held.set(connectionId, { origin, key, isStored: false });
      // `open` stores it once the key store has answered.
      if (isOpened && protection.state === 'available') await persist(connectionId, origin, key);
    },
    async remove(connectionId) {
      held.delete(connectionId);
      await writing;
      if (connectionId in stored) await forget(connectionId);
    },
  };
}

/** Why a typed key cannot be sent in a header; undefined when it can. */
export function isKeySendable(key: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(key);
}

async function readKeys(file: string): Promise<StoredKeys> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).keys;
  } catch {
    return {};
  }
}
