import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { killInRounds } from './kill-rounds.ts';

const SEED = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));

it('thirty kills lose nothing, send nothing twice and call nothing free', async () => {
  console.info(`KILL_SEED=${SEED}`);
  const { sent, ...figures } = await killInRounds(30, SEED);
  console.info({ sent, ...figures });
  expect(sent).toBeGreaterThan(30);
});
