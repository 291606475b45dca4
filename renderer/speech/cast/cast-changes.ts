// What the cast shows and how it changes as a whole: voices suggested, replaced, or taken from another script. Pure
// functions.

import type { CastRole } from '../../../shared/contract/scripts.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import { ROLE_COLOURS } from '../../../shared/script/script-size.ts';
import type { BaseSettings, FoundRole } from '../../../shared/script/sent-text.ts';
import { suggestVoices } from '../../../shared/script/suggest-voices.ts';
import { extrasForVoice, type Voice } from '../../../shared/speech/voices.ts';
import { withRoleChange } from '../script/role-change.ts';
import type { ScriptLineView } from '../script/script-lines.ts';

/** A role in the panel. */
export type CastRow = {
  key: string;
  /** As the text spells it first; empty is the narrator. */
  name: string;
  lineCount: number;
  /** Index of its line with the longest text; undefined if nothing of the role is spoken. */
  longestLine: number | undefined;
  colour: number;
  /** Its own settings; undefined if it has none. */
  own: CastRole | undefined;
};

type Cast = readonly CastRole[];
type Roles = readonly FoundRole[];
/** What is known of a script. */
type Facts = {
  roles: Roles;
  cast: Cast;
  colours: ReadonlyMap<string, number>;
  lines: readonly ScriptLineView[];
  /** The settings of the screen. */
  base: Pick<BaseSettings, 'voice'>;
};

/** The roles of the text in the order of their first lines, then those of the cast that no line has. */
export function castRows(roles: Roles, cast: Cast, colours: ReadonlyMap<string, number>): CastRow[] {
  const own = ownSettings(cast);
  const found = roles.map((role) => ({ ...role, colour: colours.get(role.key) ?? 0, own: own.get(role.key) }));
  const keys = new Set(roles.map(({ key }) => key));
  const others = [...own].filter(([key, role]) => !keys.has(key) && !role.isReadAloud);
  return [
    ...found,
    ...others.map(([key, role]) => ({
      key,
      name: role.name,
      lineCount: 0,
      longestLine: undefined,
      colour: role.colour,
      own: role,
    })),
  ];
}

/** The names that a person has read aloud, as the cast has them. */
export function namesReadAloud(cast: Cast): string[] {
  return cast.filter(({ isReadAloud }) => isReadAloud).map(({ name }) => name);
}

/** Whether a role has settings of its own beside its colour. */
export function hasOwnSettings(role: CastRole | undefined): boolean {
  return (
    role !== undefined && (role.voice !== undefined || role.speed !== undefined || Object.keys(role.extras).length > 0)
  );
}

/**
 * Returns the cast with a voice for each role of the text that has none of its own. The narrator keeps the voice of the
 * screen, unless nobody else speaks; the other voices differ from it.
 * @param voices the voices to choose from, without those that the relay refuses.
 */
export function withSuggestions({ roles, cast, colours, lines, base }: Facts, voices: readonly Voice[]): CastRole[] {
  const own = ownSettings(cast);
  const isWithout = (role: FoundRole): boolean => own.get(role.key)?.voice === undefined;
  const toCast = rolesToCast(roles, cast);
  const taken = roles.flatMap((role) => {
    const voice = isWithout(role) ? (toCast.includes(role) ? null : base.voice) : own.get(role.key)?.voice;
    return voice ?? [];
  });
  const languageOf = ({ longestLine }: FoundRole): string => lines[longestLine ?? -1]?.sent.language ?? '';
  const suggested = suggestVoices(
    toCast.map((role) => ({ name: role.name, language: languageOf(role) })),
    voices,
    taken,
  );
  const added = toCast.flatMap((role, index) => {
    const voice = suggested[index];
    return voice == null ? [] : [{ role, voice }];
  });
  return merged(
    cast,
    added.map(({ role: { key, name }, voice }) =>
      withVoice(own.get(key) ?? { name, extras: {}, colour: colours.get(key) ?? 0 }, voice),
    ),
  );
}

/** The roles that *Suggest voices* chooses a voice for. */
export function rolesToCast(roles: Roles, cast: Cast): FoundRole[] {
  const own = ownSettings(cast);
  return roles.filter(({ key }) => own.get(key)?.voice === undefined && (key !== '' || roles.length === 1));
}

