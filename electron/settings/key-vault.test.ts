import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { isKeySendable, type KeyStore, openKeyVault } from './key-vault.ts';

const KEY = 'canary-key-0123456789';
const ORIGIN = 'https://relay.example';

/** A key store whose secret can change, as a keyring does when it is reset. */
function keyring(
  state = { secret: 7, isAvailable: true, shouldReEncrypt: false },
): KeyStore & { state: typeof state; encryptions: number } {
  const cipher = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ state.secret));
  return {
    state,
    encryptions: 0,
    isAsyncEncryptionAvailable: async () => state.isAvailable,
    async encryptStringAsync(text) {
      this.encryptions++;
      return cipher(Buffer.from(`mark:${text}`));
    },
    async decryptStringAsync(encrypted) {
      const text = cipher(encrypted).toString();
      if (!text.startsWith('mark:')) throw new Error('cannot decrypt');
      return { result: text.slice(5), shouldReEncrypt: state.shouldReEncrypt };
    },
    getSelectedStorageBackend: () => 'gnome_libsecret',
  };
}

async function vaultFile(): Promise<string> {
  return path.join(await tempFolder(), 'keys.json');
}

describe('with a key store', () => {
  it('a key survives a restart and is in no file in clear', async () => {
    const file = await vaultFile();
    const store = keyring();
    await (await openKeyVault(file, store, 'linux')).save('c', ORIGIN, KEY);
    expect(await readFile(file, 'utf8')).not.toContain('canary');
    const again = await openKeyVault(file, store, 'linux');
    expect([again.state('c', ORIGIN), again.key('c', ORIGIN)]).toEqual(['stored', KEY]);
  });

  it('a key counts for its origin only', async () => {
    const vault = await openKeyVault(await vaultFile(), keyring(), 'linux');
    await vault.save('c', ORIGIN, KEY);
    expect(vault.key('c', 'https://relay.example.evil')).toBeUndefined();
    expect(vault.state('c', 'http://relay.example')).toBe('missing');
  });

  it('a key that cannot be decrypted is asked for again; saving it anew works', async () => {
    const file = await vaultFile();
    const store = keyring();
    await (await openKeyVault(file, store, 'linux')).save('c', ORIGIN, KEY);
    store.state.secret = 9;
    const vault = await openKeyVault(file, store, 'linux');
    expect([vault.state('c', ORIGIN), vault.key('c', ORIGIN)]).toEqual(['unreadable', undefined]);
    await vault.save('c', ORIGIN, KEY);
    expect((await openKeyVault(file, store, 'linux')).state('c', ORIGIN)).toBe('stored');
  });

  it('re-encrypts when the key store asks for it', async () => {
    const file = await vaultFile();
    const store = keyring();
    await (await openKeyVault(file, store, 'linux')).save('c', ORIGIN, KEY);
    store.state.shouldReEncrypt = true;
    expect((await openKeyVault(file, store, 'linux')).key('c', ORIGIN)).toBe(KEY);
    expect(store.encryptions).toBe(2);
  });

  it('forgets a removed key', async () => {
    const file = await vaultFile();
    const vault = await openKeyVault(file, keyring(), 'linux');
    await vault.save('c', ORIGIN, KEY);
    await vault.remove('c');
    expect(vault.keys()).toEqual([]);
    expect((await openKeyVault(file, keyring(), 'linux')).state('c', ORIGIN)).toBe('missing');
  });
});

describe.each([
  ['no key store', { isAsyncEncryptionAvailable: async () => false }],
  ["Linux' basic_text, which protects nothing", { getSelectedStorageBackend: () => 'basic_text' }],
])('with %s', (_name, change) => {
  it('the key is kept for this session only', async () => {
    const file = await vaultFile();
    const store = { ...keyring(), ...change };
    const vault = await openKeyVault(file, store, 'linux');
    await vault.save('c', ORIGIN, KEY);
    expect([vault.protection.isAvailable, vault.state('c', ORIGIN), vault.key('c', ORIGIN)]).toEqual([
      false,
      'sessionOnly',
      KEY,
    ]);
    expect((await openKeyVault(file, store, 'linux')).state('c', ORIGIN)).toBe('missing');
  });
});

it('a damaged file is no keys, not a crash', async () => {
  const file = await vaultFile();
  await writeFile(file, '{"version":1,"keys":{"c":7}}');
  expect((await openKeyVault(file, keyring(), 'linux')).keys()).toEqual([]);
});

it.each([
  ['sk-plain', true],
  ['', false],
  ['with space', false],
  ['line\nbreak', false],
  ['ключ', false],
  ['x'.repeat(10_000), false],
])('%j can be sent in a header: %s', (key, expected) => expect(isKeySendable(key)).toBe(expected));
