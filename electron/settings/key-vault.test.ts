import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { isKeySendable, type KeyStore, type KeyVault, openKeyVault } from './key-vault.ts';

const KEY = 'canary-key-0123456789';
const onWriteFailed = vi.fn();
const ORIGIN = 'https://relay.example';

/** A key store whose secret can change, like a keyring that is reset. */
function keyring(
  state = { secret: 7, isAvailable: true, shouldReEncrypt: false },
): KeyStore & { state: typeof state; encrypted: string[] } {
  const cipher = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ state.secret));
  return {
    state,
    encrypted: [],
    isAsyncEncryptionAvailable: async () => state.isAvailable,
    async encryptStringAsync(text) {
      this.encrypted.push(text);
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

/** Encrypts as Chromium does on Linux without a secret service. */
const publicly = async (text: string): Promise<Buffer> => Buffer.from(`v10${text}`);
/** What is encrypted for a key. */
const bound = (key: string, origin = ORIGIN) => JSON.stringify({ origin, key });

async function vaultFile(): Promise<string> {
  return path.join(await tempFolder(), 'keys.json');
}

/** Opens the vault and waits for the key store. */
async function open(file: string, store: KeyStore): Promise<KeyVault> {
  const vault = openKeyVault(file, store, 'linux', onWriteFailed);
  await vault.opened;
  return vault;
}

describe('with a key store', () => {
  // promise key-never-in-clear
  it('a key survives a restart and is in no file in plain text', async () => {
    const file = await vaultFile();
    const store = keyring();
    await (await open(file, store)).save('c', ORIGIN, KEY);
    expect(await readFile(file, 'utf8')).not.toContain('canary');
    const again = await open(file, store);
    expect([again.state('c', ORIGIN), again.key('c', ORIGIN)]).toEqual(['stored', KEY]);
  });

  // promise key-to-its-origin
  it('a key is valid for its origin only', async () => {
    const vault = await open(await vaultFile(), keyring());
    await vault.save('c', ORIGIN, KEY);
    expect(vault.key('c', 'https://relay.example.evil')).toBeUndefined();
    expect(vault.state('c', 'http://relay.example')).toBe('missing');
  });

  // promise key-to-its-origin
  it('a key whose origin was changed in the file is not sent there, and asked for again', async () => {
    const file = await vaultFile();
    const store = keyring();
    await (await open(file, store)).save('c', ORIGIN, KEY);
    await writeFile(file, (await readFile(file, 'utf8')).replace(ORIGIN, 'https://evil.example'));
    const vault = await open(file, store);
    expect([vault.key('c', 'https://evil.example'), vault.key('c', ORIGIN)]).toEqual([undefined, undefined]);
    expect(vault.state('c', 'https://evil.example')).toBe('unreadable');
    expect(vault.keys()).toEqual([]);
  });

  it.each([
    ['a bare key', KEY],
    ['more than a key', JSON.stringify({ origin: ORIGIN, key: KEY, also: 1 })],
    ['no text', JSON.stringify({ origin: ORIGIN, key: 5 })],
    ['a list', '[]'],
  ])('a cipher text that holds %s is asked for again', async (_what, text) => {
    const file = await vaultFile();
    const store = keyring();
    const encrypted = (await store.encryptStringAsync(text)).toString('base64');
    await writeFile(file, JSON.stringify({ keys: { c: { origin: ORIGIN, encrypted } } }));
    const vault = await open(file, store);
    expect([vault.state('c', ORIGIN), vault.key('c', ORIGIN)]).toEqual(['unreadable', undefined]);
  });

  it('a file or an entry beyond all measure is not read; other keys are', async () => {
    const file = await vaultFile();
    const store = keyring();
    await (await open(file, store)).save('c', ORIGIN, KEY);
    const { keys } = JSON.parse(await readFile(file, 'utf8'));
    const huge = { origin: ORIGIN, encrypted: 'A'.repeat(40_000) };
    await writeFile(file, JSON.stringify({ keys: { ...keys, huge } }));
    const vault = await open(file, store);
    expect([vault.key('c', ORIGIN), vault.state('huge', ORIGIN)]).toEqual([KEY, 'missing']);
    await writeFile(file, JSON.stringify({ keys }));
    await truncate(file, 1024 ** 3);
    expect((await open(file, store)).loss()).toMatchObject({ file: 'keys' });
  });

  // attack 49, fault 16
  it('a key that cannot be decrypted is requested again; saving it again works', async () => {
    const file = await vaultFile();
    const store = keyring();
    await (await open(file, store)).save('c', ORIGIN, KEY);
    store.state.secret = 9;
    const vault = await open(file, store);
    expect([vault.state('c', ORIGIN), vault.key('c', ORIGIN)]).toEqual(['unreadable', undefined]);
    await vault.save('c', ORIGIN, KEY);
    expect((await open(file, store)).state('c', ORIGIN)).toBe('stored');
  });

  it('re-encrypts when the key store asks for it', async () => {
    const file = await vaultFile();
    const store = keyring();
    await (await open(file, store)).save('c', ORIGIN, KEY);
    store.state.shouldReEncrypt = true;
    expect((await open(file, store)).key('c', ORIGIN)).toBe(KEY);
    expect(store.encrypted.filter((text) => text === bound(KEY))).toHaveLength(2);
  });

  it('a key removed while it is being encrypted is not stored', async () => {
    const file = await vaultFile();
    const store = keyring();
    const vault = await open(file, store);
    await vault.save('other', ORIGIN, 'another-key-01234');
    let encrypted: (() => void) | undefined;
    const slow = new Promise<void>((resolve) => {
      encrypted = resolve;
    });
    const encrypt = store.encryptStringAsync.bind(store);
    store.encryptStringAsync = async (text) => {
      await slow;
      return encrypt(text);
    };
    const saving = vault.save('c', ORIGIN, KEY);
    await vault.remove('c');
    encrypted?.();
    await saving;
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).keys)).toEqual(['other']);
  });

  it('forgets a removed key', async () => {
    const file = await vaultFile();
    const vault = await open(file, keyring());
    await vault.save('c', ORIGIN, KEY);
    await vault.remove('c');
    expect(vault.keys()).toEqual([]);
    expect((await open(file, keyring())).state('c', ORIGIN)).toBe('missing');
  });
});

