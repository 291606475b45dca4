import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** What the files of a folder may import: files and folders of ours (`/*`: the files of one folder), and packages. */
type Rule = { ours: readonly string[]; packages: RegExp };

const ENGINE = ['shared', 'renderer/lifetime', 'renderer/trusted-types.ts'];
/** What every part of the page builds on. */
const PAGE = [
  ...ENGINE,
  'renderer/engines',
  'renderer/ui',
  'renderer/ipc.ts',
  'renderer/services.ts',
  'renderer/texts.ts',
  'renderer/isolation.ts',
];
const COMMONS = ['shell', 'player', 'lists', 'items', 'jobs', 'work'].map((name) => `renderer/${name}`);
const PIXELS = 'renderer/engines/pixels';

const NONE = /^$/;
const REACT = /^(react|react-dom|zustand|lucide-react|@base-ui\/react|@codemirror\/.*)$/;
/** All but what belongs to the page or to the practice relay. HTTP is the relay client's alone. */
const MAIN = /^(?!react|zustand|hono|@hono|undici|node:https?$)/;

const feature = (name: string, also: readonly string[] = [], packages = REACT): [string, Rule] => [
  `renderer/${name}`,
  { ours: [...PAGE, ...COMMONS, `renderer/${name}`, ...also], packages },
];

/**
 * Who may import whom. The longest folder that a file lies in decides. What is not listed, tests and the composition of the
 * page, may import everything.
 */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  // Pure TypeScript, and without zod, which the page's content security policy forbids, but for the contract.
  ['shared', { ours: ['shared', 'assets'], packages: /^(fflate|chardet|markdown-it)$/ }],
  ['shared/contract', { ours: ['shared'], packages: /^zod$/ }],
  ['electron', { ours: ['shared', 'electron'], packages: MAIN }],
  // The relay client knows nothing of windows, jobs or the library.
  [
    'electron/relay',
    { ours: ['shared', 'electron/relay', 'electron/files.ts'], packages: /^(node:.*|undici|eventsource-parser)$/ },
  ],
  ['practice-relay', { ours: ['shared', 'practice-relay'], packages: /^(?!electron|react)/ }],
  ['renderer/ui', { ours: ['renderer/ui'], packages: REACT }],
  ['renderer/lifetime', { ours: ['renderer/lifetime'], packages: NONE }],
  [
    'renderer/engines/audio',
    { ours: [...ENGINE, 'renderer/engines/audio'], packages: /^(client-zip|mediabunny|wasm-media-encoders)$/ },
  ],
  // The mask engine is handed its tools, whose icons are React.
  ['renderer/engines/mask', { ours: [...ENGINE, 'renderer/engines/mask', PIXELS], packages: NONE }],
  ['renderer/engines/mask/tools', { ours: [...ENGINE, 'renderer/engines/mask'], packages: /^lucide-react$/ }],
  [PIXELS, { ours: [...ENGINE, PIXELS], packages: NONE }],
  // They share resampling and the files beside them, and nothing else.
  ...['codec', 'alignment', 'compositing', 'resampling'].map((name): [string, Rule] => [
    `${PIXELS}/${name}`,
    {
      ours: [...ENGINE, `${PIXELS}/*`, `${PIXELS}/resampling`, `${PIXELS}/${name}`],
      packages: name === 'codec' ? /^@cornerstonejs\/codec-libjpeg-turbo-8bit$/ : NONE,
    },
  ]),
  ['renderer/images/pipeline', { ours: [...ENGINE, PIXELS, 'renderer/images/pipeline'], packages: NONE }],
  ...COMMONS.map((folder): [string, Rule] => [folder, { ours: [...PAGE, ...COMMONS], packages: REACT }]),
  feature('speech'),
  feature('images', ['renderer/saving', 'assets']),
  feature('library'),
  feature('saving', [], /^(react|zustand|lucide-react|@cantoo\/pdf-lib)$/),
  feature('settings'),
  feature('help'),
  // A program that imitates Electron, and knows nothing of the app.
  ['tools/electron/chromium-host', { ours: ['tools/electron/chromium-host'], packages: /^(node:.*|electron|ws)$/ }],
]);

/** What only its own folder imports, but for one file. `others` are all by default. */
const CLOSED: readonly { folder: string; entry?: string; others?: string }[] = [
  { folder: 'tools/electron', entry: 'tools/electron/index.ts' },
  { folder: 'tools/electron/chromium-host', entry: 'tools/electron/chromium-host/index.ts' },
  { folder: 'tools/bench' },
  { folder: 'renderer/engines/mask/tools', others: 'renderer/engines/mask' },
];

const ROOT = path.join(import.meta.dirname, '..');
const SPECIFIER = /\bfrom '([^']+)'|\bimport\('([^']+)'|^import '([^']+)'/gm;

function isIn(file: string, folder: string): boolean {
  if (folder.endsWith('/*')) return path.posix.dirname(file) === folder.slice(0, -2);
  return file === folder || file.startsWith(`${folder}/`);
}

function importsOf(file: string): { ours: string[]; packages: string[] } {
  const found = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(SPECIFIER)]
    .map(([, from, called, bare]) => (from ?? called ?? bare ?? '').replace(/\?.*/, ''))
    .filter((name) => /^[@.\w][\w@./:-]*$/.test(name));
  const resolve = (name: string): string => path.posix.join(path.posix.dirname(file), name);
  const packageOf = (name: string): string => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  return {
    ours: found.filter((name) => name.startsWith('.')).map(resolve),
    packages: found.filter((name) => !name.startsWith('.')).map(packageOf),
  };
}

const files = globSync('{shared,electron,practice-relay,renderer,tools,tests}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));

it('each folder imports only what it may', () => {
  const found = files.flatMap((file) => {
    const [, rule] =
      [...RULES].filter(([folder]) => isIn(file, folder)).sort(([a], [b]) => b.length - a.length)[0] ?? [];
    if (!rule) return [];
    const { ours, packages } = importsOf(file);
    return [
      ...ours.filter((target) => !rule.ours.some((allowed) => isIn(target, allowed))),
      ...packages.filter((name) => !rule.packages.test(name)),
    ].map((target) => `${file} → ${target}`);
  });
  expect(found).toEqual([]);
});

it('closed folders are entered through their one file', () => {
  const found = files.flatMap((file) =>
    importsOf(file).ours.flatMap((target) =>
      CLOSED.some(
        ({ folder, entry, others = '' }) =>
          isIn(target, folder) && !isIn(file, folder) && target !== entry && file.startsWith(others),
      )
        ? [`${file} → ${target}`]
        : [],
    ),
  );
  expect(found).toEqual([]);
});

it('the page uses only types of the contract', () => {
  const VALUE = /^(?:import|export) (?!type )(?!\{(?:\s*type [^,}]+,?)+\s*\})[^;]*?from '[^']*\/contract\//m;
  const isPage = (file: string): boolean => file.startsWith('renderer/');
  expect(files.filter((file) => isPage(file) && VALUE.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
});

it('the page imports no texts: it reads those of its language', () => {
  const TEXTS = /^shared\/i18n\/(all|[^/]+\/(?!fixed)[^/]+)\.ts$/;
  const found = files
    .filter((file) => file.startsWith('renderer/'))
    .flatMap((file) => importsOf(file).ours.flatMap((target) => (TEXTS.test(target) ? [`${file} → ${target}`] : [])));
  expect(found).toEqual([]);
});

it('every rule holds for a folder that is there', () => {
  for (const folder of RULES.keys())
    expect(files.filter((file) => isIn(file, folder)).length, folder).toBeGreaterThan(0);
});
