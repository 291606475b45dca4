// Finds every member of Electron's API that the Chromium host implements: each object declares its Electron name by
// `honest('app', …)` or `honestEmitter('app')`. Events are not included, as they are not declared.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  isCallExpression,
  isClassDeclaration,
  isIdentifier,
  isStringLiteral,
  type Node,
} from 'typescript/unstable/ast';
import { nodesBelow, type OpenSource, type TypedSource } from '../typed-sources.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const HOST = path.join(import.meta.dirname, 'chromium-host');
const TYPES = readFileSync(path.join(ROOT, 'node_modules/electron/electron.d.ts'), 'utf8');
const NAMERS = new Set(['honest', 'honestEmitter', 'honestObject']);

/**
 * Returns all implemented members, sorted and named as in the list of the app's uses: `app.quit`,
 * `BrowserWindow.getAllWindows`.
 */
export function findOffered(open: OpenSource): string[] {
  const files = globSync('**/*.ts', { cwd: HOST, exclude: (name) => name.endsWith('.test.ts') });
  return [...new Set(files.flatMap((name) => offersIn(open(path.join(HOST, name)))))].sort();
}

function offersIn({ file, checker }: TypedSource): string[] {
  return [...nodesBelow(file)].flatMap((node) => {
    if (!isCallExpression(node) || !NAMERS.has(node.expression.getText())) return [];
    const [name, object] = node.arguments;
    if (!name || !isStringLiteral(name)) return [];
    const type = object && checker.getTypeAtLocation(object);
    const own = type ? checker.getPropertiesOfType(type).map((property) => property.name) : membersOfClass(node);
    return own.filter((member) => isElectrons(name.text, member)).map((member) => `${name.text}.${member}`);
  });
}

/** Returns the public members of the class that extends the result of the call. */
function membersOfClass(call: Node): string[] {
  let node = call.parent;
  while (node && !isClassDeclaration(node)) node = node.parent;
  const names = (node?.members ?? []).map((member) =>
    'name' in member ? (member.name as Node | undefined) : undefined,
  );
  return names.flatMap((name) => (name && isIdentifier(name) ? [name.text] : []));
}

/**
 * Whether electron.d.ts declares the member, for the class or the only object of this name; types that only contain
 * data do not count.
 */
function isElectrons(name: string, member: string): boolean {
  const type = new RegExp(`^ {2}const ${name}: (?:typeof )?(\\w+);$`, 'm').exec(TYPES)?.[1];
  const head = type === undefined ? `class ${name}` : `(?:class|interface) ${type}`;
  const body = new RegExp(`^ {2}${head}\\b.*\\{$([^]*?)^ {2}\\}$`, 'm').exec(TYPES)?.[1] ?? '';
  return new RegExp(`^ {4}(?:static |readonly )*${member}[?(:<]`, 'm').test(body);
}
