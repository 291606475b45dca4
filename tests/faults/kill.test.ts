import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { killInRounds } from './kill-rounds.ts';

const SEED = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));

// fault 1, fault 2, fault 3
it('kill -9 at random moments loses nothing, sends nothing twice and calls nothing free', async () => {
  console.info(`KILL_SEED=${SEED}`);
  const { sent } = await killInRounds(3, SEED);
  expect(sent).toBeGreaterThan(0);
}, 120_000);
