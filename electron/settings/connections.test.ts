import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import { type ConnectionDraft, REMEMBERED_LIMITS } from '../../shared/contract/settings.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { createConnections } from './connections.ts';
import { type KeyStore, openKeyVault } from './key-vault.ts';
import { openSettingsFile } from './settings-file.ts';

const KEY = 'canary-key-0123456789';
const noStore = {
  isAsyncEncryptionAvailable: async () => false,
  encryptStringAsync: async () => Buffer.alloc(0),
  decryptStringAsync: async () => ({ result: '', shouldReEncrypt: false }),
};

async function open(store: KeyStore = noStore) {
  const folder = await tempFolder();
  const settings = await openSettingsFile(path.join(folder, 'settings.json'), () => undefined);
  const vault = openKeyVault(path.join(folder, 'keys.json'), store, 'linux', () => undefined);
  if (store === noStore) await vault.opened;
  const practice = { baseUrl: 'http://127.0.0.1:4000', key: 'practice' };
  return {
    settings,
    connections: createConnections(settings, vault, { address: () => practice, whenRunning: async () => practice }),
  };
}

const draft = (change: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
  id: null,
  name: '',
  baseUrl: 'relay.example/v1',
  key: KEY,
  allowsPrivateHttp: false,
  models: DEFAULT_MODELS,
  dialect: DEFAULT_DIALECT,
  prices: NO_PRICES,
  ...change,
});

async function saved(change: Partial<ConnectionDraft> = {}, store: KeyStore = noStore) {
  const { settings, connections } = await open(store);
  const result = await connections.save(draft(change));
  if (!result.ok) throw new Error(result.error.code);
  return { settings, connections, connection: result.data };
}

describe('a new user', () => {
  it('has the practice relay, ready without a key', async () => {
    const { connections } = await open();
    expect(connections.list()).toMatchObject([{ id: 'practice', isPractice: true, keyState: 'notNeeded' }]);
    expect(await connections.target('practice')).toMatchObject({
      ok: true,
      data: { isPractice: true, baseUrl: 'http://127.0.0.1:4000' },
    });
  });
});

describe('saving', () => {
  it('normalises the address, names it by its host, makes it active and shows four characters of the key', async () => {
    const { settings, connections, connection } = await saved();
    expect(connection).toMatchObject({
      name: 'relay.example',
      baseUrl: 'https://relay.example',
      keyState: 'sessionOnly',
      keyLast4: '6789',
    });
    expect(settings.current().activeConnectionId).toBe(connection.id);
    expect(JSON.stringify(connections.list())).not.toContain(KEY);
  });

  it('shows no characters of a short key', async () => {
    expect((await saved({ key: 'short-key-1' })).connection).toMatchObject({ keyState: 'sessionOnly', keyLast4: '' });
    expect((await saved({ key: 'short-key-12' })).connection.keyLast4).toBe('y-12');
  });

  // promise key-to-its-origin
  it('keeps the saved key while the origin stays the same, and requires it again when the origin changes', async () => {
    const { connections, connection } = await saved();
    const moved = (baseUrl: string) => connections.save(draft({ id: connection.id, key: null, baseUrl }));
    expect(await moved('https://relay.example/api')).toMatchObject({ ok: true });
    expect(await connections.target(connection.id)).toMatchObject({
      ok: true,
      data: { baseUrl: 'https://relay.example/api', key: KEY },
    });
    expect(await moved('https://other.example')).toMatchObject({ ok: true, data: { keyState: 'missing' } });
    expect(await connections.target(connection.id)).toMatchObject({ ok: false, error: { code: 'key.missing' } });
  });

  it.each([
    [{ baseUrl: 'http://relay.example' }, 'address.invalid'],
    [{ baseUrl: 'http://relay.example', allowsPrivateHttp: true }, 'address.invalid'],
    [{ baseUrl: 'http://192.168.1.20:3000' }, 'address.invalid'],
    [{ key: 'Schlüssel' }, 'key.invalid'],
    [{ id: 'practice' }, 'connection.not_found'],
  ])('%j is refused: %s', async (change, code) => {
    const { connections } = await open();
    expect(await connections.save(draft(change))).toMatchObject({ ok: false, error: { code } });
    expect(connections.list()).toHaveLength(1);
  });

  it('accepts http on a private network with consent, and stops sending when the consent is withdrawn', async () => {
    const { connections, connection } = await saved({ baseUrl: 'http://192.168.1.20:3000', allowsPrivateHttp: true });
    // As when the settings were changed outside the app: the consent alone is not believed.
    expect(await connections.target(connection.id)).toMatchObject({
      error: { code: 'address.unconfirmed', details: { origin: 'http://192.168.1.20:3000' } },
    });
    connections.confirmOrigin('http://192.168.1.20:3000');
    expect(await connections.target(connection.id)).toMatchObject({
      ok: true,
      data: { baseUrl: 'http://192.168.1.20:3000' },
    });
    const back = await connections.save(draft({ ...connection, key: null, allowsPrivateHttp: false }));
    expect(back).toMatchObject({ ok: false, error: { code: 'address.invalid' } });
  });

  // attack 27
  it('trims a pasted key', async () => {
    const { connections, connection } = await saved({ key: `  ${KEY}\n` });
    expect(await connections.target(connection.id)).toMatchObject({ data: { key: KEY } });
  });
});

