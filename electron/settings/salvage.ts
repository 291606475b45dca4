// Reads an object whose content may be damaged, or from a newer version: each field falls back alone. Pure functions.

import { z } from 'zod';
import { parseBounded } from '../../shared/json/bounded-json.ts';

/** What was read: the valid object, the fields that are unknown here, and what could not be read. */
export type Salvaged = {
  /** An object that the schema accepts; fields without a default are absent if they could not be read. */
  data: Record<string, unknown>;
  /** The unknown fields as found, nested like the object; empty if there are none. */
  unknown: Record<string, unknown>;
  /** Paths of the fields that were invalid, such as `speech.speed`. */
  lost: string[];
  /** Those of them that the backup had. */
  restored: string[];
};

/**
 * Reads the fields of a schema, one by one.
 * @param found the object as found. A field that is missing there has its default.
 * @param backup an earlier state of the object, asked for fields that are invalid; undefined if there is none.
 */
export function salvage(schema: z.ZodObject, found: object, backup: unknown, path = ''): Salvaged {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const result: Salvaged = { data: {}, unknown: {}, lost: [], restored: [] };
  for (const [name, value] of Object.entries(found)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) {
      setOwn(result.unknown, name, value);
      continue;
    }
    const here = path === '' ? name : `${path}.${name}`;
    const earlier = isPlainObject(backup) && Object.hasOwn(backup, name) ? backup[name] : undefined;
    const part = salvageField(field, value, earlier, here);
    result.lost.push(...part.lost);
    result.restored.push(...part.restored);
    if (Object.keys(part.unknown).length > 0) setOwn(result.unknown, name, part.unknown);
    if (part.value !== undefined) setOwn(result.data, name, part.value);
  }
  return result;
}

/** One field as read; `value` is undefined if nothing of it could be read. */
type Field = Omit<Salvaged, 'data'> & { value: unknown };

function salvageField(field: z.core.$ZodType, value: unknown, earlier: unknown, path: string): Field {
  const part = salvageParts(field, value, earlier, path);
  if (part && z.safeParse(field, part.value).success) return part;
  if (z.safeParse(field, value).success) return { value, unknown: {}, lost: [], restored: [] };
  const isRestored = earlier !== undefined && z.safeParse(field, earlier).success;
  return { value: isRestored ? earlier : undefined, unknown: {}, lost: [path], restored: isRestored ? [path] : [] };
}

/** Reads what consists of parts that fall back alone: objects, records and lists. Undefined for all else. */
function salvageParts(field: z.core.$ZodType, value: unknown, earlier: unknown, path: string): Field | undefined {
  const inner = withoutDefault(field);
  if (inner instanceof z.ZodObject && isPlainObject(value)) {
    const { data, ...rest } = salvage(inner, value, earlier, path);
    return { value: data, ...rest };
  }
  const lost: string[] = [];
  const isValid = (one: unknown, name: string | number): boolean => {
    const isKept = z.safeParse(inner, one).success;
    if (!isKept) lost.push(`${path}.${name}`);
    return isKept;
  };
  if (inner instanceof z.ZodRecord && isPlainObject(value)) {
    const kept: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(value)) if (isValid({ [name]: one }, name)) setOwn(kept, name, one);
    return { value: kept, unknown: {}, lost, restored: [] };
  }
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return { value: value.filter((one, index) => isValid([one], index)), unknown: {}, lost, restored: [] };
  return undefined;
}

/** Puts unknown fields back where they were found; known fields are not replaced. */
export function withUnknown(known: object, unknown: object): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(unknown)) setOwn(merged, name, value);
  for (const [name, value] of Object.entries(known)) {
    const other = Object.hasOwn(unknown, name) ? merged[name] : undefined;
    setOwn(merged, name, isPlainObject(value) && isPlainObject(other) ? withUnknown(value, other) : value);
  }
  return merged;
}

/** Whether a value is an object as JSON has them: no array, not null. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON that should be an object; undefined for anything else, and for one that is nested too deep. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const found = parseBounded(text, 'ownFile');
  return found.ok && isPlainObject(found.data) ? found.data : undefined;
}

function withoutDefault(field: z.core.$ZodType): z.core.$ZodType {
  const hasDefault = field instanceof z.ZodDefault || field instanceof z.ZodPrefault;
  return hasDefault ? withoutDefault(field.def.innerType) : field;
}

/** Sets an own property, also one named `__proto__`. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}
