import { expect, it } from 'vitest';
import { createReloadLimit } from './reload-limit.ts';

it('allows three reloads in any minute', () => {
  let time = 0;
  const mayReload = createReloadLimit(() => time);
  const at = (seconds: number) => {
    time = seconds * 1000;
    return mayReload();
  };
  expect([at(0), at(1), at(30), at(31), at(59)]).toEqual([true, true, true, false, false]);
  expect([at(60), at(60.5), at(61), at(62)]).toEqual([true, false, true, false]);
});
