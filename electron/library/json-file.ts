// Reads JSON files of the library. They are hostile input: a library may come from somebody else.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type JsonKind, type JsonProblem, parseBounded } from '../../shared/json/bounded-json.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { storageErrorCode } from '../files.ts';
import { UnsafePathError } from './safe-path.ts';

/** Why a JSON file was not read. `newer`: of a newer version of the app; `unreadable`: the disk's error. */
export type JsonFileProblem = 'link' | 'tooLarge' | 'notJson' | 'newer' | 'invalid' | 'missing' | 'unreadable';

/**
 * `kind`: what is parsed at most; `maxBytes` and `maxDepth` may be narrower. `version`: the newest that this app knows,
 * one without it is of version 0.
 */
type JsonFileRules = { kind?: JsonKind; maxBytes: number; maxDepth: number; version: number };

const PROBLEMS: Readonly<Record<JsonProblem, JsonFileProblem>> = {
  tooLarge: 'tooLarge',
  tooDeep: 'invalid',
  tooMany: 'invalid',
  invalid: 'notJson',
};

/**
 * Reads the fields of a text of JSON, not checked beyond depth, version, and keys that mean a prototype.
 */
export function parseJsonRecord(
  text: string,
  { kind = 'ownFile', maxDepth, version: known }: Omit<JsonFileRules, 'maxBytes'>,
): Result<Record<string, unknown>, JsonFileProblem> {
  const read = parseBounded(text, kind);
  if (!read.ok) return fail(PROBLEMS[read.error]);
  const parsed = read.data;
  if (!isPlain(parsed, maxDepth)) return fail('invalid');
  const { version = 0 } = parsed;
  return typeof version === 'number' && version > known ? fail('newer') : ok(parsed);
}

/**
 * Reads the fields of a JSON file, not checked beyond size, depth, version, and keys that mean a prototype.
 * @param pathOf returns the file; an UnsafePathError that it throws is the problem `link`.
 */
export function readJsonFile(
  pathOf: () => string,
  { maxBytes, ...rules }: JsonFileRules,
): Result<Record<string, unknown>, JsonFileProblem> {
  try {
    const text = readLimited(pathOf(), maxBytes);
    return text === undefined ? fail('tooLarge') : parseJsonRecord(text, rules);
  } catch (error) {
    if (error instanceof UnsafePathError) return fail('link');
    return fail(storageErrorCode(error) === 'ENOENT' ? 'missing' : 'unreadable');
  }
}

/** Undefined if it is larger than allowed or no ordinary file. @throws the file system's error. */
export function readLimited(file: string, maxBytes: number): string | undefined {
  // A named pipe would keep a blocking open waiting.
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile() || facts.size > maxBytes) return undefined;
    const bytes = Buffer.allocUnsafe(facts.size);
    let done = 0;
    for (let count = -1; count !== 0 && done < bytes.length; done += count)
      count = readSync(handle, bytes, done, bytes.length - done, null);
    return bytes.toString('utf8', 0, done);
  } finally {
    closeSync(handle);
  }
}

/** Whether it is an object without keys that mean a prototype, not nested too deep. Not recursive. */
function isPlain(parsed: unknown, maxDepth: number): parsed is Record<string, unknown> {
  let level: unknown[] = [parsed];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) return false;
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
}
