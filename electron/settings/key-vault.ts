// The API keys: encrypted by the system's key store if there is one, otherwise in memory until the app ends. Never on
// disk in plain text.

import { z } from 'zod';
import type { KeyProtection, KeyState } from '../../shared/contract/settings.ts';
import type { Loss } from '../../shared/contract/storage.ts';
import { MAX_ENCRYPTED_LENGTH, openKeyFile, type StoredKeys } from './key-file.ts';
import { parseObject } from './salvage.ts';

/** The part of Electron's safeStorage used here: only the asynchronous functions, after `ready`. */
export type KeyStore = {
  isAsyncEncryptionAvailable: () => Promise<boolean>;
  encryptStringAsync: (plainText: string) => Promise<Buffer>;
  decryptStringAsync: (encrypted: Buffer) => Promise<{ result: string; shouldReEncrypt: boolean }>;
  getSelectedStorageBackend?: () => string;
};

/** Keys by connection. A key is valid only for the origin it was saved for. */
export type KeyVault = {
  protection: () => KeyProtection;
  /** Resolves when the key store has answered, possibly after a person has unlocked it; never rejects. */
  opened: Promise<void>;
  state: (connectionId: string, origin: string) => Exclude<KeyState, 'notNeeded'>;
  key: (connectionId: string, origin: string) => string | undefined;
  /**
   * Saves a key. It is usable at once, and on disk when the key store has encrypted it and the disk has taken it; until
   * then `isSaved` is false.
   */
  save: (connectionId: string, origin: string, key: string) => Promise<void>;
  remove: (connectionId: string) => Promise<void>;
  /** Returns every key in memory, for removing them from texts. */
  keys: () => string[];
  /** Whether the file has the latest change. */
  isSaved: () => boolean;
  /** Writes the file again if it does not have the latest change. Rejects only for a bug. */
  flush: () => Promise<void>;
  /** What could not be read of the file; undefined if nothing was lost. Valid once `opened` has resolved. */
  loss: () => Loss | undefined;
};

/** What is encrypted: the key together with the origin it is for, so that no other can be written beside it. */
const boundSchema = z.strictObject({ origin: z.string(), key: z.string() });
/**
 * A key in memory; `key` is undefined when it is stored but cannot be decrypted here. `isEncrypted`: this key is among
 * those to store; `isStored`: it is on disk.
 */
type HeldKey = { origin: string; key: string | undefined; isStored: boolean; isEncrypted: boolean };

/**
 * Prefix of cipher text on Linux whose password is in Chromium's source, used where no secret service runs
 * (components/os_crypt: `v10` is that password, `v11` the keyring's). On other systems `v10` is the system's own
 * protection.
 */
const PUBLIC_PASSWORD_PREFIX = 'v10';

/**
 * Opens the vault without waiting for the key store, which may be asking a person for a password: until it has
 * answered, stored keys are in the state `opening`. A key that cannot be decrypted is requested again; the others stay
 * usable.
 *
 * Neither `isAsyncEncryptionAvailable()` nor the backend's name shows that Electron encrypts with the public password,
 * so every cipher text is checked, beginning with a trial one. A key encrypted that way stays in memory, and one that
 * was stored that way is removed from the disk.
 * @param onWriteFailed called when the disk did not take a change; the change is kept and `flush` writes it again.
 */
