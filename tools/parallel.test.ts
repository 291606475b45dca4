import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { runInParallel } from './parallel.ts';

/** A shell command, the same on every system, that runs a script without double quotes. */
const node = (script: string): string => `node -e "${script}"`;

/** Runs the commands; the printed blocks are sorted and without durations. */
async function run(commands: Record<string, string>) {
  const blocks: string[] = [];
  const isSuccess = await runInParallel(commands, (text) => blocks.push(text.replace(/ {2}[\d.]+ s/, '')));
  return { isSuccess, blocks: blocks.sort() };
}

it('succeeds if every command does, and shows the output of each', async () => {
  expect(await run({ one: node(`console.log('first')`), two: node('') })).toEqual({
    isSuccess: true,
    blocks: ['passed  one\nfirst', 'passed  two'],
  });
});

it('fails if one command fails, and shows the output of all, errors included', async () => {
  const bad = node(`console.error('wrong'); process.exitCode = 3`);
  expect(await run({ good: node(`console.log('fine')`), bad })).toEqual({
    isSuccess: false,
    blocks: ['FAILED  bad\nwrong', 'passed  good\nfine'],
  });
});

it('fails if a program is missing', async () => {
  const { isSuccess, blocks } = await run({ missing: 'no-such-program' });
  expect(isSuccess).toBe(false);
  expect(blocks.join()).toMatch(/^FAILED {2}missing\n.*no-such-program/s);
});

it('runs all at the same time: each waits for what the other writes', async () => {
  const folder = (await tempFolder()).replaceAll(path.sep, '/');
  const meet = (own: string, other: string) =>
    node(
      `const fs = require('fs'); fs.mkdirSync('${folder}/${own}');` +
        `const timer = setInterval(() => fs.existsSync('${folder}/${other}') && clearInterval(timer), 10)`,
    );
  expect((await run({ one: meet('a', 'b'), two: meet('b', 'a') })).isSuccess).toBe(true);
});
