// Voices for the roles of a script.

import type { Voice } from '../speech/voices.ts';
import { genderOfName } from './name-gender.ts';
import { roleKey } from './roles.ts';

/** A role that needs a voice; `language` is the first subtag of its text's language, '' if unknown. */
export type RoleToCast = { name: string; language: string };

/** Uses of voices in the order in which they suit a role; the others are made for other work. */
const USES: readonly Voice['use'][] = ['general', 'audiobook', 'roleplay', 'emotion', 'narration', 'accent', 'service'];

/**
 * Suggests a voice for each role: different ones as long as there are, a woman's or a man's as the role's name says, else in
 * turn, and the same for the same input. The voice speaks the role's language if any does, and no other if it can be. A role with the name or key of a free voice gets that one. When
 * all voices of a language are taken, the one with the fewest roles is taken again.
 * @param voices the voices to choose from, without those that the relay refuses.
 * @param taken keys of voices that other roles have, one for each role.
 * @returns the key for each role, in their order; null only if `voices` is empty.
 */
export function suggestVoices(
  roles: readonly RoleToCast[],
  voices: readonly Voice[],
  taken: readonly string[],
): (string | null)[] {
  const sorted = USES.flatMap((use) => voices.filter((voice) => voice.use === use));
  const roleCounts = new Map<string, number>();
  const genders = { female: 0, male: 0 };
  const take = (key: string): void => {
    roleCounts.set(key, (roleCounts.get(key) ?? 0) + 1);
    const gender = voices.find((voice) => voice.key === key)?.gender;
    if (gender !== undefined) genders[gender]++;
  };
  for (const key of taken) take(key);

  const suggested = roles.map(({ name }) => {
    const own = sorted.find((voice) => !roleCounts.has(voice.key) && isNamed(voice, name))?.key;
    if (own !== undefined) take(own);
    return own;
  });
  return roles.map(({ name, language }, index) => {
    const own = suggested[index];
    if (own !== undefined) return own;
    const native = sorted.filter(({ languages }) => languages.length === 1 && languages[0] === language);
    const speaking = [
      ...native,
      ...sorted.filter((voice) => voice.languages.includes(language) && !native.includes(voice)),
    ];
    const known = genderOfName(name);
    const wanted = known ?? (genders.female <= genders.male ? 'female' : 'male');
    const able = speaking.length > 0 ? speaking : sorted;
    const ofGender = known === undefined ? [] : able.filter(({ gender }) => gender === known);
    const best = leastTaken(ofGender.length > 0 ? ofGender : able, wanted, roleCounts);
    if (best !== undefined) take(best.key);
    return best?.key ?? null;
  });
}

function isNamed({ key, name }: Voice, role: string): boolean {
  return role !== '' && [key, name].some((one) => roleKey(one) === roleKey(role));
}

/** The first voice with the fewest roles, of the wanted gender if one has as few. */
function leastTaken(
  voices: readonly Voice[],
  wanted: Voice['gender'],
  roleCounts: ReadonlyMap<string, number>,
): Voice | undefined {
  const count = ({ key }: Voice): number => roleCounts.get(key) ?? 0;
  const fewest = Math.min(...voices.map(count));
  const free = voices.filter((voice) => count(voice) === fewest);
  return free.find(({ gender }) => gender === wanted) ?? free[0];
}