describe.each([
  ['no key store', { isAsyncEncryptionAvailable: async () => false }],
  ["Linux' basic_text, which protects nothing", { getSelectedStorageBackend: () => 'basic_text' }],
  ['a backend of good name that encrypts with the public password', { encryptStringAsync: publicly }],
])('with %s', (_name, change) => {
  // attack 49
  it('the key is kept only until the app ends', async () => {
    const file = await vaultFile();
    const store = { ...keyring(), ...change };
    const vault = await open(file, store);
    await vault.save('c', ORIGIN, KEY);
    expect([vault.protection().state, vault.state('c', ORIGIN), vault.key('c', ORIGIN)]).toEqual([
      'unavailable',
      'sessionOnly',
      KEY,
    ]);
    expect((await open(file, store)).state('c', ORIGIN)).toBe('missing');
  });
});

/** A file with a key encrypted with the public password, as written by an earlier start without a secret service. */
async function publiclyStored(): Promise<string> {
  const file = await vaultFile();
  const encrypted = Buffer.from(`v10${bound(KEY)}`).toString('base64');
  await writeFile(file, JSON.stringify({ version: 1, keys: { c: { origin: ORIGIN, encrypted } } }));
  return file;
}
const decryptsPublic = {
  decryptStringAsync: async (encrypted: Buffer) => ({ result: encrypted.toString().slice(3), shouldReEncrypt: true }),
};

it.each([
  ['usable for this session, and no longer on the disk', { encryptStringAsync: publicly }, 'sessionOnly'],
  ['stored anew once there is a keyring', {}, 'stored'],
])('a key stored with the public password is %s', async (_name, change, state) => {
  const file = await publiclyStored();
  const vault = await open(file, { ...keyring(), ...decryptsPublic, ...change });
  expect([vault.key('c', ORIGIN), vault.state('c', ORIGIN)]).toEqual([KEY, state]);
  const { keys } = JSON.parse(await readFile(file, 'utf8')) as { keys: Record<string, { encrypted: string }> };
  expect('c' in keys).toBe(state === 'stored');
  expect(atob(keys.c?.encrypted ?? '')).not.toMatch(/^v10/);
});

it('on systems other than Linux v10 is the system’s own protection', async () => {
  const vault = openKeyVault(await publiclyStored(), { ...keyring(), ...decryptsPublic }, 'darwin', onWriteFailed);
  await vault.opened;
  expect([vault.protection(), vault.state('c', ORIGIN)]).toEqual([{ state: 'available', backend: 'darwin' }, 'stored']);
});

