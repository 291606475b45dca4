// What a page that somebody has taken over could ask main for, route by route, as the contract declares them.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RouteName, routes } from '../../shared/contract/index.ts';
import { BYTES, inputsOf, placesIn, replacedAt } from '../support/route-inputs.ts';
import { CANARY_KEY, connectTo, expect, filesUnder, generate, test } from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';

/** These cost money at a relay: a page may send them, as its buttons do. */
const SENDING: readonly RouteName[] = ['speech.order', 'images.edit'];
/** Called last, as they take away what the others are tried with. */
const ENDING: readonly RouteName[] = [
  'connections.remove',
  'library.rebuild',
  'library.chooseFolder',
  'library.emptyTrash',
];
const HOSTILE = ['constructor', '../../../outside', 'a\0b\ud800', 2 ** 53];

test.use({ sharesApp: false, keyring: 'working' });

// attack 16
test('every route answers whatever is in any place of its input, sends nothing that it is not for, and tells no key', async ({
  page,
  relay,
  userData,
  saveDir,
}) => {
  await connectTo(page, relay);
  await generate(page, 'Before.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  const { connections, jobs } = await ask(page, 'app.getState', null);
  const { items } = await ask(page, 'library.find', { limit: 10 });
  const scripts = await ask(page, 'scripts.list', { search: '' });
  const known = [...connections, ...jobs, ...items, ...scripts].map(({ id }) => id);
  const sent = relay.requests.length;
  const names = (Object.keys(routes) as RouteName[]).filter((name) => !SENDING.includes(name));
  names.sort((a, b) => ENDING.indexOf(a) - ENDING.indexOf(b));

  const calls = names.map((route) => {
    const tried = new Set<string>();
    const inputs = inputsOf(route).flatMap((input) =>
      placesIn(input)
        .filter((place) => !tried.has(place.join('.')) && tried.add(place.join('.')))
        .flatMap((place) => [...HOSTILE, ...known].map((part) => replacedAt(input, place, part)))
        // Main refuses the others before a handler sees them, which a unit test shows of all.
        .filter((one) => routes[route].input.safeParse(one).success)
        .concat([input]),
    );
    return { route, inputs };
  });
  const { bugs, hasKey } = await page.evaluate(
    async ({ calls: all, bytes, key }) => {
      type Reply = { ok: boolean; error?: { code: string } };
      const { studio } = window as unknown as {
        studio: { request: (route: string, input: unknown) => Promise<Reply> };
      };
      const made = (value: unknown): unknown => {
        if (value === bytes) return new Uint8Array(8);
        if (Array.isArray(value)) return value.map(made);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, made(part)]));
      };
      const found = { bugs: [] as string[], hasKey: [] as string[] };
      for (const { route, inputs } of all) {
        const replies = await Promise.all(inputs.map((input) => studio.request(route, made(input))));
        for (const [at, reply] of replies.entries()) {
          if (reply.error?.code === 'internal.bug') found.bugs.push(`${route} ${JSON.stringify(inputs[at])}`);
          if (JSON.stringify(reply).includes(key)) found.hasKey.push(route);
        }
      }
      return found;
    },
    { calls, bytes: BYTES, key: CANARY_KEY },
  );
  expect({ bugs, hasKey }).toEqual({ bugs: [], hasKey: [] });
  // A picture may be fetched from a relay's own origin, without its key.
  const later = relay.requests.slice(sent).map(({ method, headers }) => [method, headers.authorization]);
  expect(later.filter(([method, key]) => method !== 'GET' || key !== undefined)).toEqual([]);
  const log = await readFile(path.join(userData, 'logs', 'main.log'), 'utf8');
  expect(
    log.split('\n').filter((line) => line.includes('"event":"request.failed ') || line.includes('uncaught')),
  ).toEqual([]);
  for (const folder of [userData, saveDir])
    for (const [name, content] of await filesUnder(folder)) expect(content.includes(CANARY_KEY), name).toBe(false);
});
