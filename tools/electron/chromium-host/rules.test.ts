// Electron's rules that the host enforces, so that a violation is detected here and not only in Electron.

import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROLOGUE, runApp, writeApp } from './test-app.ts';

let files: Awaited<ReturnType<typeof writeApp>> | undefined;

afterEach(async () => {
  await files?.remove();
  files = undefined;
});

/** Runs a main script that needs no window; returns the value it logged as `result {json}`. */
async function resultOf(mainScript: string, ...flags: string[]): Promise<unknown> {
  files ??= await writeApp();
  await writeFile(join(files.dir, 'app', 'main.js'), PROLOGUE + HELPERS + mainScript);
  const app = runApp(files.dir, ...flags);
  const code = await app.exit;
  const json = /^result (.*)$/m.exec(app.output())?.[1];
  if (json === undefined) throw new Error(`exit ${code}, no result in:\n${app.output()}`);
  return JSON.parse(json);
}

const HELPERS = `
const errorOf = (work) => { try { work(); return 'fine'; } catch (error) { return error.message; } };
const rejection = (promise) => promise.then((value) => ['fine', value], (error) => error.message);
const finish = (value) => { console.log('result ' + JSON.stringify(value)); app.exit(); };
`;

describe("the host enforces Electron's rules:", () => {
  it('schemes before ready and once; nothing else before ready', async () => {
    const early = `
      const early = [
        errorOf(() => protocol.registerSchemesAsPrivileged([])),
        errorOf(() => protocol.handle('app', () => new Response(''))),
        errorOf(() => new BrowserWindow()),
        errorOf(() => utilityProcess.fork('x.js')),
        errorOf(() => safeStorage.isAsyncEncryptionAvailable()),
        errorOf(() => safeStorage.encryptStringAsync('x')),
        process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'unknown',
      ];
      app.whenReady().then(() => finish([
        ...early,
        errorOf(() => protocol.registerSchemesAsPrivileged([])),
        errorOf(() => app.enableSandbox()),
      ]));`;
    expect(await resultOf(early)).toEqual([
      'protocol.registerSchemesAsPrivileged can be called only once',
      'Session can only be received when app is ready',
      'Cannot create BrowserWindow before app is ready',
      'utilityProcess cannot be created before app is ready.',
      'safeStorage cannot be used before app is ready',
      'safeStorage cannot be used before app is ready',
      'unknown',
      'protocol.registerSchemesAsPrivileged should be called before app is ready',
      'app.enableSandbox() can only be called before app is ready',
    ]);
  });

  it('one handler per scheme and per channel; pages without privileges; a CommonJS preload', async () => {
    const script = `
      import { writeFileSync } from 'node:fs';
      const esm = join(import.meta.dirname, 'esm.js');
      writeFileSync(esm, "import { contextBridge } from 'electron';");
      const withPreferences = (webPreferences) => errorOf(() => new BrowserWindow({ webPreferences }));
      app.whenReady().then(async () => {
        protocol.handle('app', () => new Response(''));
        ipcMain.handle('x', () => 1);
        const window = new BrowserWindow();
        finish([
          errorOf(() => protocol.handle('app', () => new Response(''))),
          errorOf(() => ipcMain.handle('x', () => 2)),
          withPreferences({ sandbox: false }),
          withPreferences({ contextIsolation: false }),
          withPreferences({ nodeIntegration: true }),
          withPreferences({ webSecurity: false }),
          withPreferences({ preload: esm }).includes('must be one CommonJS file'),
          (await rejection(window.loadURL('other://studio/'))),
          errorOf(() => window.setKiosk(true)),
          errorOf(() => app.dock),
        ]);
      });`;
    expect(await resultOf(script)).toEqual([
      'Failed to register protocol: app',
      "Attempted to register a second handler for 'x'",
      'webPreferences.sandbox must be true: the Chromium host has no other kind of page',
      'webPreferences.contextIsolation must be true: the Chromium host has no other kind of page',
      'webPreferences.nodeIntegration must be false: the Chromium host has no other kind of page',
      'webPreferences.webSecurity must be true: the Chromium host has no other kind of page',
      true,
      'other: must be registered as standard and secure before the app is ready',
      'not implemented on the Chromium host: BrowserWindow.setKiosk',
      'not implemented on the Chromium host: app.dock',
    ]);
  });

  it('the dialog asks for a folder, or for a file, which a test names; wrong options throw immediately', async () => {
    const script = `
      const early = [
        errorOf(() => dialog.showOpenDialog({ properties: ['openDirectory'] })),
        errorOf(() => dialog.showSaveDialog({})),
      ];
      app.whenReady().then(async () => finish([
        ...early,
        errorOf(() => dialog.showOpenDialog({ properties: 'openDirectory' })),
        errorOf(() => dialog.showSaveDialog({ defaultPath: 7 })),
        await dialog.showOpenDialog({ properties: ['openFile'] }),
        await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] }),
      ]));`;
    files = await writeApp();
    const folder = join(files.dir, 'saved');
    expect(await resultOf(script, `--save-dir=${folder}`)).toEqual([
      'dialog module can only be used after app is ready',
      'dialog module can only be used after app is ready',
      'Properties must be an array',
      'Default path must be a string',
      { canceled: true, filePaths: [] },
      { canceled: false, filePaths: [folder] },
    ]);
  });

  it('on Linux saving replaces a file, unless confirmation is requested', async () => {
    const script = `
      import { mkdirSync, writeFileSync } from 'node:fs';
      app.whenReady().then(async () => {
        const folder = process.argv.at(-1);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'take.wav'), '');
        const save = async (options) => (await dialog.showSaveDialog({ defaultPath: 'take.wav', ...options })).filePath;
        finish([await save({}), await save({ properties: ['showOverwriteConfirmation'] })]);
      });`;
    files = await writeApp();
    const folder = join(files.dir, 'saved');
    const numbered = join(folder, 'take (2).wav');
    expect(await resultOf(script, `--save-dir=${folder}`, folder)).toEqual([
      process.platform === 'linux' ? join(folder, 'take.wav') : numbered,
      numbered,
    ]);
  });

  it('a drag requires a valid icon, and files', async () => {
    const script = `
      import { writeFileSync } from 'node:fs';
      app.whenReady().then(() => {
        const { webContents } = new BrowserWindow();
        const drag = (item) => errorOf(() => webContents.startDrag(item));
        const here = import.meta.filename;
        const icon = join(import.meta.dirname, 'icon.png');
        writeFileSync(icon, Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'));
        finish([
          drag({ file: here }),
          drag({ file: here, icon: here + '.png' }),
          drag({ file: here, icon: here }),
          drag({ icon }),
          drag({ file: here, icon }),
        ]);
      });`;
    expect(await resultOf(script)).toEqual([
      "'icon' parameter is required",
      expect.stringMatching(/^Failed to load image from path/),
      expect.stringMatching(/^Failed to load image from path/),
      "Must specify either 'file' or 'files' option",
      'fine',
    ]);
  });

  it('a top-level await on whenReady() hangs', async () => {
    files = await writeApp("console.log('waiting'); await app.whenReady(); console.log('through');");
    const app = runApp(files.dir);
    await app.waitFor(/waiting/);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(app.output()).toBe('waiting\n');
    app.process.kill('SIGKILL');
    await app.exit;
  });

  it('ready follows the entry module, however long that awaits', async () => {
    const script = `
      const order = [];
      app.on('ready', () => { order.push('ready'); setTimeout(() => finish(order), 50); });
      app.whenReady().then(() => order.push('whenReady')).then(() => order.push('what follows it'));
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push('evaluated');`;
    expect(await resultOf(script)).toEqual(['evaluated', 'ready', 'whenReady', 'what follows it']);
  });

  it('the user-data folder is set before the instance lock', async () => {
    const script = `
      finish([app.requestSingleInstanceLock(), errorOf(() => app.setPath('userData', '/elsewhere')),
        errorOf(() => app.setPath('temp', 'relative')), app.getVersion(), app.isPackaged]);`;
    expect(await resultOf(script)).toEqual([
      true,
      "setPath('userData') must come before requestSingleInstanceLock(): the lock is on that folder",
      'Path must be absolute',
      '1.2.3',
      false,
    ]);
  });
});

