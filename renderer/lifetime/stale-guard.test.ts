import { expect, test } from 'vitest';
import { staleGuard } from './stale-guard.ts';

test('only the latest call counts, whatever the order of the answers', async () => {
  const begin = staleGuard();
  const shown: string[] = [];
  const ask = async (answer: Promise<string>): Promise<void> => {
    const isLatest = begin();
    const text = await answer;
    if (isLatest()) shown.push(text);
  };
  const early = Promise.withResolvers<string>();
  const late = Promise.withResolvers<string>();
  const both = [ask(early.promise), ask(late.promise)];
  late.resolve('late');
  await both[1];
  early.resolve('early');
  await both[0];
  expect(shown).toEqual(['late']);
});

test('a call stays the latest until another begins, even one whose result is not used', () => {
  const begin = staleGuard();
  const isLatest = begin();
  expect([isLatest(), isLatest()]).toEqual([true, true]);
  begin();
  expect(isLatest()).toBe(false);
});

test('separate instances are independent', () => {
  const isLatest = staleGuard()();
  staleGuard()();
  expect(isLatest()).toBe(true);
});
