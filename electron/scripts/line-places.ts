// Where the lines of scripts are. The positions of one script are kept: who looks at takes asks for one line after the
// other.

import type { LineLocation } from '../../shared/contract/scripts.ts';
import type { AppError } from '../../shared/errors.ts';
import { ok, type Result } from '../../shared/result.ts';
import { linesOf } from '../../shared/script/lines.ts';
import { excerptOf, type StoredScript } from './script-file.ts';

type Places = Omit<LineLocation, 'index'> & { indexOf: ReadonlyMap<string, number> };

/**
 * Returns how to find a line.
 * @param read reads a script.
 * @param versionOf changes when a script does; undefined if it has to be read in any case.
 */
export function createLinePlaces(
  read: (scriptId: string) => Result<StoredScript, AppError>,
  versionOf: (scriptId: string) => number | undefined,
): (scriptId: string, lineId: string) => Result<LineLocation, AppError> {
  let last: { scriptId: string; version: number; places: Places } | undefined;
  const find = (scriptId: string): Result<Places, AppError> => {
    const version = versionOf(scriptId);
    if (last?.scriptId === scriptId && last.version === version) return ok(last.places);
    const found = read(scriptId);
    if (!found.ok) return found;
    const { script, trashedAtMs } = found.data;
    const places: Places = {
      title: script.title,
      excerpt: excerptOf(script),
      lineCount: linesOf(script.text).length,
      trashedAtMs,
      indexOf: new Map(script.lines.map(({ id, index }) => [id, index])),
    };
    last = version === undefined ? undefined : { scriptId, version, places };
    return ok(places);
  };
  return (scriptId, lineId) => {
    const found = find(scriptId);
    if (!found.ok) return found;
    const { indexOf, ...script } = found.data;
    return ok({ ...script, index: indexOf.get(lineId) ?? null });
  };
}