it('there is no instance lock in a folder that is not writable', async () => {
  const script = `
    import { writeFileSync } from 'node:fs';
    const file = join(import.meta.dirname, 'file');
    writeFileSync(file, '');
    app.setPath('userData', join(file, 'data'));
    finish(app.requestSingleInstanceLock());`;
  expect(await resultOf(script)).toBe(false);
});

describe('quitting', () => {
  it('can be prevented by before-quit and will-quit, then ends with 0, whatever process.exitCode is', async () => {
    files = await writeApp(`
      const seen = [];
      app.on('before-quit', (event) => { seen.push('before'); if (seen.length === 1) { event.preventDefault(); setTimeout(() => app.quit()); } });
      app.on('will-quit', (event) => { seen.push('will'); if (seen.length === 3) { event.preventDefault(); setTimeout(() => app.quit()); } });
      app.on('quit', (_event, code) => console.log('result', seen.join(), code));
      app.whenReady().then(() => { process.exitCode = 3; app.quit(); });`);
    const app = runApp(files.dir);
    expect(await app.exit).toBe(0);
    expect(app.output()).toBe('result before,before,will,before,will 0\n');
  });

  it('by exit raises only quit', async () => {
    files = await writeApp(`
      for (const name of ['before-quit', 'will-quit', 'quit']) app.on(name, (_event, code) => console.log(name, code));
      app.whenReady().then(() => {
        new BrowserWindow().on('close', () => console.log('close'));
        // In what waited for ready there is no message loop yet, and no event either.
        setTimeout(() => app.exit(3), 50);
      });`);
    const app = runApp(files.dir);
    expect(await app.exit).toBe(3);
    expect(app.output()).toBe('quit 3\n');
  });
});

