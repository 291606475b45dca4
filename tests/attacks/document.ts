// Writes promises with their attacks, bounds and variables into docs/security: `node tests/attacks/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { JUDGED_VARIABLES } from '../../electron/environment.ts';
import { wrapped } from '../support/wrapped.ts';
import { ATTACKS } from './attacks.ts';
import { BOUNDS } from './bounds.ts';
import { PROMISES } from './promises.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/security');

/** Returns the text of each document, by its file name in docs/security. */
export function describeSecurity(): Record<string, string> {
  const untested = Object.entries(ATTACKS).filter(([, { notHere }]) => notHere !== undefined);
  return {
    'promises.md': page('Promises and attacks', [
      'What the app guarantees, by what means, and the attacks that were tried. In each attack no key leaves and the app',
      'stays usable. `git grep -w "attack 28"` and `git grep "promise full-tls"` find the tests; `tests/attacks/attacks.ts`',
      'says what has to happen. Tests in `tests/electron` need Electron’s binary.',
      '',
      ...promiseList(),
      '',
      '## Not tested',
      '',
      ...untested.map(([number, { notHere }]) => `- ${number}: ${notHere}`),
    ]),
    'bounds.md': page('Bounds', [
      'How much the app accepts where somebody else decides the number. *Kept* is what arrived and may have been billed.',
      '`git grep "bound files-waiting"` finds the tests of a bound.',
      '',
      ...table(
        ['id', 'what is counted', 'at most', 'beyond it', 'kept'],
        BOUNDS.map(({ id, of, most, beyond, kept }) => [`\`${id}\``, of, most, beyond, kept]),
      ),
    ]),
    'variables.md': page('Environment variables', [
      'At the start the app removes variables that weaken TLS, run or load foreign code, write logs or bypass the proxy, and',
      'logs their names only. `electron/environment.ts` has the reason for each. Removed are:',
      '',
      ...wrapped(
        JUDGED_VARIABLES.filter(isRemoved)
          .map(({ name }) => name)
          // Those of a whole family are not named.
          .filter((name, _, all) => !all.some((family) => family !== name && path.matchesGlob(name, family)))
          .map((name) => `\`${name}\``)
          .join(', '),
        '',
      ),
      '',
      'Others stay. *Early* ones have taken effect before the app runs:',
      '',
      ...table(
        ['variable', 'verdict', 'it …'],
        JUDGED_VARIABLES.filter((row) => !isRemoved(row)).map(({ name, verdict, why }) => [
          `\`${name}\``,
          verdict,
          why,
        ]),
      ),
    ]),
  };
}

/** Each promise with its attacks; an attack on several is described at the first. */
function promiseList(): string[] {
  const seen = new Set<number>();
  return PROMISES.flatMap(({ id, what, how, attacks }) => {
    const tried = attacks.map((number) => {
      const isNew = !seen.has(number);
      seen.add(number);
      return isNew ? `${number}: ${ATTACKS[number]?.attack}` : `${number}`;
    });
    const text = tried.length === 0 ? '' : ` Attacks: ${tried.join('; ')}.`;
    return wrapped(`- **${what}** \`${id}\`: ${how}.${text}`, '  ');
  });
}

function isRemoved({ verdict }: (typeof JUDGED_VARIABLES)[number]): boolean {
  return verdict === 'removed';
}

function page(title: string, lines: readonly string[]): string {
  const written = 'Written by `node tests/attacks/document.ts`; a test fails if it is out of date.';
  return [`# ${title}`, '', written, ...lines, ''].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '-'), ...rows].map((cells) => `|${cells.join('|')}|`);
}

/** Reads a current document by its file name. */
export function readSecurityDocument(name: string): Promise<string> {
  return readFile(path.join(FOLDER, name), 'utf8');
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(describeSecurity())) await writeFile(path.join(FOLDER, name), text);
}
