// Colours for the roles of a script.

import type { CastRole } from '../contract/scripts.ts';
import { roleKey } from './roles.ts';
import { ROLE_COLOURS } from './script-size.ts';

/**
 * The colour of each role, by its key: the one in the cast; else, in the order of the roles, the first of those that the
 * fewest roles have.
 */
export function roleColours(
  roles: readonly { key: string }[],
  cast: readonly Pick<CastRole, 'name' | 'colour'>[],
): Map<string, number> {
  const colours = new Map(cast.map(({ name, colour }) => [roleKey(name), colour]));
  const counts = Array.from({ length: ROLE_COLOURS }, () => 0);
  const count = (colour: number): void => {
    counts[colour] = (counts[colour] ?? 0) + 1;
  };
  for (const colour of colours.values()) count(colour);
  for (const { key } of roles) {
    if (colours.has(key)) continue;
    const colour = counts.indexOf(Math.min(...counts));
    colours.set(key, colour);
    count(colour);
  }
  return colours;
}