export function openKeyVault(
  file: string,
  store: KeyStore,
  platform: NodeJS.Platform,
  onWriteFailed: (error: unknown) => void,
): KeyVault {
  const backend = platform === 'linux' ? (store.getSelectedStorageBackend?.() ?? 'unknown') : platform;
  const held = new Map<string, HeldKey>();
  let protection: KeyProtection = { state: 'opening', backend };
  const onDisk = openKeyFile(file, onWriteFailed, (keys) => {
    for (const [id, entry] of held) if (Object.hasOwn(keys, id) && entry.isEncrypted) entry.isStored = true;
  });

  const isPublic = (encrypted: Buffer): boolean =>
    platform === 'linux' && encrypted.toString('latin1', 0, PUBLIC_PASSWORD_PREFIX.length) === PUBLIC_PASSWORD_PREFIX;
  /** Encrypts so that only this person on this computer can decrypt; undefined if the key store cannot do that. */
  async function encrypt(text: string): Promise<Buffer | undefined> {
    const encrypted = await store.encryptStringAsync(text);
    return isPublic(encrypted) ? undefined : encrypted;
  }
  async function isProtecting(): Promise<boolean> {
    if (backend === 'basic_text' || !(await store.isAsyncEncryptionAvailable())) return false;
    return (await encrypt('trial').catch(() => undefined)) !== undefined;
  }

  const forget = (connectionId: string): Promise<void> =>
    onDisk.change(({ [connectionId]: _removed, ...others }) => others);

  async function persist(connectionId: string, origin: string, key: string): Promise<void> {
    const isCurrent = (): boolean => held.get(connectionId)?.key === key;
    const encrypted = await encrypt(JSON.stringify({ origin, key }));
    if (!encrypted) protection = { state: 'unavailable', backend };
    // The key may be replaced or removed during encryption, and while the file is written.
    if (!encrypted || !isCurrent()) return;
    await onDisk.change((keys) => {
      const entry = held.get(connectionId);
      if (entry && isCurrent()) entry.isEncrypted = true;
      return { ...keys, [connectionId]: { origin, encrypted: encrypted.toString('base64') } };
    });
  }

  async function openStored(connectionId: string, entry: StoredKeys[string]): Promise<void> {
    const { origin } = entry;
    const encrypted = Buffer.from(entry.encrypted, 'base64');
    const wasPublic = isPublic(encrypted);
    const canDecrypt = wasPublic || protection.state === 'available';
    const opened = canDecrypt ? await store.decryptStringAsync(encrypted).catch(() => undefined) : undefined;
    // A key whose origin was changed in the file, or that is not bound to one, is asked for again.
    const key = opened && keyBoundTo(origin, opened.result);
    if (!Object.hasOwn(onDisk.keys(), connectionId)) return;
    const isReplaced = held.has(connectionId);
    if (!isReplaced && (key !== undefined || !wasPublic))
      held.set(connectionId, { origin, key, isStored: !wasPublic, isEncrypted: !wasPublic });
    if (wasPublic) await forget(connectionId);
    // Re-encrypting is optional; if it fails, the key still works.
    const isWanted = opened !== undefined && !isReplaced && (wasPublic || opened.shouldReEncrypt);
    if (isWanted && key !== undefined && protection.state === 'available') await persist(connectionId, origin, key);
  }

  async function open(): Promise<void> {
    const isAvailable = await isProtecting().catch(() => false);
    protection = { state: isAvailable ? 'available' : 'unavailable', backend };
    await onDisk.settled();
    // Keys saved while the key store was opening.
    const early = [...held];
    for (const [connectionId, entry] of Object.entries(onDisk.keys())) {
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
      held.set(connectionId, { origin, key, isStored: false, isEncrypted: false });
      // Otherwise `open` stores the key once the key store has answered.
      if (isOpened && protection.state === 'available') await persist(connectionId, origin, key);
    },
    async remove(connectionId) {
      held.delete(connectionId);
      await onDisk.settled();
      if (Object.hasOwn(onDisk.keys(), connectionId)) await forget(connectionId);
    },
    isSaved: onDisk.isSaved,
    flush: onDisk.flush,
    loss: onDisk.loss,
  };
}

/** The key in a decrypted text; undefined if it was saved for another origin. */
function keyBoundTo(origin: string, text: string): string | undefined {
  if (text.length > MAX_ENCRYPTED_LENGTH) return undefined;
  const bound = boundSchema.safeParse(parseObject(text));
  return bound.success && bound.data.origin === origin ? bound.data.key : undefined;
}

/** Whether a typed key can be sent in an HTTP header. */
export function isKeySendable(key: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(key);
}
