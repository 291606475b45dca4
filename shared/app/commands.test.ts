import { expect, test } from 'vitest';
import { COMMAND_IDS, commandFacts, SCREENS } from './commands.ts';

test.each([undefined, 'row', ...SCREENS])('no key of the commands for %s means two of them', (screen) => {
  const keys = COMMAND_IDS.filter((id) => commandFacts(id).when === screen).flatMap(
    (id) => commandFacts(id).keys ?? [],
  );
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});
