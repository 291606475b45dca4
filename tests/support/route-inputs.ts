// Inputs that the routes of the contract take, made from their schemas, and the same with something hostile in one place:
// a new route is attacked like the others.

import type { z } from 'zod';
import { type RouteName, routes } from '../../shared/contract/index.ts';

/** Stands for bytes in an input: a page that is driven from outside makes them itself. */
export const BYTES = 'eight bytes';

const TEXTS = [
  'a',
  '0'.repeat(64),
  '2026-01-01',
  '1024x1024',
  'https://relay.example/picture.png',
  'take.wav',
] as const;
const NUMBERS = [1, 0, 0.5, 300, 24_000, 1_000_000] as const;

type Schema = z.core.$ZodTypes;
type Place = readonly (string | number)[];

/** Inputs that a route takes: every field is set in one of them, and each of several forms is in one. @throws if there is none */
export function inputsOf(route: RouteName): unknown[] {
  const { input } = routes[route];
  const found = variants(input as unknown as Schema).filter((one) => input.safeParse(withBytes(one)).success);
  if (found.length === 0) throw new Error(`Nothing was found that ${route} takes: say here how it is made`);
  return found;
}

/** The input with real bytes. */
export function withBytes(input: unknown): unknown {
  if (input === BYTES) return new Uint8Array(8);
  if (Array.isArray(input)) return input.map(withBytes);
  if (!isContainer(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, part]) => [name, withBytes(part)]));
}

/** Every place in an input: the whole, and each field and entry. */
export function placesIn(input: unknown, place: Place = []): Place[] {
  if (!isContainer(input)) return [place];
  const inside = Object.entries(input).flatMap(([name, part]) =>
    placesIn(part, [...place, Array.isArray(input) ? Number(name) : name]),
  );
  return [place, ...inside];
}

/** The input with another part at a place. */
export function replacedAt(input: unknown, [name, ...rest]: Place, part: unknown): unknown {
  if (name === undefined) return part;
  const copy = (Array.isArray(input) ? [...input] : { ...(input as object) }) as Record<string | number, unknown>;
  copy[name] = replacedAt(copy[name], rest, part);
  return copy;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

function variants(schema: Schema): unknown[] {
  const { def } = schema._zod;
  switch (def.type) {
    case 'null':
      return [null];
    case 'boolean':
      return [true];
    case 'literal':
      return [...def.values];
    case 'enum':
      return [Object.values(def.entries)[0]];
    case 'custom':
      return [BYTES];
    case 'pipe':
      return variants(def.in as Schema);
    case 'nullable':
      return [...variants(def.innerType as Schema), null];
    case 'optional':
    case 'readonly':
    case 'default':
    case 'prefault':
      return variants(def.innerType as Schema);
    case 'array':
      return variants(def.element as Schema).map((one) => [one]);
    case 'tuple':
      return [def.items.map((item) => variants(item as Schema)[0])];
    case 'record':
      return variants(def.valueType as Schema).map((one) => ({ a: one }));
    case 'union':
      return def.options.flatMap((option) => variants(option as Schema));
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, part]) => [name, variants(part as Schema)] as const);
      const most = Math.max(1, ...fields.map(([, all]) => all.length));
      return Array.from({ length: most }, (_, index) =>
        Object.fromEntries(fields.map(([name, all]) => [name, all[Math.min(index, all.length - 1)]])),
      );
    }
    default: {
      const { safeParse } = schema as unknown as { safeParse: (input: unknown) => { success: boolean } };
      return [...TEXTS, ...NUMBERS].filter((one) => safeParse(one).success).slice(0, 1);
    }
  }
}
