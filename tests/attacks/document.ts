// Writes the tables of promises, attacks, bounds and variables into docs/security: `node tests/attacks/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { JUDGED_VARIABLES } from '../../electron/environment.ts';
import { ATTACKS } from './attacks.ts';
import { BOUNDS } from './bounds.ts';
import { PROMISES } from './promises.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/security');

/** Returns the text of each document, by its file name in docs/security. */
export function describeSecurity(): Record<string, string> {
  const untried = Object.entries(ATTACKS).flatMap(([number, { notHere }]) =>
    notHere === undefined ? [] : [[number, notHere]],
  );
  return {
    'promises.md': page(
      'Security promises',
      [
        'Numbers are those of the [attacks](attacks.md) on a promise. `git grep "promise full-tls"` finds further tests.',
      ],
      ['id', 'promise', 'means', 'attacks'],
      PROMISES.map(({ id, what, how, attacks }) => [`\`${id}\``, what, how, attacks.join(', ') || '–']),
    ),
    'attacks.md': page(
      'Attacks',
      [
        'Every attack has a test: `git grep -w "attack 28"` finds it. Tests in `tests/electron` need Electron’s binary. In',
        'every attack no key leaves and the app stays usable.',
      ],
      ['', 'attack', 'result'],
      Object.entries(ATTACKS).map(([number, { attack, result }]) => [number, attack, result]),
      ['Not tested:', '', ...untried.map(([number, reason]) => `- ${number}: ${reason}`)],
    ),
    'bounds.md': page(
      'Bounds',
      [
        'How much the app accepts where somebody else decides the number. Whatever arrived and may have been billed is kept.',
        '`git grep "bound files-waiting"` finds the tests of a bound.',
      ],
      ['id', 'what is counted', 'at most', 'beyond it', 'kept'],
      BOUNDS.map(({ id, of, most, beyond, kept }) => [`\`${id}\``, of, most, beyond, kept]),
    ),
    'variables.md': page(
      'Environment variables',
      [
        'At the start the app removes variables that change how Node, TLS or Electron behave, and logs their names only.',
        '*Early* ones have taken effect by then. `electron/environment.ts` has the list.',
      ],
      ['variable', 'verdict', 'it …'],
      JUDGED_VARIABLES.map(({ name, verdict, why }) => [`\`${name}\``, verdict, why]),
    ),
  };
}

function page(
  title: string,
  intro: readonly string[],
  head: readonly string[],
  rows: readonly (readonly string[])[],
  end: readonly string[] = [],
): string {
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const written = 'Written by `node tests/attacks/document.ts`; a test fails if it is out of date.';
  return [`# ${title}`, '', written, ...intro, '', ...table, ...(end.length > 0 ? ['', ...end] : []), ''].join('\n');
}

/** Reads a current document by its file name. */
export function readSecurityDocument(name: string): Promise<string> {
  return readFile(path.join(FOLDER, name), 'utf8');
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(describeSecurity())) await writeFile(path.join(FOLDER, name), text);
}
