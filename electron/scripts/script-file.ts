// The file of one script: `scripts/<id>.json` in the library, the only place that holds all of it. Hostile input when
// it is read.

import { rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { timestampMsSchema } from '../../shared/contract/common.ts';
import { type Script, scriptSchema } from '../../shared/contract/scripts.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { saidText } from '../../shared/script/directions.ts';
import { linesOf } from '../../shared/script/lines.ts';
import { judgeNames, roleKey } from '../../shared/script/roles.ts';
import { openNames } from '../../shared/script/sent-text.ts';
import { writeFileAtomic } from '../files.ts';
import { type JsonFileProblem, parseJsonRecord, readJsonFile } from '../library/json-file.ts';
import { safePath } from '../library/safe-path.ts';

/** Raised only when an older version of the app would misread the file; see the version of sidecars. */
const VERSION = 1;
const RULES = { kind: 'script', maxBytes: 64 * 1024 * 1024, maxDepth: 16, version: VERSION } as const;

/** Characters of a text that a list shows. */
const EXCERPT_CHARACTERS = 200;
/** How much is read to find out which names are roles. */
const JUDGED_CHARACTERS = 20_000;

const fileSchema = z.object({ trashedAtMs: timestampMsSchema.nullable().catch(null), script: scriptSchema });

/**
 * A script as its file has it. `others` are the file's fields that this version does not know: they are kept when it is
 * written again.
 */
export type StoredScript = { script: Script; trashedAtMs: number | null; others: Readonly<Record<string, unknown>> };

/** The folder of the library that has the scripts. */
export const SCRIPTS_FOLDER = 'scripts';

/** Path of a script's file. @throws UnsafePathError */
function scriptPath(root: string, id: string): string {
  return safePath(root, SCRIPTS_FOLDER, `${id}.json`);
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

/** Writes a script. @returns when it was written, as `listJsonFolder` has it. @throws the file system's error. */
export async function writeScript(root: string, { script, trashedAtMs, others }: StoredScript): Promise<number> {
  const file = scriptPath(root, script.id);
  await writeFileAtomic(file, `${JSON.stringify({ ...others, version: VERSION, trashedAtMs, script })}\n`);
  return (await stat(file)).mtimeMs;
}

/** Removes a script's file. @throws UnsafePathError, or the file system's error. */
export async function removeScript(root: string, id: string): Promise<void> {
  await rm(scriptPath(root, id), { force: true });
}

/** The beginning of a script's text, for lists; without the role that speaks first. */
export function excerptOf({ text, cast, lines }: Pick<Script, 'text' | 'cast' | 'lines'>): string {
  const beginning = text.slice(0, JUDGED_CHARACTERS);
  const [first, ...others] = linesOf(beginning);
  if (first === undefined) return '';
  const { roles } = judgeNames(openNames({ lines }, [first, ...others]), cast);
  const from = roles.has(roleKey(first.role)) ? first.textFrom : first.from;
  return saidText(beginning.slice(from, from + 2 * EXCERPT_CHARACTERS))
    .trim()
    .slice(0, EXCERPT_CHARACTERS);
}