describe('the menu', () => {
  const script = `
    const item = (accelerator) => ({ label: accelerator, accelerator, registerAccelerator: false });
    const install = (...keys) => errorOf(() => Menu.setApplicationMenu(Menu.buildFromTemplate(keys.map(item))));
    app.whenReady().then(() => finish([process.platform, install('B'), install('Cmd+B', 'Cmd+B'), install('Cmd+B')]));`;

  it('has on macOS no key that would act while typing, and each key once', async () => {
    expect(await resultOf(script, '--platform=darwin')).toEqual([
      'darwin',
      "Menu item 'B': on macOS the accelerator 'B' would act while somebody types; it needs Command or Control",
      "Menu items 'Cmd+B' and 'Cmd+B' have one key on macOS",
      'fine',
    ]);
  });

  it('may show any key on other systems', async () => {
    expect(await resultOf(script, '--platform=win32')).toEqual(['win32', 'fine', 'fine', 'fine']);
  });
});

describe('an orphaned host', () => {
  it.skipIf(process.platform === 'win32')('quits when its parent is killed', async () => {
    files = await writeApp(
      "app.on('quit', () => console.log('quit')); app.whenReady().then(() => console.log('pid', process.pid));",
    );
    const host = [process.execPath, join(import.meta.dirname, 'main.ts'), join(files.dir, 'app'), '--headless'];
    const shell = spawn('sh', ['-c', `${host.join(' ')} & wait`], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    shell.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const ended = new Promise((resolve) => shell.once('close', resolve));
    await expect.poll(() => output).toMatch(/^pid \d+$/m);
    shell.kill('SIGKILL');
    await ended;
    expect(output).toMatch(/^quit$/m);
    const pid = Number(/^pid (\d+)$/m.exec(output)?.[1]);
    await expect.poll(() => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).toBe('');
  });
});

describe('utilityProcess', () => {
  const fork = `
    import { writeFileSync } from 'node:fs';
    const fork = (source, options = { stdio: 'pipe' }) => {
      const file = join(import.meta.dirname, 'child.js');
      writeFileSync(file, source);
      return utilityProcess.fork(file, ['--flag'], options);
    };`;

  it('runs a module with streams', async () => {
    const script = `${fork}
      app.whenReady().then(() => {
        const child = fork("console.log(process.argv[2]); console.error(typeof process.send, 'parentPort' in process);");
        const first = (emitter) => new Promise((resolve) => emitter.once('data', resolve));
        Promise.all([first(child.stdout), first(child.stderr)]).then((texts) => finish(texts.map(String)));
      });`;
    expect(await resultOf(script)).toEqual(['--flag\n', 'undefined true\n']);
  });

  it.each([
    ['kill() once it runs', 'setInterval(() => {}, 1000)', 'child.kill()', true, 0],
    ['a foreign signal', 'setInterval(() => {}, 1000)', "process.kill(Number(pid), 'SIGKILL')", true, 9],
    ['itself', 'process.exit(5)', 'null', null, 5],
  ])('ended by %s: its exit code, then no streams and no process', async (_name, source, end, answer, code) => {
    const script = `${fork}
      app.whenReady().then(() => {
        const child = fork(${JSON.stringify(`console.log(process.pid);${source}`)});
        const early = child.kill();
        let answer = null;
        child.stdout.once('data', (pid) => { answer = ${end}; });
        child.once('exit', (code) => {
          const during = child.stdout !== null;
          setImmediate(() => finish([early, answer, code, during, child.stdout, child.stderr, child.kill()]));
        });
      });`;
    expect(await resultOf(script)).toEqual([false, answer, code, true, null, null, false]);
  });

  it('reports that it is out of memory before it exits', async () => {
    const script = `${fork}
      app.whenReady().then(() => {
        const events = [];
        const hungry = 'const all = []; for (;;) all.push(new Array(1e5).fill({}).map((one) => ({ ...one })));';
        const child = fork(hungry, { stdio: 'pipe', execArgv: ['--max-old-space-size=20'] });
        child.once('error', (type) => events.push(type));
        child.once('exit', (code) => finish([...events, code]));
      });`;
    expect(await resultOf(script)).toEqual(['FatalError', constants.signals.SIGABRT]);
  });

  it('refuses a stdin and values that are not text', async () => {
    const script = `${fork}
      const attempt = (options) => errorOf(() => fork('', options));
      app.whenReady().then(() => finish([
        attempt({ stdio: ['pipe', 'pipe', 'pipe'] }),
        attempt({ stdio: ['ignore', 'pipe'] }),
        attempt({ stdio: 'overlapped' }),
        attempt({ env: { PATH: undefined } }),
      ]));`;
    expect(await resultOf(script)).toEqual([
      'stdin value other than ignore is not supported.',
      'configuration missing for stdin, stdout or stderr.',
      'stdio must be of the following values: inherit, pipe, ignore',
      'Invalid value for env',
    ]);
  });

  it.runIf(process.getuid?.() === 0).each([
    ['', 0, true],
    ['app.enableSandbox();', constants.signals.SIGABRT, false],
  ])('as root, after `%s`, ends with %i', async (before, code, hasSwitch) => {
    const script = `
      import { writeFileSync } from 'node:fs';
      const child = join(import.meta.dirname, 'child.js');
      writeFileSync(child, 'process.exit(0)');
      ${before}
      app.whenReady().then(() => utilityProcess.fork(child).once('exit', (code) =>
        finish([code, app.commandLine.hasSwitch('no-sandbox')])));`;
    expect(await resultOf(script)).toEqual([code, hasSwitch]);
  });
});

describe('safeStorage', () => {
  const read = `
    import { readFileSync, writeFileSync } from 'node:fs';
    const file = join(import.meta.dirname, 'secret');
    app.whenReady().then(async () => {
      const isAvailable = await safeStorage.isAsyncEncryptionAvailable();
      const opened = await rejection(safeStorage.decryptStringAsync(readFileSync(file)));
      finish([isAvailable, opened]);
    });`;
  const write = `
    import { writeFileSync } from 'node:fs';
    app.whenReady().then(async () => {
      writeFileSync(join(import.meta.dirname, 'secret'), await safeStorage.encryptStringAsync('sk-secret ✓'));
      finish('written');
    });`;

  beforeEach(async () => {
    files = await writeApp();
  });

  it.runIf(process.platform === 'linux').each([
    ['none', 'basic_text', 'v10'],
    ['nameless', 'gnome_libsecret', 'v10'],
    ['working', 'gnome_libsecret', 'v11'],
  ])('%s: says it is available, names %s and marks cipher texts %s', async (keyring, backend, mark) => {
    const script = `app.whenReady().then(async () => {
      const encrypted = await safeStorage.encryptStringAsync('x');
      const decrypted = await safeStorage.decryptStringAsync(encrypted);
      finish([await safeStorage.isAsyncEncryptionAvailable(), safeStorage.getSelectedStorageBackend(),
        encrypted.toString('latin1', 0, 3), decrypted.result]);
    });`;
    const flags = keyring === 'none' ? [] : [`--test-keyring=${keyring}`];
    expect(await resultOf(script, ...flags)).toEqual([true, backend, mark, 'x']);
  });

  it('with a test keyring survives restarts, requests re-encryption after a rotation, fails without its key', async () => {
    const dir = files?.dir ?? '';
    await resultOf(write, '--test-keyring');
    expect(await readFile(join(dir, 'app', 'secret'), 'latin1')).not.toContain('secret');
    const opened = { result: 'sk-secret ✓', shouldReEncrypt: false };
    expect(await resultOf(read, '--test-keyring')).toEqual([true, ['fine', opened]]);

    const keyring = `${join(dir, 'data')}.test-keyring.json`;
    const keys = JSON.parse(await readFile(keyring, 'utf8')) as object[];
    await writeFile(keyring, JSON.stringify([...keys, { id: '00000000', key: Buffer.alloc(32).toString('base64') }]));
    expect(await resultOf(read, '--test-keyring')).toEqual([true, ['fine', { ...opened, shouldReEncrypt: true }]]);

    await rm(keyring);
    const [, failure] = (await resultOf(read, '--test-keyring')) as [boolean, string];
    expect(failure).toMatch(/^Error while decrypting/);
  });
});
