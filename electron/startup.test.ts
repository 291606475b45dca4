import { EventEmitter } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app, dialog } from 'electron';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../tests/support/eventually.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { closeBeforeQuit, leaveToFirst, logUncaught, prepareStart, reportFailedStart } from './startup.ts';

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  return {
    app: Object.assign(new EventEmitter(), {
      isPackaged: false,
      commandLine: { hasSwitch: vi.fn(() => false), removeSwitch: vi.fn() },
      enableSandbox: vi.fn(),
      setAppUserModelId: vi.fn(),
      setPath: vi.fn(),
      getPath: vi.fn(() => '/data'),
      getPreferredSystemLanguages: () => ['en'],
      requestSingleInstanceLock: vi.fn(() => true),
      quit: vi.fn(),
      relaunch: vi.fn(),
      exit: vi.fn(),
    }),
    dialog: { showErrorBox: vi.fn() },
    protocol: { registerSchemesAsPrivileged: vi.fn() },
  };
});
const events = app as unknown as EventEmitter;

beforeEach(() => {
  events.removeAllListeners();
  vi.clearAllMocks();
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
});

/** The app started with these arguments. */
function startWith(...args: string[]) {
  const { argv } = process;
  const env = { ...process.env };
  process.argv = ['relay-studio', ...args];
  onTestFinished(() => {
    process.argv = argv;
    Object.assign(process.env, env);
  });
  return prepareStart();
}

it("keeps its data in the given folder, by default in the system's folder for app data", () => {
  startWith('--user-data-dir=/elsewhere');
  expect(app.setPath).toHaveBeenLastCalledWith('userData', path.resolve('/elsewhere'));
  startWith();
  expect(app.setPath).toHaveBeenLastCalledWith('userData', path.join('/data', 'Relay Studio'));
});

// promise full-tls
it('removes variables that change TLS and Node from its environment', () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(startWith().removedVariables).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  expect(process.env.NODE_TLS_REJECT_UNAUTHORIZED).toBeUndefined();
});

// promise sandboxed-pages
it('turns the sandbox on for every page', () => {
  expect(startWith().sandbox).toBe('enable');
  expect(app.enableSandbox).toHaveBeenCalledOnce();
});

// promise sandboxed-pages
it('does not run without the sandbox because of a variable, which it sees before it removes it', () => {
  Object.assign(app, { isPackaged: true });
  vi.mocked(app.commandLine.hasSwitch).mockReturnValueOnce(true);
  vi.stubEnv('ELECTRON_DISABLE_SANDBOX', '1');
  onTestFinished(() => {
    Object.assign(app, { isPackaged: false });
    vi.unstubAllEnvs();
  });
  const { sandbox, removedVariables } = startWith();
  expect(sandbox).toBe('refuse');
  expect(removedVariables).toContain('ELECTRON_DISABLE_SANDBOX');
});

// fault 30
it('a second start hands its files to the first', () => {
  vi.mocked(app.requestSingleInstanceLock).mockReturnValueOnce(false);
  expect(startWith('a.png').isFirst).toBe(false);
  expect(app.requestSingleInstanceLock).toHaveBeenCalledWith({ files: [path.resolve('a.png')] });
});

it('takes the files that are named before it is ready, by the command line and by macOS', async () => {
  const folder = await tempFolder();
  const files = ['a.txt', 'b.txt'].map((name) => path.join(folder, name));
  for (const file of files) await writeFile(file, 'text');
  const { openedFiles } = startWith(files[0] ?? '');
  const preventDefault = vi.fn();
  events.emit('open-file', { preventDefault }, files[1]);
  expect(preventDefault).toHaveBeenCalledOnce();
  expect([await openedFiles.takeNext(), await openedFiles.takeNext()]).toMatchObject([
    { name: 'a.txt' },
    { name: 'b.txt' },
  ]);
});

it('leaves to the first start, unless the lock was refused because nothing can be written', async () => {
  const folder = await tempFolder();
  vi.mocked(app.getPath).mockReturnValue(folder);
  await leaveToFirst();
  expect(app.quit).toHaveBeenCalledOnce();
  await rm(folder, { recursive: true });
  await writeFile(folder, '');
  await expect(leaveToFirst()).rejects.toThrow(folder);
  expect(app.quit).toHaveBeenCalledOnce();
});

it.each([
  ['an error', new Error('disk on fire')],
  ['anything else', 'disk on fire'],
])('says why it cannot start, and ends with a failure: %s', (_what, error) => {
  reportFailedStart(error);
  expect(process.stderr.write).toHaveBeenCalledWith(expect.stringContaining('disk on fire'));
  expect(dialog.showErrorBox).toHaveBeenCalledWith(expect.any(String), expect.stringContaining('disk on fire'));
  expect(app.exit).toHaveBeenCalledWith(1);
});

