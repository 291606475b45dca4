// Owns `safeStorage`: none by default, or with --test-keyring a real cipher whose keys lie beside the user-data folder;
// must not know what is kept.
//
// The key file survives restarts with the same folder. Deleting it makes earlier secrets undecipherable; `rotateKeyring`
// adds a newer key, so that earlier secrets still open but ask to be encrypted again.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SafeStorage } from 'electron';
import { app } from './app.ts';
import { honest } from './honest.ts';
import { requireReady, state } from './state.ts';

const TOO_EARLY = 'safeStorage cannot be used before app is ready';
const PREFIX = Buffer.from('test-keyring:');
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

interface Key {
  readonly id: string;
  readonly key: string;
}

/** Where the keys of a user-data folder are kept. */
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

/** For tests: what is encrypted from now on uses a new key. */
export function rotateKeyring(): void {
  writeKeys([...readKeys(), newKey()]);
}

function requireKeyring(): void {
  requireReady(TOO_EARLY);
  if (!state.options.testKeyring) throw new Error('Encryption is not available.');
}

/** Fails at once when used too early, and as a rejected promise otherwise: as Electron does. */
function afterReady<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => Promise<T> {
  return (...args) => {
    requireReady(TOO_EARLY);
    return Promise.resolve().then(() => work(...args));
  };
}

const api = {
  isAsyncEncryptionAvailable: afterReady(() => state.options.testKeyring),
  encryptStringAsync: afterReady((plainText: string): Buffer => {
    requireKeyring();
    const newest = readKeys().at(-1) ?? newKey();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(newest.key, 'base64'), iv);
    const secret = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([PREFIX, Buffer.from(newest.id, 'hex'), iv, cipher.getAuthTag(), secret]);
  }),
  decryptStringAsync: afterReady((encrypted: Buffer): Electron.DecryptStringAsyncReturnValue => {
    requireKeyring();
    const failure = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';
    const keys = readKeys();
    let offset = PREFIX.byteLength;
    const take = (length: number): Buffer => {
      offset += length;
      return encrypted.subarray(offset - length, offset);
    };
    const id = take(ID_BYTES).toString('hex');
    const found = keys.find((key) => key.id === id);
    if (!found || !encrypted.subarray(0, PREFIX.byteLength).equals(PREFIX)) throw new Error(failure);
    try {
      const decipher = createDecipheriv('aes-256-gcm', Buffer.from(found.key, 'base64'), take(IV_BYTES));
      decipher.setAuthTag(take(TAG_BYTES));
      const result = Buffer.concat([decipher.update(encrypted.subarray(offset)), decipher.final()]).toString('utf8');
      return { result, shouldReEncrypt: found.id !== keys.at(-1)?.id };
    } catch (cause) {
      throw new Error(failure, { cause });
    }
  }),
} satisfies Partial<SafeStorage>;

const linuxOnly = {
  getSelectedStorageBackend: () => {
    if (!state.isReady) return 'unknown';
    return state.options.testKeyring ? 'gnome_libsecret' : 'basic_text';
  },
} satisfies Partial<SafeStorage>;

export const safeStorage = honest('safeStorage', process.platform === 'linux' ? { ...api, ...linuxOnly } : api);