describe('while the key store has not answered', () => {
  /** A vault with the stored key `c`, whose key store answers when it is unlocked. */
  async function locked() {
    const file = await vaultFile();
    await (await open(file, keyring())).save('c', ORIGIN, KEY);
    const { promise, resolve: unlock } = Promise.withResolvers<boolean>();
    const vault = openKeyVault(
      file,
      { ...keyring(), isAsyncEncryptionAvailable: () => promise },
      'linux',
      onWriteFailed,
    );
    return { file, vault, unlock };
  }

  // attack 49
  it('a stored key is opening, then usable', async () => {
    const { vault, unlock } = await locked();
    expect([vault.protection().state, vault.state('c', ORIGIN), vault.key('c', ORIGIN)]).toEqual([
      'opening',
      'opening',
      undefined,
    ]);
    unlock(true);
    await vault.opened;
    expect([vault.protection().state, vault.state('c', ORIGIN)]).toEqual(['available', 'stored']);
  });

  it('a key saved meanwhile works at once, and replaces the stored one afterwards', async () => {
    const { file, vault, unlock } = await locked();
    await vault.save('c', ORIGIN, 'newer-key');
    expect([vault.state('c', ORIGIN), vault.key('c', ORIGIN)]).toEqual(['sessionOnly', 'newer-key']);
    unlock(true);
    await vault.opened;
    expect(vault.state('c', ORIGIN)).toBe('stored');
    expect((await open(file, keyring())).key('c', ORIGIN)).toBe('newer-key');
  });

  it('a connection can be removed', async () => {
    const { file, vault, unlock } = await locked();
    await vault.remove('c');
    unlock(true);
    await vault.opened;
    expect(vault.keys()).toEqual([]);
    expect((await open(file, keyring())).state('c', ORIGIN)).toBe('missing');
  });
});

it('a damaged file is read as empty', async () => {
  const file = await vaultFile();
  await writeFile(file, '{"version":1,"keys":{"c":7}}');
  expect((await open(file, keyring())).keys()).toEqual([]);
});

it.each([
  ['sk-plain', true],
  ['', false],
  ['with space', false],
  // attack 27
  ['line\nbreak', false],
  ['ключ', false],
  // attack 27
  ['x'.repeat(10_000), false],
])('%j can be sent in a header: %s', (key, expected) => expect(isKeySendable(key)).toBe(expected));

describe('a damaged file', () => {
  const good = { origin: ORIGIN, encrypted: Buffer.from('mark:').toString('base64') };

  it.each([
    '',
    'garbage',
    '[]',
    '{"keys":5}',
    '{"version":1,"keys":{"c":{"origin":5}}}',
    '{"version":1,"keys":{"c":null}}',
  ])('%j is reported and kept aside before it is written over', async (content) => {
    const file = await vaultFile();
    await writeFile(file, content);
    const vault = await open(file, keyring());
    expect(vault.loss()).toMatchObject({ file: 'keys' });
    await vault.save('c', ORIGIN, KEY);
    const keptAs = vault.loss()?.keptAs ?? '';
    expect(await readFile(path.join(path.dirname(file), keptAs), 'utf8')).toBe(content);
    expect((await open(file, keyring())).key('c', ORIGIN)).toBe(KEY);
  });

  // attack 49
  it('loses one key and not the others, and keeps what a newer version wrote', async () => {
    const file = await vaultFile();
    await (await open(file, keyring())).save('c', ORIGIN, KEY);
    const { keys } = JSON.parse(await readFile(file, 'utf8'));
    const newer = { version: 4, vault: 'new', keys: { c: { ...keys.c, usedAt: 1 }, bad: { ...good, encrypted: '%' } } };
    await writeFile(file, JSON.stringify(newer));
    const vault = await open(file, keyring());
    expect([vault.key('c', ORIGIN), vault.loss()?.parts]).toEqual([KEY, ['keys.bad']]);
    await vault.save('d', ORIGIN, 'another-key-01234');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      version: 4,
      vault: 'new',
      keys: { c: { usedAt: 1 }, d: {} },
    });
  });
});

it('a key that the disk does not take works, and is stored when that works again', async () => {
  const folder = await tempFolder();
  const blocker = path.join(folder, 'file');
  await writeFile(blocker, '');
  const file = path.join(blocker, 'keys.json');
  const vault = await open(file, keyring());
  await vault.save('c', ORIGIN, KEY);
  expect([vault.key('c', ORIGIN), vault.state('c', ORIGIN), vault.isSaved()]).toEqual([KEY, 'sessionOnly', false]);
  expect(onWriteFailed).toHaveBeenCalled();
  await rm(blocker);
  await vault.flush();
  expect([vault.state('c', ORIGIN), vault.isSaved()]).toEqual(['stored', true]);
  expect((await open(file, keyring())).key('c', ORIGIN)).toBe(KEY);
});
