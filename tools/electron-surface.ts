// Finds every part of Electron's API that the main process and the preload use, and writes docs/electron-surface.md: `node tools/electron-surface.ts`.
// It follows names, not types: imports from electron, what is annotated with a type of electron, and what those give back.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'vite';
import { CONTRACTS } from './electron-contracts.ts';

const ROOT = path.join(import.meta.dirname, '..');
const DOCUMENT = path.join(ROOT, 'docs/electron-surface.md');

type Node = { type: string; [key: string]: unknown };
/** What a name stands for: a module or an object of Electron, or a function that gives one. */
type Meaning = { api: string } | { gives: string };

/** Types by the module whose instance they describe; any other type stands for itself. */
const MODULE_OF_TYPE: Readonly<Record<string, string>> = {
  App: 'app',
  IpcMain: 'ipcMain',
  // The key vault names the few functions it uses by a type of its own.
  KeyStore: 'safeStorage',
  Session: 'session',
  WebContents: 'webContents',
};
/** Members that give another object of Electron. */
const MEMBER_GIVES: Readonly<Record<string, string>> = {
  'BrowserWindow.webContents': 'webContents',
  'IpcMainInvokeEvent.senderFrame': 'WebFrameMain',
  'app.commandLine': 'app.commandLine',
  'session.defaultSession': 'session',
  'session.webRequest': 'session.webRequest',
  'utilityProcess.fork': 'UtilityProcess',
  'webContents.mainFrame': 'WebFrameMain',
};

/** Every use in the app's sources, sorted: `app.quit`, `app.on('will-quit')`, `new BrowserWindow`. */
export async function findSurface(): Promise<string[]> {
  const folder = path.join(ROOT, 'electron');
  const names = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const uses = new Set<string>();
  for (const name of names) {
    const source = await readFile(path.join(folder, name), 'utf8');
    for (const use of usesIn(name, source)) uses.add(use);
  }
  return [...uses].sort();
}

/** The document, from the uses and what is known of each. */
export function describeSurface(uses: readonly string[]): string {
  const rows = uses.map((use) => {
    const { contract, test } = CONTRACTS[use] ?? { contract: '**unknown**', test: '' };
    return `| \`${use}\` | ${contract} | ${test} |`;
  });
  return [
    '# What we use of Electron',
    '',
    'Written by `node tools/electron-surface.ts` from the sources; a test fails when it is out of date. What each part promises is what the app relies on, no more. “Shown by” names',
    'the test that holds the [Chromium host](decisions/0002-chromium-host.md) to the promise, or holds us to it; `tests/electron/` runs only where Electron’s binary is.',
    '',
    '| API | what it promises | shown by |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** The document as it stands. */
export function readSurfaceDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

/** The uses in one source. */
export function usesIn(fileName: string, source: string): Set<string> {
  const program = parseSync(fileName, source).program as unknown as Node;
  const meanings = new Map<string, Meaning>();
  const types = new Map<string, string>(Object.entries({ KeyStore: 'safeStorage' }));
  // Twice: a name may be used above the place that says what it stands for.
  for (let pass = 0; pass < 2; pass++) walk(program, (node) => learn(node, meanings, types));
  const uses = new Set<string>();
  walk(program, (node) => {
    const use = useOf(node, meanings);
    if (use) uses.add(use);
  });
  return uses;
}

/** Remembers what a declaration says of a name. */
function learn(node: Node, meanings: Map<string, Meaning>, types: Map<string, string>): void {
  if (node.type === 'ImportDeclaration' && literalOf(node.source) === 'electron') {
    for (const specifier of nodesIn(node.specifiers)) {
      const name = nameOf(specifier.local) ?? '';
      types.set(name, MODULE_OF_TYPE[name] ?? name);
      if (node.importKind !== 'type' && specifier.importKind !== 'type') meanings.set(name, { api: name });
    }
  }
  const name = nameOf(node) ?? nameOf(node.id);
  if (name === undefined) return;
  const annotated = meaningOfType(node.typeAnnotation, types);
  const returned = meaningOfType(node.returnType, types);
  const given = node.type === 'VariableDeclarator' ? apiOf(node.init, meanings) : undefined;
  if (annotated) meanings.set(name, annotated);
  else if (returned && 'api' in returned) meanings.set(name, { gives: returned.api });
  else if (given) meanings.set(name, { api: given });
}

function meaningOfType(type: unknown, types: ReadonlyMap<string, string>): Meaning | undefined {
  if (!isNode(type)) return undefined;
  if (type.type === 'TSTypeAnnotation') return meaningOfType(type.typeAnnotation, types);
  if (type.type === 'TSUnionType') return first(nodesIn(type.types).map((one) => meaningOfType(one, types)));
  if (type.type === 'TSFunctionType') {
    const returned = meaningOfType(type.returnType, types);
    return returned && 'api' in returned ? { gives: returned.api } : undefined;
  }
  if (type.type !== 'TSTypeReference') return undefined;
  const name = nameOf(type.typeName) ?? '';
  const api = types.get(name);
  if (api) return { api };
  const parameters = isNode(type.typeArguments) ? nodesIn(type.typeArguments.params) : [];
  return name === 'Pick' ? meaningOfType(parameters[0], types) : undefined;
}

/** The object of Electron that an expression gives. */
function apiOf(expression: unknown, meanings: ReadonlyMap<string, Meaning>): string | undefined {
  if (!isNode(expression)) return undefined;
  const meaning = meanings.get(nameOf(expression) ?? '');
  if (meaning && 'api' in meaning) return meaning.api;
  switch (expression.type) {
    case 'ChainExpression':
    case 'AwaitExpression':
      return apiOf(expression.expression ?? expression.argument, meanings);
    case 'NewExpression':
      return apiOf(expression.callee, meanings);
    case 'MemberExpression':
      return MEMBER_GIVES[memberOf(expression, meanings) ?? ''];
    case 'CallExpression': {
      const called = meanings.get(nameOf(expression.callee) ?? '');
      if (called && 'gives' in called) return called.gives;
      return isNode(expression.callee) ? MEMBER_GIVES[memberOf(expression.callee, meanings) ?? ''] : undefined;
    }
    default:
      return undefined;
  }
}

function memberOf(node: Node, meanings: ReadonlyMap<string, Meaning>): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const api = apiOf(node.object, meanings);
  return api && `${api}.${nameOf(node.property)}`;
}

function useOf(node: Node, meanings: ReadonlyMap<string, Meaning>): string | undefined {
  if (node.type === 'NewExpression') {
    const api = apiOf(node.callee, meanings);
    return api && `new ${api}`;
  }
  if (node.type === 'CallExpression' && isNode(node.callee)) {
    const member = memberOf(node.callee, meanings);
    if (!member || !/\.(on|once)$/.test(member)) return undefined;
    const event = literalOf(nodesIn(node.arguments)[0]);
    return typeof event === 'string' ? `${member}('${event}')` : member;
  }
  const member = memberOf(node, meanings);
  return member && !/\.(on|once)$/.test(member) ? member : undefined;
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  if (!isNode(node)) return;
  visit(node);
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined;
}

function literalOf(node: unknown): unknown {
  return isNode(node) && node.type === 'Literal' ? node.value : undefined;
}

function first<T>(values: readonly (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined);
}

if (import.meta.main) await writeFile(DOCUMENT, describeSurface(await findSurface()));
