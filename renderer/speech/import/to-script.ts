// Makes the script of an imported file.

import type { CastRole, Script, ScriptLine } from '../../../shared/contract/scripts.ts';
import type { ImportedScript } from '../../../shared/import/imported-script.ts';
import { MAX_CAST, MAX_SCRIPT_NAME, ROLE_COLOURS } from '../../../shared/script/script-size.ts';
import type { BaseSettings } from '../../../shared/script/sent-text.ts';
import { romanisedName, VOICES } from '../../../shared/speech/voices.ts';

/** What a person decides, and what the app knows. */
export type ScriptFacts = {
  fileName: string;
  /** Lines keep the times of the subtitles they came from, sped up so many times at most; null drops the times. */
  maxSpeedUp: number | null;
  /** The settings of the screen. */
  base: BaseSettings;
  makeId: () => string;
  nowMs: number;
};

/** Makes a new script. Its title is that of the file's text, else the file's name. */
export function toScript(imported: ImportedScript, { fileName, maxSpeedUp, base, makeId, nowMs }: ScriptFacts): Script {
  const lines = new Map<number, ScriptLine>();
  const change = (index: number, settings: Partial<ScriptLine>): void => {
    const line = lines.get(index) ?? { id: makeId(), index, takeIds: [], usedTakeId: null };
    lines.set(index, { ...line, ...settings });
  };
  for (const { lineIndex, title } of imported.chapters) if (title !== '') change(lineIndex, { chapter: title });
  for (const lineIndex of imported.bareLines) change(lineIndex, { role: '' });
  for (const { lineIndex, voice } of imported.lineVoices) change(lineIndex, { voice: voiceKeyOf(voice) });
  if (maxSpeedUp !== null)
    for (const { lineIndex, startMs, endMs } of imported.cues) change(lineIndex, { cue: { startMs, endMs } });
  return {
    id: makeId(),
    title: imported.title || titleOfFile(fileName),
    text: imported.text,
    base,
    lines: [...lines.values()].sort((a, b) => a.index - b.index),
    cast: castOf(imported),
    lexicon: [],
    ...(maxSpeedUp !== null && imported.cues.length > 0 && { maxSpeedUp }),
    createdAtMs: nowMs,
    changedAtMs: nowMs,
  };
}

/** The roles of the file, with the voices that it names. */
function castOf({ roles, voices }: ImportedScript): CastRole[] {
  const named = new Map(voices.map(({ role, voice }) => [role, voice]));
  const names = new Set([...named.keys(), ...roles]);
  return [...names].slice(0, MAX_CAST).map((name, i) => {
    const voice = named.get(name);
    return { name, ...(voice !== undefined && { voice: voiceKeyOf(voice) }), extras: {}, colour: i % ROLE_COLOURS };
  });
}

/** A file's name without its extension, as a title can be. */
function titleOfFile(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '').trim() || fileName.trim();
  return name.slice(0, MAX_SCRIPT_NAME).toWellFormed().trim();
}

/** The key of a voice that a file names by its key or its name; what is neither is a voice of the person's own. */
function voiceKeyOf(voice: string): string {
  const wanted = voice.trim().toLowerCase();
  const found = VOICES.find(
    ({ key, name }) =>
      key.toLowerCase() === wanted || name.toLowerCase() === wanted || romanisedName(key).toLowerCase() === wanted,
  );
  return found?.key ?? voice.slice(0, MAX_SCRIPT_NAME).toWellFormed().trim();
}