it('removing the active connection activates the practice relay', async () => {
  const { settings, connections, connection } = await saved();
  expect(await connections.remove(connection.id)).toEqual({ ok: true, data: null });
  expect(settings.current().activeConnectionId).toBe('practice');
  expect(await connections.target(connection.id)).toMatchObject({ ok: false, error: { code: 'connection.not_found' } });
});

describe('while the key store has not answered', () => {
  async function opening() {
    const { promise, resolve: answer } = Promise.withResolvers<boolean>();
    const { connections, connection } = await saved(
      { key: null },
      { ...noStore, isAsyncEncryptionAvailable: () => promise },
    );
    return { connections, id: connection.id, answer };
  }

  it('a connection test reports it', async () => {
    const { connections, id } = await opening();
    expect(await connections.draftTarget(draft({ id, key: null }))).toMatchObject({ error: { code: 'key.opening' } });
  });

  it('a request waits for it, or until it is cancelled', async () => {
    const { connections, id, answer } = await opening();
    expect(await connections.target(id, AbortSignal.abort())).toMatchObject({ error: { code: 'key.opening' } });
    const target = connections.target(id);
    answer(false);
    expect(await target).toMatchObject({ error: { code: 'key.missing' } });
  });
});

describe('an origin that results may be fetched from', () => {
  it('is allowed for one connection, until it is forgotten', async () => {
    const { connections, connection } = await saved();
    const origins = async () => {
      const target = await connections.target(connection.id);
      return target.ok && target.data.allowedOrigins;
    };
    expect(await origins()).toEqual([]);
    for (const origin of ['http://a.example', 'http://b.example', 'http://a.example'])
      expect(connections.allowOrigin(connection.id, origin)).toMatchObject({ ok: true });
    expect(await origins()).toEqual(['http://a.example', 'http://b.example']);
    connections.forgetOrigin(connection.id, 'http://a.example');
    expect(await origins()).toEqual(['http://b.example']);
    expect(await connections.target('practice')).toMatchObject({ data: { allowedOrigins: [] } });
    expect(connections.allowOrigin('unknown', 'http://a.example')).toMatchObject({ ok: false });
  });

  it('no more of them are remembered than the settings may have, the last ones', async () => {
    const { settings, connections, connection } = await saved();
    for (let at = 0; at <= REMEMBERED_LIMITS.resultOrigins; at++)
      connections.allowOrigin(connection.id, `http://${at}.example`);
    const { [connection.id]: kept = [] } = settings.current().resultOrigins;
    expect([kept.length, kept[0]]).toEqual([REMEMBERED_LIMITS.resultOrigins, 'http://1.example']);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('none belongs to a connection %s', async (id) => {
    const { settings, connections } = await saved();
    connections.forgetOrigin(id, 'http://a.example');
    expect(settings.current().resultOrigins).toEqual({});
    expect(await connections.draftTarget(draft({ id, key: 'sk-0123456789abcdef' }))).toMatchObject({
      data: { allowedOrigins: [] },
    });
  });

  it('is kept while the connection keeps its origin, and forgotten with it', async () => {
    const { settings, connections, connection } = await saved();
    const allowed = () => settings.current().resultOrigins;
    connections.allowOrigin(connection.id, 'http://a.example');
    await connections.save(
      draft({ id: connection.id, name: 'Renamed', baseUrl: 'https://relay.example/v2', key: null }),
    );
    expect(allowed()).toEqual({ [connection.id]: ['http://a.example'] });
    await connections.save(draft({ id: connection.id, baseUrl: 'https://other.example/v1' }));
    expect(allowed()).toEqual({});
    connections.allowOrigin(connection.id, 'http://a.example');
    await connections.remove(connection.id);
    expect(allowed()).toEqual({});
  });
});
