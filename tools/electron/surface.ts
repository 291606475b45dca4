// Finds every part of Electron's API that the main process and the preload use. The compiler resolves each name; the names
// are those of electron.d.ts. Types that only contain data, such as an event's fields, are described with the member that
// provides them. `node tools/electron/surface.ts` writes docs/generated/electron-surface.md.
//
// With `--electron PATH`, the program of any Electron from 25 on, it first runs the contracts on that and on the Chromium
// host, prints how they differ, and records both for the document. On Linux this needs a display, such as that of
// `xvfb-run -a`.

import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  type ClassDeclaration,
  type Identifier,
  type InterfaceDeclaration,
  isCallExpression,
  isClassDeclaration,
  isIdentifier,
  isImportSpecifier,
  isInterfaceDeclaration,
  isNewExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  type Node,
  type PropertyAccessExpression,
} from 'typescript/unstable/ast';
import { type Checker, type Symbol as NamedSymbol, type Project, SymbolFlags } from 'typescript/unstable/sync';
import { describeSpecs, readSpecs, type Spec } from '../spec-files.ts';
import { nodesBelow, type OpenSource, readTypedSources, type TypedSource } from '../typed-sources.ts';
import { SOURCE_VERSION } from './contracts/contract.ts';
import { describeCases } from './contracts/describe-cases.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DOCUMENT = path.join(ROOT, 'docs/generated/electron-surface.md');
const TYPES = 'node_modules/electron/electron.d.ts';
const TYPES_TEXT = readFileSync(path.join(ROOT, TYPES), 'utf8');

/**
 * The name in electron.d.ts of the only object of a type: `App` is `app`; the class `Session` itself, with its static
 * members, is `session`.
 */
const OBJECTS: ReadonlyMap<string, { name: string; isClass: boolean }> = new Map([
  ...[...TYPES_TEXT.matchAll(/^ {2}const (\w+): (typeof )?(\w+);$/gm)].map(
    ([, name = '', isClass, type = '']) => [type, { name, isClass: isClass !== undefined }] as const,
  ),
  ['Process', { name: 'process', isClass: false }],
]);

/**
 * The projects with the app's sources and the specs. The preload is compiled with the tests, whose configuration
 * includes the page's types.
 */
export const PROJECTS = ['electron/tsconfig.json', 'tests/tsconfig.json'].map((name) => path.join(ROOT, name));

/** Returns every use in the app's sources, sorted: `app.quit`, `app.on('will-quit')`, `new BrowserWindow`. */
export function findSurface(open: OpenSource): string[] {
  const files = globSync('electron/**/*.ts', { cwd: ROOT, exclude: (name) => name.endsWith('.test.ts') });
  return [...new Set(files.flatMap((name) => usesIn(open(path.join(ROOT, name)))))].sort();
}

/** Returns the uses in one source. */
export function usesIn({ file, checker, project }: TypedSource): string[] {
  const nodes = [...nodesBelow(file)];
  const accesses = nodes.filter(isPropertyAccessExpression);
  const members = checker.getSymbolAtLocation(accesses.map(({ name }) => name));
  const names = nodes.filter(isIdentifier).filter(({ parent }) => !isPropertyAccessExpression(parent));
  return [
    ...accesses.flatMap((access, at) => memberUse(access, members[at], project) ?? []),
    ...names.flatMap((name) => valueUses(name, checker)),
  ];
}

function memberUse(
  access: PropertyAccessExpression,
  member: NamedSymbol | undefined,
  project: Project,
): string | undefined {
  const declared = member && isElectrons(member) ? member.declarations[0]?.resolve(project) : undefined;
  if (!member || !declared || !isDescribed(declared.parent)) return undefined;
  const type = declared.parent.name?.text ?? '';
  const object = OBJECTS.get(type);
  const isStatic = declared.getText().startsWith('static ');
  const use = `${object && object.isClass === isStatic ? object.name : type}.${member.name}`;
  const event = isCallExpression(access.parent) ? access.parent.arguments[0] : undefined;
  return /^(on|once)$/.test(member.name) && event && isStringLiteral(event) ? `${use}('${event.text}')` : use;
}

/** Whether it is a class, or an interface with only one object; other interfaces only contain data. */
function isDescribed(owner: Node): owner is ClassDeclaration | InterfaceDeclaration {
  return isClassDeclaration(owner) || (isInterfaceDeclaration(owner) && OBJECTS.has(owner.name.text));
}

/**
 * For a class that is instantiated, or an object passed as a type of the app: then all members of that type are used.
 */
function valueUses(name: Identifier, checker: Checker): string[] {
  if (isImportSpecifier(name.parent)) return [];
  const symbol = checker.getSymbolAtLocation(name);
  if (!symbol || !(symbol.flags & SymbolFlags.Alias) || !isElectrons(checker.getAliasedSymbol(symbol))) return [];
  if (isNewExpression(name.parent)) return [`new ${symbol.name}`];
  const wanted = checker.getContextualType(name);
  const properties = wanted ? checker.getPropertiesOfType(wanted) : [];
  return properties.some(isElectrons) ? [] : properties.map((property) => `${symbol.name}.${property.name}`);
}

function isElectrons(symbol: NamedSymbol): boolean {
  return symbol.declarations.some((declaration) => declaration.path.endsWith(`/${TYPES}`));
}

/** What the app uses of the last versions of the web and of Node, looked up on 30 November 2026. */
const YOUNG = [
  '## Young parts of the web and of Node',
  '',
  'Electron 45.4.1 has Chromium 156 and Node 24. Of what came with Chromium 150 to 158 (by @mdn/browser-compat-data 8.1.9)',
  'and with Node 24.18 and 24.19 (by its types, which know nothing later) the app uses:',
  '',
  '| part | since | without it |',
  '|---|---|---|',
  '| the header `Connection-Allowlist` | Chromium 152 | early connections and look-ups of names leave ([decision 35](../decisions/0035-page-network.md)) |',
];

/** Builds the document from the contracts' cases and the specs. */
export function describeSurface(specs: readonly Spec[]): string {
  return [
    '# Electron surface',
    '',
    'Written by `node tools/electron/surface.ts` from the sources; a test fails if it is out of date.',
    '`tools/electron/contracts/` lists the parts of Electron that the app uses: what each promises, what Electron’s source',
    `says (${SOURCE_VERSION}), and which test holds`,
    'the [Chromium host](../decisions/0002-chromium-host.md), or the app, to it.',
    '',
    ...describeCases(),
    ...YOUNG,
    '',
    ...describeSpecs(specs),
    '',
  ].join('\n');
}

/** Reads the current document. */
export function readSurfaceDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) {
  const { electron } = parseArgs({ options: { electron: { type: 'string' } } }).values;
  if (electron !== undefined) {
    const { compareWith } = await import('./contracts/compare.ts');
    if ((await compareWith(path.resolve(electron))) > 0) process.exitCode = 1;
  }
  const text = readTypedSources(PROJECTS, (open) => describeSurface(readSpecs(open)));
  await writeFile(DOCUMENT, text);
}
