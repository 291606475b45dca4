// Implements `safeStorage`: as on Linux without a secret service, or with --test-keyring as a key store in one of several
// states (options.ts). Independent of the stored secrets.
//
// The keys of a working key store are in a file beside the user-data folder, which survives restarts. Deleting it makes
// earlier secrets undecipherable; `rotateKeyring` adds a newer key, so that earlier secrets can be decrypted but should be
// encrypted again. `isAsyncEncryptionAvailable` is true in every state, as in Electron: it only reports that an encryptor
// exists.

import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SafeStorage } from 'electron';
import { app } from './app.ts';
import { honest } from './honest.ts';
import { requireReady, state } from './state.ts';

const TOO_EARLY = 'safeStorage cannot be used before app is ready';
/** Chromium's prefixes of a cipher text on Linux: for a password from its source code, and for one in the keyring. */
const PUBLIC_PREFIX = Buffer.from('v10');
const PREFIX = Buffer.from('v11');
const PUBLIC_KEY = pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1');
const PUBLIC_IV = Buffer.alloc(16, ' ');
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

interface Key {
  readonly id: string;
  readonly key: string;
}

/** Returns the path of the keys for a user-data folder. */
function keyringFile(userData: string): string {
  return `${userData}.test-keyring.json`;
}

function writeKeys(keys: readonly Key[]): readonly Key[] {
  const file = keyringFile(app.getPath('userData'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

const newKey = (): Key => ({
  id: randomBytes(ID_BYTES).toString('hex'),
  key: randomBytes(KEY_BYTES).toString('base64'),
});

function readKeys(): readonly Key[] {
  const file = keyringFile(app.getPath('userData'));
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Key[]) : writeKeys([newKey()]);
}

/** For tests: further secrets are encrypted with a new key. */
export function rotateKeyring(): void {
  writeKeys([...readKeys(), newKey()]);
}

let unlock: () => void = () => undefined;
const unlocked = new Promise<void>((resolve) => {
  unlock = resolve;
});

/** For tests: a person enters the password of a locked key store. */
export function unlockKeyring(): void {
  unlock();
}

const isPublic = (): boolean => state.options.keyring === 'none' || state.options.keyring === 'nameless';

/** Throws synchronously before ready, and rejects on later errors, as Electron does. */
function afterReady<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => Promise<T> {
  return (...args) => {
    requireReady(TOO_EARLY);
    const answering = state.options.keyring === 'locked' ? unlocked : Promise.resolve();
    return answering.then(() => work(...args));
  };
}

function encryptPublicly(plainText: string): Buffer {
  if (process.platform !== 'linux') throw new Error('no key store is played on this system');
  const cipher = createCipheriv('aes-128-cbc', PUBLIC_KEY, PUBLIC_IV);
  return Buffer.concat([PUBLIC_PREFIX, cipher.update(plainText, 'utf8'), cipher.final()]);
}

function decryptPublicly(encrypted: Buffer): Electron.DecryptStringAsyncReturnValue {
  const decipher = createDecipheriv('aes-128-cbc', PUBLIC_KEY, PUBLIC_IV);
  const secret = encrypted.subarray(PUBLIC_PREFIX.byteLength);
  return {
    result: Buffer.concat([decipher.update(secret), decipher.final()]).toString('utf8'),
    shouldReEncrypt: !isPublic(),
  };
}

function encryptByKeyring(plainText: string): Buffer {
  const newest = readKeys().at(-1) ?? newKey();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(newest.key, 'base64'), iv);
  const secret = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return Buffer.concat([PREFIX, Buffer.from(newest.id, 'hex'), iv, cipher.getAuthTag(), secret]);
}

function decryptByKeyring(encrypted: Buffer): Electron.DecryptStringAsyncReturnValue {
  const keys = readKeys();
  let offset = PREFIX.byteLength;
  const take = (length: number): Buffer => {
    offset += length;
    return encrypted.subarray(offset - length, offset);
  };
  const id = take(ID_BYTES).toString('hex');
  const found = keys.find((key) => key.id === id);
  if (!found || isPublic()) throw new Error('no such key');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(found.key, 'base64'), take(IV_BYTES));
  decipher.setAuthTag(take(TAG_BYTES));
  const result = Buffer.concat([decipher.update(encrypted.subarray(offset)), decipher.final()]).toString('utf8');
  return { result, shouldReEncrypt: found.id !== keys.at(-1)?.id };
}

const api = {
  isAsyncEncryptionAvailable: afterReady(() => true),
  encryptStringAsync: afterReady((plainText: string) =>
    isPublic() ? encryptPublicly(plainText) : encryptByKeyring(plainText),
  ),
  decryptStringAsync: afterReady((encrypted: Buffer) => {
    try {
      const hasPrefix = (prefix: Buffer): boolean => encrypted.subarray(0, prefix.byteLength).equals(prefix);
      if (hasPrefix(PUBLIC_PREFIX)) return decryptPublicly(encrypted);
      if (hasPrefix(PREFIX)) return decryptByKeyring(encrypted);
      throw new Error('unknown prefix');
    } catch (cause) {
      const text = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';
      throw new Error(text, { cause });
    }
  }),
} satisfies Partial<SafeStorage>;

const linuxOnly = {
  getSelectedStorageBackend: () => {
    if (!state.isReady) return 'unknown';
    return state.options.keyring === 'none' ? 'basic_text' : 'gnome_libsecret';
  },
} satisfies Partial<SafeStorage>;

export const safeStorage = honest('safeStorage', { ...api, ...(process.platform === 'linux' && linuxOnly) });