/** A voice of the script: its key, null for the relay's default, and how many lines it speaks. */
export type UsedVoice = { voice: string | null; lineCount: number };

/** The voices that speak the lines of a script, those with the most lines first. */
export function usedVoices(lines: readonly ScriptLineView[]): UsedVoice[] {
  const counts = new Map<string | null, number>();
  for (const { sent } of lines) counts.set(sent.voice, (counts.get(sent.voice) ?? 0) + 1);
  return [...counts].map(([voice, lineCount]) => ({ voice, lineCount })).sort((a, b) => b.lineCount - a.lineCount);
}

/** What replacing a voice changes: the cast, the voices of single lines by their ids, and how much that is. */
export type VoiceReplacement = {
  cast: CastRole[];
  lineVoices: ReadonlyMap<string, string | null>;
  roleCount: number;
  lineCount: number;
};

/**
 * Replaces a voice in the whole script: in its roles, in single lines that have it, and for roles that have it from the
 * screen. No line is spoken by it afterwards, and no other line changes.
 */
export function replaceVoice(
  { roles, cast, colours, lines, base }: Facts,
  from: string | null,
  to: string | null,
): VoiceReplacement {
  const own = ownSettings(cast);
  const following = roles
    .filter(({ key }) => base.voice === from && own.get(key)?.voice === undefined)
    .map(({ key, name }) => own.get(key) ?? { name, extras: {}, colour: colours.get(key) ?? 0 });
  const changed = [...withoutReadAloud(cast).filter(({ voice }) => voice === from), ...following];
  const lineVoices = new Map(lines.flatMap(({ id, record }) => (record?.voice === from ? [[id, to] as const] : [])));
  return {
    cast: merged(
      cast,
      changed.map((role) => withVoice(role, to)),
    ),
    lineVoices,
    roleCount: changed.length,
    lineCount: lines.filter(({ sent }) => sent.voice === from).length,
  };
}

/** Which role of another script each role of the text takes its settings from, by the keys of both. */
export type TakenRoles = ReadonlyMap<string, string>;

/** The roles of the text that another cast has too, each with itself. */
export function equalRoles(roles: Roles, other: Cast): Map<string, string> {
  const keys = ownSettings(withoutReadAloud(other));
  return new Map(roles.filter(({ key }) => keys.has(key)).map(({ key }) => [key, key]));
}

/** Returns the cast with settings taken from another one; colours stay where the role has one. */
export function withTakenRoles(roles: Roles, cast: Cast, other: Cast, taken: TakenRoles): CastRole[] {
  const own = ownSettings(cast);
  const found = ownSettings(withoutReadAloud(other));
  return merged(
    cast,
    roles.flatMap(({ key, name }) => {
      const source = found.get(taken.get(key) ?? '\0');
      return source === undefined ? [] : [{ ...source, name, colour: own.get(key)?.colour ?? source.colour }];
    }),
  );
}

/** Returns the cast with names that are roles, or that are read aloud as a part of what is said. */
export function withNames(
  cast: Cast,
  names: readonly string[],
  isReadAloud: boolean,
  colours: ReadonlyMap<string, number>,
): CastRole[] {
  const own = ownSettings(cast);
  const all = new Map([...colours]);
  return merged(
    cast,
    names.map((name) => {
      const key = roleKey(name);
      const colour = own.get(key)?.colour ?? all.get(key) ?? all.size % ROLE_COLOURS;
      all.set(key, colour);
      return withRoleChange(own.get(key) ?? { name, extras: {}, colour }, {
        isReadAloud: isReadAloud || undefined,
      });
    }),
  );
}

/** Returns a role with another voice, without an emotion that this voice does not have. */
function withVoice(role: CastRole, voice: string | null | undefined): CastRole {
  return withRoleChange(role, { voice, ...(voice !== undefined && { extras: extrasForVoice(role.extras, voice) }) });
}

/** The roles among what a cast has decided about names. */
function withoutReadAloud(cast: Cast): Cast {
  return cast.filter(({ isReadAloud }) => !isReadAloud);
}

function ownSettings(cast: Cast): Map<string, CastRole> {
  return new Map(cast.map((role) => [roleKey(role.name), role]));
}

/** The cast with some roles in the place of those with the same names, or added. */
function merged(cast: Cast, roles: Cast): CastRole[] {
  return [...new Map([...cast, ...roles].map((role) => [roleKey(role.name), role])).values()];
}
