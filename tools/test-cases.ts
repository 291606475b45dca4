// Reads the declarations of a test file: its tests by title, and on which host or system each runs. Supports vitest and
// Playwright.

import {
  type CallExpression,
  type Expression,
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { nodesBelow } from './typed-sources.ts';

/** Where a test runs or does not run: `place` is a host or a system; empty for any other condition. */
export type Condition = { kind: 'only' | 'except' | 'skip'; place: string; reason: string };

/** A test. A title with parameters keeps its placeholders, as in `may not: %s`. */
export type TestCase = { title: string; text: string; conditions: readonly Condition[] };

/** A test file: the conditions of the whole file, its tests, and the text outside them. */
export type TestFile = { conditions: readonly Condition[]; cases: readonly TestCase[]; outside: string };

const CONDITIONS: Readonly<Record<string, Condition['kind']>> = { onlyOn: 'only', exceptOn: 'except' };
/** Members of `test` and `it` that still declare a test. */
const VARIANTS = new Set(['concurrent', 'each', 'fails', 'for', 'only', 'runIf', 'skip', 'skipIf']);

/** Reads a test file. */
export function readTestFile(file: SourceFile): TestFile {
  const declarers = new Set(['it', 'test', ...extendedTests(file)]);
  const cases: TestCase[] = [];
  const bodies: Node[] = [];

  const visit = (node: Node, around: readonly Condition[]): void => {
    const here = isFunctionBody(node) ? [...around, ...conditionsIn(node)] : around;
    node.forEachChild((child) => {
      const title = isCallExpression(child) ? titleOf(child, declarers) : undefined;
      if (title === undefined) return void visit(child, here);
      cases.push({
        title,
        text: child.getText(),
        conditions: [...here, ...[...nodesBelow(child)].flatMap(conditionOf)],
      });
      bodies.push(child);
    });
  };
  visit(file, []);
  const outside = bodies.reduce((text, body) => text.replace(body.getText(), ''), file.text);
  return { conditions: conditionsIn(file), cases, outside };
}

/** Returns the names of tests derived from others: `const blocked = test.extend({ … })`. */
function extendedTests(file: SourceFile): string[] {
  return [...nodesBelow(file)].flatMap((node) =>
    isVariableDeclaration(node) && /^\w+\s*\.extend\b/.test(node.initializer?.getText() ?? '')
      ? [node.name.getText()]
      : [],
  );
}

function titleOf(call: CallExpression, declarers: ReadonlySet<string>): string | undefined {
  const [title, body] = call.arguments;
  const { root, members } = calleeOf(call.expression);
  if (!title || !body || !declarers.has(root) || !members.every((member) => VARIANTS.has(member))) return undefined;
  if (isStringLiteral(title) || isNoSubstitutionTemplateLiteral(title)) return title.text;
  return isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined;
}

/** `it.skipIf(x).each(y)` is `it` with the members `skipIf` and `each`. */
function calleeOf(callee: Expression): { root: string; members: string[] } {
  if (isIdentifier(callee)) return { root: callee.text, members: [] };
  if (isCallExpression(callee)) return calleeOf(callee.expression);
  if (isTaggedTemplateExpression(callee)) return calleeOf(callee.tag);
  if (!isPropertyAccessExpression(callee)) return { root: '', members: [] };
  const { root, members } = calleeOf(callee.expression);
  return { root, members: [...members, callee.name.getText()] };
}

/** Returns the conditions of a file or a `describe` that apply to everything in it: separate statements. */
function conditionsIn(body: Node): Condition[] {
  const conditions: Condition[] = [];
  body.forEachChild((statement) =>
    statement.forEachChild((expression) => void conditions.push(...conditionOf(expression))),
  );
  return conditions;
}

function conditionOf(node: Node): Condition[] {
  if (!isCallExpression(node)) return [];
  const [first, second] = node.arguments;
  const reason =
    second && (isStringLiteral(second) || isNoSubstitutionTemplateLiteral(second)) ? second.text : undefined;
  if (reason === undefined || !first) return [];
  const callee = node.expression.getText();
  const kind = CONDITIONS[callee];
  if (kind && isStringLiteral(first)) return [{ kind, place: first.text, reason }];
  return callee === 'test.skip' ? [{ kind: 'skip', place: '', reason }] : [];
}

function isFunctionBody(node: Node): boolean {
  return node.parent !== undefined && 'body' in node.parent && node.parent.body === node;
}
