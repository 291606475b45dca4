import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { readSpecs } from '../spec-files.ts';
import { readTestFile, type TestFile } from '../test-cases.ts';
import { readTypedSources } from '../typed-sources.ts';
import { CONTRACTS } from './contracts/index.ts';
import { findOffered } from './host-surface.ts';
import { describeSurface, findSurface, PROJECTS, readSurfaceDocument, usesIn } from './surface.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const CONTRACT_TESTS = [...new Set(Object.values(CONTRACTS).map(({ test }) => test.file))];
const { uses, offered, specs, contractTests } = readTypedSources(
  [...PROJECTS, ...['tools', 'tools/electron/chromium-host'].map((folder) => path.join(ROOT, folder, 'tsconfig.json'))],
  (open) => ({
    uses: findSurface(open),
    offered: findOffered(open),
    specs: readSpecs(open),
    contractTests: new Map(CONTRACT_TESTS.map((name) => [name, readTestFile(open(path.join(ROOT, name)).file)])),
  }),
);

/** Calls `read` with a source in a separate project with Electron's types. */
async function withSource<T>(source: string, read: Parameters<typeof readTypedSources<T>>[1]): Promise<T> {
  const folder = await tempFolder();
  await mkdir(path.join(folder, 'node_modules'));
  for (const name of ['electron', '@types', 'undici-types']) {
    await symlink(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction');
  }
  await writeFile(path.join(folder, 'x.ts'), source);
  const compilerOptions = { module: 'ESNext', moduleResolution: 'Bundler', types: ['node'], strict: true };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['x.ts'] }));
  return readTypedSources([path.join(folder, 'tsconfig.json')], (open) => read(() => open(path.join(folder, 'x.ts'))));
}

it('resolves names to their declarations', async () => {
  const source = `
    import { app, BrowserWindow, safeStorage, session, type Session } from 'electron';
    import type { WebContents as Contents } from 'electron';
    type Store = { encryptStringAsync: (text: string) => Promise<Buffer> };
    declare function keep(store: Store, name: Pick<typeof app, 'getName'>): void;
    export function open(other: { quit: () => void }, find: () => Session | undefined) {
      const window = new BrowserWindow({ show: false });
      const contents = (): Contents | undefined => window.webContents;
      contents()?.on('will-navigate', ({ url }) => app.commandLine.removeSwitch(url));
      const found = find() ?? session.defaultSession;
      found.on('will-download', () => other.quit());
      keep(safeStorage, app);
      return process.resourcesPath;
    }`;
  expect((await withSource(source, (open) => usesIn(open('')))).sort()).toEqual([
    'BrowserWindow.webContents',
    'CommandLine.removeSwitch',
    "Session.on('will-download')",
    "WebContents.on('will-navigate')",
    'app.commandLine',
    'new BrowserWindow',
    'process.resourcesPath',
    'safeStorage.encryptStringAsync',
    'session.defaultSession',
  ]);
});

it('reads the tests that a file declares, and where they run', async () => {
  const source = `
    const blocked = test.extend({});
    onlyOn('electron', 'of all');
    it('plain', () => run('no test', () => undefined));
    it.each([['a'], ['b']])('of rows: %s', () => undefined);
    describe.skipIf(x)('a group', () => {
      test.skip(!y, 'of the group');
      blocked(\`made for \${z}\`, () => exceptOn('win32', 'of one'));
    });
    declare const it: any, test: any, describe: any, onlyOn: any, exceptOn: any, run: any, x: any, y: any, z: any;`;
  const { conditions, cases, outside } = await withSource(source, (open) => readTestFile(open('').file));
  expect(conditions).toEqual([{ kind: 'only', place: 'electron', reason: 'of all' }]);
  expect(cases.map((one) => [one.title, one.conditions])).toEqual([
    ['plain', []],
    ['of rows: %s', []],
    [
      `made for \${z}`,
      [
        { kind: 'skip', place: '', reason: 'of the group' },
        { kind: 'except', place: 'win32', reason: 'of one' },
      ],
    ],
  ]);
  expect(outside).toContain('test.extend');
  expect(outside).not.toContain('made for');
});

it('each use has a contract, and each contract is used', () => {
  expect(Object.keys(CONTRACTS).sort()).toEqual(uses);
});

it('the Chromium host implements what is used and nothing else', () => {
  // A host does not implement `new`; the process is Node's, and so are events: they are covered by the tests of the
  // contracts.
  const members = uses.filter((use) => !/^new |^process\.|\.(?:on|once)\('/.test(use));
  expect(offered).toEqual(members);
});

it('each contract names a test that exists once; a test of the host or the app contains the name of the part', async () => {
  const ofHost = await readFile(path.join(ROOT, 'tools/electron/chromium-host/test-app.ts'), 'utf8');
  const wrong = Object.entries(CONTRACTS).flatMap(([use, { test }]) => {
    const { cases, outside } = contractTests.get(test.file) ?? ({ cases: [], outside: '' } satisfies Partial<TestFile>);
    const [found, ...more] = cases.filter(({ title }) => title === test.title);
    if (!found || more.length > 0) return [`${use}: no test, or several: ${test.file} › ${test.title}`];
    const text = `${found.text}\n${outside}\n${test.file.startsWith('tools/electron/chromium-host/host') ? ofHost : ''}`;
    const isShown = test.file.startsWith('tests/') || text.includes(nameOf(use));
    return isShown ? [] : [`${use}: not in ${test.file} › ${test.title}`];
  });
  expect(wrong).toEqual([]);
});

it('the document is up to date: node tools/electron/surface.ts', async () => {
  expect(await readSurfaceDocument()).toBe(describeSurface(specs));
});

/** Returns the event, the member or the class of a use. */
function nameOf(use: string): string {
  return /'(.+)'/.exec(use)?.[1] ?? /\w+$/.exec(use)?.[0] ?? use;
}
