// The file of one script: `scripts/<id>.json` in the library, the only place that holds all of it. Hostile input when
// it is read.

import { lstatSync } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { idSchema, timestampMsSchema } from '../../shared/contract/common.ts';
import { type Script, scriptSchema } from '../../shared/contract/scripts.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { storageErrorCode, writeFileAtomic } from '../files.ts';
import { type JsonFileProblem, parseJsonRecord, readJsonFile } from '../library/json-file.ts';
import { safePath, UnsafePathError } from '../library/safe-path.ts';

/** Raised only when an older version of the app would misread the file; see the version of sidecars. */
const VERSION = 1;
const RULES = { maxBytes: 64 * 1024 * 1024, maxDepth: 16, version: VERSION };

/** Characters of a text that a list shows. */
const EXCERPT_CHARACTERS = 200;

const fileSchema = z.object({ trashedAtMs: timestampMsSchema.nullable().catch(null), script: scriptSchema });

/**
 * A script as its file has it. `others` are the file's fields that this version does not know: they are kept when it is
 * written again.
 */
export type StoredScript = { script: Script; trashedAtMs: number | null; others: Readonly<Record<string, unknown>> };

/** Path of a script's file. @throws UnsafePathError */
function scriptPath(root: string, id: string): string {
  return safePath(root, 'scripts', `${id}.json`);
}

/** Reads and checks a script. */
export function readScript(root: string, id: string): Result<StoredScript, JsonFileProblem> {
  const raw = readJsonFile(() => scriptPath(root, id), RULES);
  return raw.ok ? checkScript(raw.data, id) : raw;
}

/** Reads the text of a script's file in another library. */
export function parseScript(text: string, id: string): Result<StoredScript, JsonFileProblem> {
  const raw = parseJsonRecord(text, RULES);
  return raw.ok ? checkScript(raw.data, id) : raw;
}

function checkScript(raw: Record<string, unknown>, id: string): Result<StoredScript, JsonFileProblem> {
  const read = fileSchema.safeParse(raw);
  if (!read.success || read.data.script.id !== id) return fail('invalid');
  const { version: _version, trashedAtMs: _trashedAtMs, script: _script, ...others } = raw;
  return ok({ ...read.data, others });
}

/** Writes a script. @returns when it was written, as `listScriptFiles` has it. @throws the file system's error. */
export async function writeScript(root: string, { script, trashedAtMs, others }: StoredScript): Promise<number> {
  const file = scriptPath(root, script.id);
  await writeFileAtomic(file, `${JSON.stringify({ ...others, version: VERSION, trashedAtMs, script })}\n`);
  return (await stat(file)).mtimeMs;
}

/** The beginning of a script's text, for lists. */
export function excerptOf(text: string): string {
  return text.trim().slice(0, EXCERPT_CHARACTERS);
}

/** When a script's file was written, as `listScriptFiles` has it. Undefined if there is none that can be read. */
export function scriptWrittenAtMs(root: string, id: string): number | undefined {
  try {
    return lstatSync(scriptPath(root, id)).mtimeMs;
  } catch (error) {
    if (error instanceof UnsafePathError || storageErrorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** Lists the ids of all files, and when each was written. None if there is no folder. @throws the system's error. */
export async function listScriptFiles(root: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const name of await namesIn(root)) {
    const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
    if (!idSchema.safeParse(id).success) continue;
    const writtenAtMs = await mtimeOf(path.join(safePath(root, 'scripts'), name));
    if (writtenAtMs !== undefined) found.set(id, writtenAtMs);
  }
  return found;
}

async function namesIn(root: string): Promise<string[]> {
  try {
    return await readdir(safePath(root, 'scripts'));
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined if the file has gone. */
async function mtimeOf(file: string): Promise<number | undefined> {
  try {
    return (await lstat(file)).mtimeMs;
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
