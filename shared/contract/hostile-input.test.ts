import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { inputsOf, placesIn, replacedAt, withBytes } from '../../tests/support/route-inputs.ts';
import { runs } from '../../tests/support/runs.ts';
import { type RouteName, routes } from './index.ts';

const NAMES = Object.keys(routes) as RouteName[];
/** The names of all fields that an input has, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}

// attack 40
it('no route takes a path, and only those named here an address', () => {
  const found = NAMES.flatMap((name) => {
    const fields = fieldsOf(z.toJSONSchema(routes[name].input, { unrepresentable: 'any', io: 'input' }));
    return fields
      .filter((field) => /path|folder$|^files?$|uri$|url|href|origin/i.test(field))
      .map((field) => `${name} ${field}`);
  });
  // Addresses are judged before anything is sent there; `isFolder` only chooses the dialog.
  expect([...new Set(found)].sort()).toEqual([
    'connections.forgetOrigin origin',
    'connections.save baseUrl',
    'connections.test baseUrl',
    'drafts.save baseUrl',
    'exports.begin isFolder',
    'images.edit url',
    'media.importUrl url',
  ]);
});

/** Where a schema has a list or a text that may be as long as anybody likes. */
function endlessIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const has = (...names: string[]): boolean => names.some((name) => name in schema);
  const isEndless =
    'type' in schema &&
    ((schema.type === 'array' && !has('maxItems', 'prefixItems')) ||
      (schema.type === 'string' && !has('maxLength', 'pattern', 'enum', 'const')));
  const inside = Object.entries(schema).flatMap(([name, part]) => endlessIn(part, `${path}.${name}`));
  return isEndless ? [path, ...inside] : inside;
}

it('every list and every text that a route takes has a limit: a list of four billion gaps is a message of 15 bytes', () => {
  const found = NAMES.flatMap((name) =>
    endlessIn(z.toJSONSchema(routes[name].input, { unrepresentable: 'any', io: 'input' }), name),
  );
  expect(found).toEqual([]);
  const gaps = new Array(2 ** 32 - 1);
  for (const name of NAMES)
    for (const input of [gaps, { ids: gaps }, { help: { stepsDone: gaps } }, { name: 'images', body: { chain: gaps } }])
      expect(routes[name].input.safeParse(input).success, name).toBe(false);
});

it.each([
  'run.exe',
  'run.desktop',
  'page.html',
  'run.wav.lnk',
  'a.wav:run',
  'no-extension',
  '.wav',
  'a/b.wav',
  'a.WAV ',
])('the page makes no file named %j', (fileName) => {
  const input = routes['exports.openFile'].input;
  expect(input.safeParse({ id: 'a', fileName: 'take 1.wav', remainingBytes: 0, itemIds: [] }).success).toBe(true);
  expect(input.safeParse({ id: 'a', fileName, remainingBytes: 0, itemIds: [] }).success).toBe(false);
});

// attack 16
it('no route throws or hangs, whatever it is asked', () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true, maxDepth: 3 });
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), anything, (name, input) => {
      routes[name].input.safeParse(input);
    }),
    { numRuns: runs(2000) },
  );
  const cycle: Record<string, unknown> = {};
  Object.assign(cycle, { id: cycle, ids: [cycle], request: cycle, filter: cycle });
  const long = 'x'.repeat(20_000_000);
  for (const name of NAMES) {
    for (const input of [cycle, long, { id: long, text: long }, new Uint8Array(1000), Number.NaN, -1, null]) {
      const accepted = routes[name].input.safeParse(input);
      // Some routes take nothing, which is `null` or an empty object; none takes any of this.
      if (input !== null) expect(accepted.success, `${name} ${typeof input}`).toBe(false);
    }
  }
});

// attack 16
it('no route throws, whatever is in one place of what it takes, and nothing of it changes all objects', () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  const polluting = JSON.parse('{"__proto__":{"isPolluted":true},"length":5}');
  const hostile: unknown[] = [
    undefined,
    null,
    Number.NaN,
    1e308,
    10n,
    Symbol('s'),
    () => 1,
    '__proto__',
    'a\0\ud800',
    cycle,
  ];
  hostile.push(polluting, new Array(2 ** 32 - 1), new Map(), new Uint8Array(3), new Float64Array(4));
  const thrown = new Set<string>();
  for (const name of NAMES) {
    const tried = new Set<string>();
    for (const input of inputsOf(name).map(withBytes)) {
      for (const place of placesIn(input)) {
        const path = `${name} ${place.join('.')}`;
        if (tried.has(path)) continue;
        tried.add(path);
        for (const part of hostile) {
          try {
            routes[name].input.safeParse(replacedAt(input, place, part));
          } catch {
            thrown.add(path);
          }
        }
      }
    }
  }
  expect([...thrown]).toEqual([]);
  expect(({} as { isPolluted?: boolean }).isPolluted).toBeUndefined();
});
