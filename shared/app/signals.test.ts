import { expect, test } from 'vitest';
import { createSignal } from './signals.ts';

test('a signal tells its listeners in the order in which they subscribed, and repeats nothing', () => {
  const heard: string[] = [];
  const signal = createSignal<number>();
  signal.emit(1);
  signal.on((value) => heard.push(`first ${value}`));
  signal.on((value) => heard.push(`second ${value}`));
  signal.emit(2);
  expect(heard).toEqual(['first 2', 'second 2']);
});
