import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../tests/support/eventually.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { canReplaceItself, createUpdates, type Installing, selfUpdater, type Updater } from './updates.ts';

const HOME = 'https://studio.example/project/';
const log = { info: vi.fn(), error: vi.fn() };
/** Nothing is installed. */
const installing = { quitTo: vi.fn(), sayNotInstalled: vi.fn() };

/** An updater that finds a version. It starts with electron-updater's own defaults, which differ from ours. */
function updaterThatFinds(version: string | null) {
  const members = {
    allowDowngrade: true,
    allowPrerelease: true,
    disableWebInstaller: false,
    autoDownload: true,
    autoInstallOnAppQuit: true,
    logger: console,
    checkForUpdates: vi.fn(async () => ({ isUpdateAvailable: version !== null, updateInfo: { version } })),
    downloadUpdate: vi.fn(async () => []),
    quitAndInstall: vi.fn(),
  };
  const updater = Object.assign(new EventEmitter(), members);
  return { updater, load: vi.fn(async () => updater as unknown as Updater) };
}

it.each([undefined, 7, '', 'http://studio.example', 'javascript:alert(1)', 'file:///etc'])(
  'offers no updates and sends no request without an https home page: %s',
  async (homepage) => {
    const { load } = updaterThatFinds('2.0.0');
    const updates = createUpdates(homepage, load, log, installing);
    expect(updates.facts).toBeNull();
    expect(await updates.check()).toEqual({ step: 'failed', version: '' });
    expect(load).not.toHaveBeenCalled();
  },
);

// promise updates
it('loads the updater only when the person asks, and never downgrades or downloads automatically', async () => {
  const { load, updater } = updaterThatFinds('2.0.0');
  const updates = createUpdates(HOME, load, log, installing);
  expect(updates.facts).toEqual({ downloadUrl: 'https://studio.example/project/releases', isSelfUpdating: true });
  expect(load).not.toHaveBeenCalled();
  expect(await updates.check()).toEqual({ step: 'available', version: '2.0.0' });
  expect(updater).toMatchObject({
    allowDowngrade: false,
    allowPrerelease: false,
    disableWebInstaller: true,
    autoDownload: false,
    autoInstallOnAppQuit: false,
  });
  expect(updater.downloadUpdate).not.toHaveBeenCalled();
  expect(await updates.download()).toEqual({ step: 'ready', version: '' });
});

/** Updates of an app that is asked to end for an installation. */
function installingUpdates() {
  const { load, updater } = updaterThatFinds('2.0.0');
  const [quitTo, sayNotInstalled, startAgain] = [vi.fn<Installing['quitTo']>(), vi.fn(), vi.fn()];
  const { install } = createUpdates(HOME, load, log, { quitTo, sayNotInstalled });
  /** What the app does once it has asked and closed everything. */
  const afterClosing = () => quitTo.mock.lastCall?.[0](startAgain);
  return { updater, install, quitTo, afterClosing, sayNotInstalled, startAgain };
}

it('starts the installer when the app has closed everything, not before', async () => {
  const { updater, install, quitTo, afterClosing, startAgain } = installingUpdates();
  install();
  await eventually(() => expect(quitTo).toHaveBeenCalledOnce());
  expect(updater.quitAndInstall).not.toHaveBeenCalled();
  afterClosing();
  expect(updater.quitAndInstall).toHaveBeenCalledOnce();
  expect(startAgain).not.toHaveBeenCalled();
});

it.each<[string, (updater: ReturnType<typeof installingUpdates>['updater'], error: Error) => void]>([
  ['it says so later', (updater, error) => setImmediate(() => updater.emit('error', error))],
  [
    'it throws',
    (_updater, error) => {
      throw error;
    },
  ],
])('tells the person that the installer did not start, and starts this version again: %s', async (_how, failWith) => {
  const { updater, install, quitTo, afterClosing, sayNotInstalled, startAgain } = installingUpdates();
  const error = new Error('EACCES');
  updater.quitAndInstall.mockImplementation(() => failWith(updater, error));
  install();
  await eventually(() => expect(quitTo).toHaveBeenCalledOnce());
  afterClosing();
  await eventually(() => expect(startAgain).toHaveBeenCalledOnce());
  expect(sayNotInstalled).toHaveBeenCalledExactlyOnceWith(error);
  expect(log.error).toHaveBeenCalledWith('update.failed', error);
});

it('reports that the app is current, and that a check failed', async () => {
  expect(await createUpdates(HOME, updaterThatFinds(null).load, log, installing).check()).toEqual({
    step: 'current',
    version: '',
  });
  const broken = createUpdates(HOME, () => Promise.reject(new Error('no route')), log, installing);
  expect(await broken.check()).toEqual({ step: 'failed', version: '' });
});

it('loads the updater once, and again after it could not be loaded', async () => {
  const { load } = updaterThatFinds('2.0.0');
  load.mockRejectedValueOnce(new Error('EIO'));
  const updates = createUpdates(HOME, load, log, installing);
  const answers = [await updates.check(), await updates.check(), await updates.download()];
  expect(answers.map(({ step }) => step)).toEqual(['failed', 'available', 'ready']);
  expect(load).toHaveBeenCalledTimes(2);
});

it('never checks in a build that must not update itself', async () => {
  const updates = createUpdates(HOME, null, log, installing);
  expect(updates.facts?.isSelfUpdating).toBe(false);
  expect((await updates.check()).step).toBe('failed');
});

// promise updates
it('updates itself only with the feed of a signed build, which on Windows names the publisher', async () => {
  const folder = await tempFolder();
  expect(canReplaceItself(folder, 'darwin', false)).toBe(false);
  const feed = path.join(folder, 'app-update.yml');
  await writeFile(feed, 'provider: generic\n');
  expect(canReplaceItself(folder, 'darwin', false)).toBe(true);
  expect(canReplaceItself(folder, 'linux', false)).toBe(false);
  expect(canReplaceItself(folder, 'win32', false)).toBe(false);
  await writeFile(feed, 'provider: generic\npublisherName:\n  - The authors\n');
  expect(canReplaceItself(folder, 'win32', false)).toBe(true);
  expect(canReplaceItself(folder, 'win32', true)).toBe(false);
});

it('a package looks for its feed among its own resources', async () => {
  const folder = await tempFolder();
  for (const [name, value] of Object.entries({ resourcesPath: folder, platform: 'darwin' })) {
    const before = Object.getOwnPropertyDescriptor(process, name);
    Object.defineProperty(process, name, { value, configurable: true });
    onTestFinished(() => {
      if (before) Object.defineProperty(process, name, before);
      else Reflect.deleteProperty(process, name);
    });
  }
  expect(selfUpdater({ isPackaged: true })).toBeNull();
  await writeFile(path.join(folder, 'app-update.yml'), 'provider: generic\n');
  expect(selfUpdater({ isPackaged: true })).not.toBeNull();
  expect(selfUpdater({ isPackaged: false })).toBeNull();
});
