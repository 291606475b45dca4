// Determines from the specs themselves where each one runs: on the Chromium host, on Electron, or with neither, only in
// a browser.

import { globSync } from 'node:fs';
import path from 'node:path';
import { isStringLiteral, type SourceFile } from 'typescript/unstable/ast';
import { type Condition, readTestFile, type TestFile } from './test-cases.ts';
import type { OpenSource } from './typed-sources.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Starts the app; a spec that imports it, directly or not, runs on a host. */
const LAUNCHER = path.join(ROOT, 'tests/e2e/support/launch.ts');
const NAMES: Readonly<Record<string, string>> = {
  chromium: 'the Chromium host',
  electron: 'Electron',
  darwin: 'macOS',
  linux: 'Linux',
  win32: 'Windows',
};

/** A spec file. */
export type Spec = Pick<TestFile, 'conditions' | 'cases'> & { name: string; startsApp: boolean };

/** Returns every spec, sorted by name. */
export function readSpecs(open: OpenSource): Spec[] {
  const names = globSync('tests/**/*.spec.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();
  return names.map((name) => {
    const { file } = open(path.join(ROOT, name));
    return { ...readTestFile(file), name: name.replaceAll('\\', '/'), startsApp: reachesLauncher(file, open) };
  });
}

function reachesLauncher(start: SourceFile, open: OpenSource): boolean {
  const seen = new Set<string>();
  const reaches = (file: SourceFile): boolean =>
    file.imports.filter(isStringLiteral).some(({ text }) => {
      const name = path.resolve(path.dirname(file.fileName), text);
      if (!text.startsWith('.') || !name.startsWith(path.join(ROOT, 'tests')) || seen.has(name)) return false;
      seen.add(name);
      return name === LAUNCHER || (name.endsWith('.ts') && reaches(open(name).file));
    });
  return reaches(start);
}

/** The part of the document about specs: how many of each file run where, and every test that is skipped somewhere. */
export function describeSpecs(specs: readonly Spec[]): string[] {
  return [
    '## What runs where',
    '',
    'From the specs: `onlyOn` and `exceptOn` in them say on which host or system a test runs, `test.skip` what else it waits for. Specs of the app run on Electron where its binary is, else on',
    'the Chromium host. Specs of engines show a page of their own in the installed Chromium, wherever they run.',
    '',
    '| specs | they start | on the Chromium host | on Electron |',
    '|---|---|---|---|',
    ...specs.map(
      (spec) =>
        `| ${linkTo(spec)} | ${spec.startsApp ? 'the app' : 'a page'} | ${share(spec, 'chromium')} | ${share(spec, 'electron')} |`,
    ),
    '',
    '| left out somewhere | runs | because |',
    '|---|---|---|',
    ...specs.flatMap((spec) => [
      ...spec.conditions.map((condition) => exception(`${linkTo(spec)}, all of it`, condition)),
      ...spec.cases.flatMap(({ title, conditions }) =>
        conditions.map((condition) => exception(`${linkTo(spec)} › ${title}`, condition)),
      ),
    ]),
  ];
}

function linkTo({ name }: Spec): string {
  return `[${name.slice('tests/'.length)}](../${name})`;
}

function exception(what: string, { kind, place, reason }: Condition): string {
  const name = NAMES[place] ?? place;
  const where = { only: `on ${name} only`, except: `everywhere but on ${name}`, skip: 'not always' }[kind];
  return `| ${what} | ${where} | ${reason} |`;
}

function share({ cases, conditions }: Spec, host: 'chromium' | 'electron'): string {
  const other = host === 'chromium' ? 'electron' : 'chromium';
  const isElsewhere = ({ kind, place }: Condition): boolean => kind === 'only' && place === other;
  const left = conditions.some(isElsewhere) ? [] : cases.filter((test) => !test.conditions.some(isElsewhere));
  if (left.length === cases.length) return 'all';
  return left.length === 0 ? 'none' : `${left.length} of ${cases.length}`;
}