it.each([
  ['done', async () => undefined],
  ['failed', () => Promise.reject(new Error('no disk'))],
])('ends once, after everything is closed (%s)', async (_how, work) => {
  const close = vi.fn(work);
  closeBeforeQuit({ mayQuit: async () => true, stay: vi.fn(), close, unopened: () => [] });
  const preventDefault = vi.fn();
  const quit = () => events.emit('will-quit', { preventDefault });
  vi.mocked(app.quit).mockImplementationOnce(() => void quit());
  quit();
  quit();
  expect([preventDefault.mock.calls.length, vi.mocked(app.quit).mock.calls.length]).toEqual([2, 0]);
  await eventually(() => expect(app.quit).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledOnce();
  expect(preventDefault).toHaveBeenCalledTimes(2);
});

it('stays open while the person wants to wait, and asks again at the next try', async () => {
  const [close, stay] = [vi.fn(async () => undefined), vi.fn()];
  const mayQuit = vi.fn(async () => true).mockResolvedValueOnce(false);
  closeBeforeQuit({ mayQuit, stay, close, unopened: () => [] });
  const preventDefault = vi.fn();
  events.emit('will-quit', { preventDefault });
  await eventually(() => expect(stay).toHaveBeenCalledOnce());
  expect([close.mock.calls.length, vi.mocked(app.quit).mock.calls.length]).toEqual([0, 0]);
  events.emit('will-quit', { preventDefault });
  await eventually(() => expect(app.quit).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledOnce();
});

it('a start while it closes opens nothing, and is made again when all is closed, with its files', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [open, preventDefault] = [vi.fn(), vi.fn()];
  const file = path.resolve('a.png');
  const ending = { mayQuit: async () => true, stay: vi.fn(), close: () => promise, unopened: () => [file] };
  const { orAfterwards } = closeBeforeQuit(ending);
  orAfterwards(open);
  events.emit('will-quit', { preventDefault });
  orAfterwards(open);
  expect([open.mock.calls.length, vi.mocked(app.relaunch).mock.calls.length]).toEqual([1, 0]);
  resolve();
  await eventually(() => expect(app.quit).toHaveBeenCalledOnce());
  expect(app.relaunch).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ args: expect.arrayContaining([file]) }),
  );
  expect(vi.mocked(app.relaunch).mock.invocationCallOrder[0]).toBeLessThan(
    vi.mocked(app.quit).mock.invocationCallOrder[0] ?? 0,
  );
});

it('a start while it asks is not made again once the person has decided to stay', async () => {
  const stay = vi.fn();
  const mayQuit = vi.fn(async () => true).mockResolvedValueOnce(false);
  const { orAfterwards } = closeBeforeQuit({ mayQuit, stay, close: async () => undefined, unopened: () => [] });
  events.emit('will-quit', { preventDefault: vi.fn() });
  orAfterwards(vi.fn());
  await eventually(() => expect(stay).toHaveBeenCalledOnce());
  events.emit('will-quit', { preventDefault: vi.fn() });
  await eventually(() => expect(app.quit).toHaveBeenCalledOnce());
  expect(app.relaunch).not.toHaveBeenCalled();
});

it('hands over to what comes after it when all is closed, and starts again if that fails', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ending = { mayQuit: async () => true, stay: vi.fn(), close: () => promise, unopened: () => [] };
  const { quitTo } = closeBeforeQuit(ending);
  const last = vi.fn<Parameters<typeof quitTo>[0]>();
  vi.mocked(app.quit).mockImplementationOnce(() => void events.emit('will-quit', { preventDefault: vi.fn() }));
  quitTo(last);
  await Promise.resolve();
  expect([vi.mocked(app.quit).mock.calls.length, last.mock.calls.length]).toEqual([1, 0]);
  resolve();
  await eventually(() => expect(last).toHaveBeenCalledOnce());
  expect([vi.mocked(app.quit).mock.calls.length, vi.mocked(app.relaunch).mock.calls.length]).toEqual([1, 0]);
  last.mock.lastCall?.[0]();
  expect([vi.mocked(app.quit).mock.calls.length, vi.mocked(app.relaunch).mock.calls.length]).toEqual([2, 1]);
});

it('hands over to nothing once the person has decided to stay', async () => {
  const [stay, last] = [vi.fn(), vi.fn()];
  const mayQuit = vi.fn(async () => true).mockResolvedValueOnce(false);
  const { quitTo } = closeBeforeQuit({ mayQuit, stay, close: async () => undefined, unopened: () => [] });
  const quit = () => void events.emit('will-quit', { preventDefault: vi.fn() });
  vi.mocked(app.quit).mockImplementationOnce(quit);
  quitTo(last);
  await eventually(() => expect(stay).toHaveBeenCalledOnce());
  quit();
  await eventually(() => expect(app.quit).toHaveBeenCalledTimes(2));
  expect(last).not.toHaveBeenCalled();
});

it('logs an exception that nothing has caught, and goes on', () => {
  const main = new EventEmitter();
  const log = { info: vi.fn(), error: vi.fn() };
  logUncaught(main as unknown as NodeJS.Process, log);
  main.emit('uncaughtException', new Error('first'));
  main.emit('unhandledRejection', 'second');
  expect(log.error.mock.calls).toEqual([
    ['main.bug', new Error('first')],
    ['main.bug', 'second'],
  ]);
});
