// Checks the steps of docs/architecture.md for adding a mask tool on a copy of the source: with these edits it compiles
// and works, and without any one of them it does not compile.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

const ROW = 'shared/images/mask-tools.ts';
const ENGLISH = 'shared/i18n/en/images.ts';
const CHINESE = 'shared/i18n/zh/images.ts';
const RECORD = 'renderer/mask/tools/all-tools.ts';
const TOOL = 'renderer/mask/tools/dot.ts';
const LOCALES = 'shared/i18n/locales.ts';

/** The added lines, each after an existing one. */
const LINES: readonly (readonly [file: string, after: string, line: string])[] = [
  [ROW, "  wand: { key: 'W' },", "  dot: { key: 'D' },"],
  [ENGLISH, "  'command.mask.wand': 'Wand',", "  'command.mask.dot': 'Dot',"],
  [CHINESE, "  'command.mask.wand': '魔棒',", "  'command.mask.dot': '圆点',"],
  [RECORD, "import { brush } from './brush.ts';", "import { dot } from './dot.ts';"],
  [RECORD, 'export const TOOLS: Readonly<Record<MaskTool, Tool>> = {', '  dot,'],
];

const TOOL_PARTS = {
  icon: 'icon: Dot,',
  options: 'options: [ADD_OR_SUBTRACT],',
  cursorPx: 'cursorPx: () => 3,',
  begin: `begin: ({ x, y }, modifiers, surface) => ({
    type: 'drag',
    move: () => undefined,
    end: () => {
      const outline = [{ x, y }, { x: x + 3, y }, { x: x + 3, y: y + 3 }];
      surface.apply({ type: 'shape', outline, mode: blendMode(surface, modifiers) });
    },
  }),`,
};

/** A copy of the app's source. */
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-'));
  const copied = ['shared', 'renderer', 'electron', 'assets/voices.json', 'tsconfig.base.json'];
  for (const name of copied) await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Adds the tool to the copy, except for a file that is not edited or a part of the tool. */
async function addTool(leftOut?: string): Promise<void> {
  for (const [file] of LINES) await cp(path.join(ROOT, file), path.join(folder, file));
  for (const [file, after, line] of LINES) {
    const text = await readFile(path.join(folder, file), 'utf8');
    expect(text.split(after), `the place for the line in ${file}`).toHaveLength(2);
    if (file !== leftOut) await writeFile(path.join(folder, file), text.replace(after, `${after}\n${line}`));
  }
  const parts = Object.entries(TOOL_PARTS).map(([name, text]) => (name === leftOut ? '' : text));
  const tool = `
    import { Dot } from 'lucide-react';
    import { ADD_OR_SUBTRACT, blendMode } from './parts/covering.ts';
    import type { Tool } from './tool.ts';
    export const dot: Tool = { ${parts.join('\n')} };`;
  if (leftOut === TOOL) await rm(path.join(folder, TOOL), { force: true });
  else await writeFile(path.join(folder, TOOL), tool);
}

/** Returns the files in which the compiler finds errors. */
async function filesWithErrors(project: { files: string[] } | { include: string[] }): Promise<string[]> {
  const config = {
    extends: './tsconfig.base.json',
    compilerOptions: {
      lib: ['ES2024', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
      types: ['node', 'vite/client'],
      jsx: 'react-jsx',
      // Omitting parts of the tool leaves unused imports.
      noUnusedLocals: false,
    },
    exclude: ['**/*.test.ts', '**/*.test.tsx', 'electron/preload.ts'],
    ...project,
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const output = await run(process.execPath, [compiler, '--pretty', 'false', '-p', folder], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
  return [...new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].sort();
}

test.each([
  [ROW, RECORD, [RECORD]],
  [ENGLISH, LOCALES, [ENGLISH, CHINESE]],
  [CHINESE, LOCALES, [CHINESE]],
  [RECORD, RECORD, [RECORD]],
  [TOOL, RECORD, [RECORD]],
  ['icon', TOOL, [TOOL]],
  ['begin', TOOL, [TOOL]],
])('without %s the compiler asks for it', async (leftOut, compiled, named) => {
  await addTool(leftOut);
  expect(await filesWithErrors({ files: [compiled] })).toEqual([...named].sort());
});

test('with these edits everything compiles, and the tool has its command, its name and its gesture', async () => {
  await addTool();
  expect(await filesWithErrors({ include: ['shared', 'renderer', 'electron'] })).toEqual([]);
  const program = `
    import { commandOfKey } from './shared/commands.ts';
    import { settingsSchema } from './shared/contract/settings.ts';
    import { createTranslator } from './shared/i18n/index.ts';
    import { DEFAULT_TOOL_SETTINGS } from './shared/images/mask-tools.ts';
    import { createGestures } from './renderer/mask/input/gestures.ts';
    import { TOOLS } from './renderer/mask/tools/all-tools.ts';
    const settings = settingsSchema.parse({ mask: { tools: { ...DEFAULT_TOOL_SETTINGS, tool: 'dot' } } }).mask.tools;
    const applied = [];
    const target = { toPicture: (point) => point, showOutline: () => {}, onBegin() {}, apply: (operation) => applied.push(operation) };
    const gestures = createGestures(target, TOOLS, () => settings);
    gestures.begin({ x: 5, y: 6, pressure: 1 }, { isShift: false, isAlt: true });
    gestures.end();
    const command = commandOfKey('D', { screen: 'images', focus: 'free' });
    const names = ['en', 'zh'].map((locale) => createTranslator(locale)('command.' + command));
    console.log(JSON.stringify({ command, names, applied }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    command: 'mask.dot',
    names: ['Dot', '圆点'],
    applied: [
      {
        type: 'shape',
        mode: 'erase',
        outline: [
          { x: 5, y: 6 },
          { x: 8, y: 6 },
          { x: 8, y: 9 },
        ],
      },
    ],
  });
}, 120_000);
