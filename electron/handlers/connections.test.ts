import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import type { ConnectionDraft } from '../../shared/contract/settings.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import type { RelayHttp } from '../relay/http.ts';
import { createConnections } from '../settings/connections.ts';
import { openKeyVault } from '../settings/key-vault.ts';
import { createRelayFindings } from '../settings/relay-findings.ts';
import { openSettingsFile } from '../settings/settings-file.ts';
import { connectionHandlers } from './connections.ts';

const draft: ConnectionDraft = {
  id: null,
  name: 'Own',
  baseUrl: 'https://relay.example',
  key: 'canary-key-0123456789',
  allowsPrivateHttp: false,
  models: DEFAULT_MODELS,
  dialect: DEFAULT_DIALECT,
  prices: NO_PRICES,
};

/** The handlers over real settings, without a key store. `calls` is everything they set in motion. */
async function start({ isPrivate = false, isAllowed = false } = {}) {
  const folder = await tempFolder();
  const calls: unknown[] = [];
  const note = (name: string) => vi.fn((...values: unknown[]): void => void calls.push([name, ...values]));
  const settings = await openSettingsFile(path.join(folder, 'settings.json'), vi.fn());
  const store = {
    isAsyncEncryptionAvailable: async () => false,
    encryptStringAsync: vi.fn(),
    decryptStringAsync: vi.fn(),
  };
  const vault = openKeyVault(path.join(folder, 'keys.json'), store, 'linux', () => undefined);
  await vault.opened;
  const practice = { address: () => undefined, whenRunning: async () => undefined };
  const connections = createConnections(settings, vault, practice);
  const http: RelayHttp = { call: note('call') as never, close: async () => undefined };
  const handlers = connectionHandlers({
    connections,
    findings: createRelayFindings(settings, connections, vi.fn()),
    http,
    jobs: { retryNow: note('retryNow'), setPaused: note('setPaused') },
    library: { sampledVoices: async () => [] },
    usage: { list: vi.fn() },
    isPrivateHost: async () => isPrivate,
    askPrivateOrigin: async (origin) => {
      calls.push(['asked', origin]);
      return isAllowed;
    },
    onSettingsChanged: note('settingsChanged'),
  });
  const saved = async (): Promise<string> => {
    const result = await handlers['connections.save'](draft);
    if (!result.ok) throw new Error(result.error.code);
    return result.data.id;
  };
  return { handlers, calls, saved, connections, settings };
}

it('saving a connection notifies the page and retries its waiting jobs', async () => {
  const { calls, saved } = await start();
  const id = await saved();
  expect(calls).toEqual([['settingsChanged'], ['retryNow', id]]);
});

it('a removed one leaves no paused queue behind: its jobs start and end', async () => {
  const { handlers, calls, saved } = await start();
  const id = await saved();
  calls.length = 0;
  expect(await handlers['connections.remove']({ id })).toEqual({ ok: true, data: null });
  expect(calls).toEqual([['settingsChanged'], ['setPaused', id, false], ['retryNow', id]]);
});

it('a refused change stores and sends nothing, and returns the reason', async () => {
  const { handlers, calls } = await start();
  const wrong = { ...draft, baseUrl: 'ftp://relay.example' };
  for (const route of ['connections.save', 'connections.test'] as const) {
    expect(await handlers[route](wrong)).toMatchObject({ ok: false, error: { code: 'address.invalid' } });
  }
  for (const route of ['connections.activate', 'connections.remove'] as const) {
    expect(await handlers[route]({ id: 'other' })).toMatchObject({
      ok: false,
      error: { code: 'connection.not_found' },
    });
  }
  expect(await handlers['connections.test']({ ...draft, key: '' })).toMatchObject({ error: { code: 'key.missing' } });
  expect(calls).toEqual([]);
});

describe('a new origin in a private network is confirmed by the person, not by the page', () => {
  const inside = { ...draft, baseUrl: 'http://192.168.1.9:3000', allowsPrivateHttp: true };
  const byName = { ...draft, baseUrl: 'https://intranet.example' };
  const routes = ['connections.save', 'connections.test'] as const;

  // promise private-calls-need-a-person
  it.each(routes.flatMap((route) => [[route, inside] as const, [route, byName] as const]))(
    '%s: denied, nothing is stored and nothing sent',
    async (route, asked) => {
      const { handlers, calls, connections } = await start({ isPrivate: true });
      expect(await handlers[route](asked)).toMatchObject({ error: { code: 'address.unconfirmed', billed: 'no' } });
      expect(calls).toEqual([['asked', asked.baseUrl]]);
      expect(connections.list()).toHaveLength(1);
    },
  );

  it('allowed, it is saved and not asked about again', async () => {
    const { handlers, calls, connections, settings } = await start({ isPrivate: true, isAllowed: true });
    const saved = await handlers['connections.save'](inside);
    if (!saved.ok) throw new Error(saved.error.code);
    await handlers['connections.save']({ ...inside, id: saved.data.id });
    expect(calls.filter((call) => Array.isArray(call) && call[0] === 'asked')).toHaveLength(1);
    expect(settings.current().confirmedOrigins).toEqual(['http://192.168.1.9:3000']);
    expect(await connections.target(saved.data.id)).toMatchObject({ data: { reach: 'any' } });
  });

  it.each(['http://127.0.0.1:8000', 'http://localhost:8000', 'http://[::1]:8000'])(
    '%s is never asked about',
    async (baseUrl) => {
      const { handlers, calls } = await start({ isPrivate: true });
      expect(await handlers['connections.save']({ ...draft, baseUrl })).toMatchObject({ ok: true });
      expect(calls.filter((call) => Array.isArray(call) && call[0] === 'asked')).toEqual([]);
    },
  );

  // promise private-calls-need-a-person
  it('a public one is not asked about, and reached at public addresses only', async () => {
    const { calls, saved, connections } = await start();
    expect(await connections.target(await saved())).toMatchObject({ data: { reach: 'public' } });
    expect(calls.filter((call) => Array.isArray(call) && call[0] === 'asked')).toEqual([]);
  });
});
