import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { appState, job } from '../../renderer/testing/fake-ipc.ts';
import { routes } from '../../shared/contract/index.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { createOpenedFiles } from '../opened-files.ts';
import { openSettingsFile } from '../settings/settings-file.ts';
import { createUpdates } from '../updates.ts';
import { appHandlers } from './app.ts';

/** The handlers of an app without an updater. */
async function start(homepage?: string) {
  const settings = await openSettingsFile(path.join(await tempFolder(), 'settings.json'), vi.fn());
  const { locale, connections, keyProtection, storage, storageHealth } = appState();
  const openPage = vi.fn();
  const themesShown: string[] = [];
  const handlers = appHandlers({
    version: '1.2.3',
    platform: 'linux',
    runtime: appState().runtime,
    disk: { storage: () => storage, health: () => storageHealth },
    maintenance: { state: () => ({ step: 'idle' }) },
    transfers: { state: () => ({ step: 'idle' }) },
    settings,
    practice: { state: () => 'failed' },
    jobs: { visible: () => [job('a')], throttledQueues: () => [] },
    openedFiles: createOpenedFiles(),
    isSandboxed: false,
    updates: createUpdates(
      homepage,
      null,
      { info: vi.fn(), error: vi.fn() },
      { quitTo: vi.fn(), sayNotInstalled: vi.fn() },
    ),
    openPage,
    settingsState: () => ({ locale, settings: settings.current(), connections, keyProtection }),
    onSettingsChanged: () => themesShown.push(settings.current().theme),
    onUsable: vi.fn(),
    onKeyPlace: vi.fn(),
    onUndoNames: vi.fn(),
  });
  return { handlers, settings, openPage, themesShown };
}

it('gives a new window everything it needs, as the contract names it', async () => {
  const { handlers } = await start();
  const state = await handlers['app.getState'](null);
  if (!state.ok) throw new Error(state.error.code);
  expect(routes['app.getState'].output.parse(state.data)).toMatchObject({
    version: '1.2.3',
    practice: 'failed',
    isSandboxed: false,
    updates: null,
    jobs: [{ id: 'a' }],
  });
});

it('a setting is changed before the page is notified', async () => {
  const { handlers, settings, themesShown } = await start();
  expect(await handlers['settings.update']({ theme: 'dark' })).toEqual({ ok: true, data: null });
  expect(themesShown).toEqual(['dark']);
  await settings.flush();
});

it('opens the page of versions only where there is one', async () => {
  const homeless = await start();
  await homeless.handlers['updates.openPage'](null);
  expect(homeless.openPage).not.toHaveBeenCalled();
  const { handlers, openPage } = await start('https://studio.example');
  await handlers['updates.openPage'](null);
  expect(openPage).toHaveBeenCalledWith('https://studio.example/releases');
});

it('a failed update is returned as a state, not thrown', async () => {
  const { handlers } = await start('https://studio.example');
  for (const route of ['updates.check', 'updates.download'] as const) {
    expect(await handlers[route](null)).toEqual({ ok: true, data: { step: 'failed', version: '' } });
  }
  expect(await handlers['updates.install'](null)).toEqual({ ok: true, data: null });
});
