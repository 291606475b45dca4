// Measures another commit and the working tree by turns, so that a slow moment of the machine meets both, and says what
// got worse.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { differences, formatDifferences } from './differences.ts';
import { type Report, readReport } from './report.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** The benchmarks that take a minute or two together. */
const QUICK = ['database', 'text', 'speech', 'picker'] as const;
const ROUNDS = 3;
/** A change fails if it is sure to make a figure worse than this. */
const MOST_WORSE = 1.15;

/**
 * Compares the working tree with a commit. @param rev as git understands it
 * @param names the benchmarks; the quick ones if there are none @returns whether nothing got much worse
 */
export async function compareWith(rev: string, names: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-studio-against-'));
  const other = path.join(folder, 'tree');
  const asked = names.length > 0 ? names : QUICK;
  try {
    run('git', ['worktree', 'add', '--detach', other, rev], ROOT);
    for (const place of ['.', 'tools/bench']) installIn(other, place);
    const measured: Record<'before' | 'after', Report[]> = { before: [], after: [] };
    for (let round = 0; round < ROUNDS; round++)
      // Each goes first as often as the other, or nearly.
      for (const side of round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)) {
        console.error(`Round ${round + 1} of ${ROUNDS}, ${side === 'before' ? rev : 'this tree'}`);
        const json = path.join(folder, `${side}-${round}.json`);
        const tree = side === 'before' ? other : ROOT;
        run(process.execPath, ['tools/bench/main.ts', ...asked, `--json=${json}`], tree);
        measured[side].push(readReport(json));
      }
    const found = differences(
      measured.before.map(({ figures }) => figures),
      measured.after.map(({ figures }) => figures),
    );
    console.log(formatDifferences(found));
    const worse = found.filter(({ low }) => low > MOST_WORSE);
    for (const { name, low } of worse) console.log(`Got worse by at least ${Math.round(100 * (low - 1))} %: ${name}`);
    return worse.length === 0;
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', other], { cwd: ROOT });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives the other tree its packages: those of this one if its lockfile is the same. */
function installIn(tree: string, place: string): void {
  const lockOf = (root: string): string => {
    const file = path.join(root, place, 'package-lock.json');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const own = path.join(tree, place);
  if (lockOf(tree) === lockOf(ROOT))
    symlinkSync(path.join(ROOT, place, 'node_modules'), path.join(own, 'node_modules'));
  else if (existsSync(own)) run('npm', ['ci'], own);
}

/** Runs a command. @throws if it fails */
function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`“${command} ${args.join(' ')}” failed in ${cwd}`);
}
