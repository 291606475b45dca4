// Schemas of scripts: a text of several lines, and what a person chose for its lines, roles and words.

import { z } from 'zod';
import {
  MAX_CAST,
  MAX_RULES,
  MAX_SCRIPT_LINES,
  MAX_SCRIPT_NAME,
  MAX_SCRIPT_TEXT,
  ROLE_COLOURS,
} from '../script/script-size.ts';
import { isSpeedValid } from '../speech/limits.ts';
import { MAX_SPEED_UP } from '../subtitles/place-speech.ts';
import { idSchema, timestampMsSchema } from './common.ts';
import { speechExtrasSchema } from './speech.ts';

const wordSchema = z.string().trim().min(1).max(MAX_SCRIPT_NAME);
const speedSchema = z.number().refine(isSpeedValid);

/**
 * What a line has beside its text. Only lines that have something are in the list. An absent setting follows the role
 * of the line, and that the settings of the screen.
 */
const scriptLineSchema = z.strictObject({
  id: idSchema,
  /** Position among the lines of the text, from 0. Blank lines are no lines. */
  index: z.number().int().min(0).max(MAX_SCRIPT_LINES),
  /** Its role in place of the one in the text; empty is the narrator. */
  role: z.exactOptional(z.string().trim().max(MAX_SCRIPT_NAME)),
  voice: z.exactOptional(wordSchema.nullable()),
  speed: z.exactOptional(speedSchema),
  extras: z.exactOptional(speechExtrasSchema),
  /** Title of the chapter that begins with this line. */
  chapter: z.exactOptional(wordSchema),
  /** Silence between this line and the next. */
  pauseAfterMs: z.exactOptional(z.number().int().min(0).max(60_000)),
  /** When it is to be heard, from the beginning of the recording: it came from subtitles whose timing is kept. */
  cue: z.exactOptional(
    z.strictObject({ startMs: z.number().int().nonnegative(), endMs: z.number().int().nonnegative() }),
  ),
  /** Its take is final: a change elsewhere does not mark it as changed. */
  isLocked: z.exactOptional(z.boolean()),
  /** Its takes, the oldest first. */
  takeIds: z.array(idSchema).max(1000),
  /** The take that is played and exported; null is the newest complete one. */
  usedTakeId: idSchema.nullable(),
});

/**
 * How a role speaks. `name` is as written before the colon in the text; empty is the narrator. An absent setting follows
 * the settings of the screen.
 */
const castRoleSchema = z.strictObject({
  name: z.string().trim().max(MAX_SCRIPT_NAME),
  /** Null omits the field, so that the relay uses its default. */
  voice: z.exactOptional(wordSchema.nullable()),
  speed: z.exactOptional(speedSchema),
  extras: speechExtrasSchema,
  /** It is no role: what stands before the colon is part of what is said. */
  isReadAloud: z.exactOptional(z.literal(true)),
  /** Index of its colour in the palette of roles. */
  colour: z
    .number()
    .int()
    .min(0)
    .max(ROLE_COLOURS - 1),
});

/** A word or phrase, and what is sent in its place. */
const lexiconRuleSchema = z.strictObject({
  from: z.string().min(1).max(MAX_SCRIPT_NAME),
  to: z.string().max(MAX_SCRIPT_NAME),
  /** BCP 47 language of the lines it applies to, compared by its first subtag; empty applies to all. */
  language: z.string().max(35),
  isWholeWord: z.boolean(),
  isCaseSensitive: z.boolean(),
});

/** Rules, of a script or of the app. */
export const lexiconSchema = z.array(lexiconRuleSchema).max(MAX_RULES);

export const scriptSchema = z.strictObject({
  id: idSchema,
  title: z.string().trim().max(MAX_SCRIPT_NAME),
  text: z.string().max(MAX_SCRIPT_TEXT),
  /** The settings of the screen while it was open, which apply where neither line nor role has its own. */
  base: z.exactOptional(
    z.strictObject({ voice: wordSchema.nullable(), speed: speedSchema, extras: speechExtrasSchema }),
  ),
  lines: z.array(scriptLineSchema).max(MAX_SCRIPT_LINES),
  cast: z.array(castRoleSchema).max(MAX_CAST),
  lexicon: lexiconSchema,
  /** Lines that are longer than their cues are sped up so many times at most. */
  maxSpeedUp: z.exactOptional(z.number().min(1).max(MAX_SPEED_UP)),
  createdAtMs: timestampMsSchema,
  changedAtMs: timestampMsSchema,
});

/** What changed in a script since a save; absent is what did not. */
export const scriptChangeSchema = z.strictObject({
  id: idSchema,
  /** `changedAtMs` of the save that this one follows. */
  since: timestampMsSchema,
  changedAtMs: timestampMsSchema,
  edit: z.exactOptional(
    z.strictObject({
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
      insert: scriptSchema.shape.text,
      length: z.number().int().nonnegative().max(MAX_SCRIPT_TEXT),
    }),
  ),
  changed: z.strictObject({
    title: z.exactOptional(scriptSchema.shape.title),
    base: scriptSchema.shape.base,
    lines: z.exactOptional(scriptSchema.shape.lines),
    cast: z.exactOptional(scriptSchema.shape.cast),
    lexicon: z.exactOptional(scriptSchema.shape.lexicon),
    maxSpeedUp: scriptSchema.shape.maxSpeedUp,
  }),
});

/** Why a script cannot be opened: its file is damaged, or of a newer version of the app. */
const SCRIPT_PROBLEMS = ['damaged', 'newer'] as const;

/** What a list shows of a script. */
export const scriptEntrySchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  /** The beginning of its text. */
  excerpt: z.string(),
  lineCount: z.number().int().nonnegative(),
  changedAtMs: timestampMsSchema,
  trashedAtMs: timestampMsSchema.nullable(),
  problem: z.enum(SCRIPT_PROBLEMS).nullable(),
});

export const scriptQuerySchema = z.strictObject({
  search: z.string().max(1000),
  /** Returns deleted scripts, which can be restored, instead of the others. */
  isTrashed: z.boolean().default(false),
});

/** Where a line is: its script as lists show it, and its position there from 0; null if the script has it no more. */
export const lineLocationSchema = z.strictObject({
  ...scriptEntrySchema.pick({ title: true, excerpt: true, lineCount: true, trashedAtMs: true }).shape,
  index: z.number().int().nonnegative().nullable(),
});

/** The steps of a script that can be undone, as its editor packs them; null if there are none. */
export const scriptHistorySchema = z.strictObject({ id: idSchema, steps: z.string().max(32_000_000).nullable() });

/** A video beside a script, by the name of its file. It is at `/video/<token>`; without a token it cannot be played. */
export const scriptVideoSchema = z.strictObject({
  name: z.string(),
  token: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** Why not: it is not where it was chosen, or is no kind of file that can be played. */
  problem: z.enum(['missing', 'unplayable']).nullable(),
  isHidden: z.boolean(),
});

export type ScriptVideo = z.infer<typeof scriptVideoSchema>;
export type Script = z.infer<typeof scriptSchema>;
export type ScriptChange = z.infer<typeof scriptChangeSchema>;
export type ScriptLine = z.infer<typeof scriptLineSchema>;
export type CastRole = z.infer<typeof castRoleSchema>;
export type LexiconRule = z.infer<typeof lexiconRuleSchema>;
export type ScriptEntry = z.infer<typeof scriptEntrySchema>;
export type LineLocation = z.infer<typeof lineLocationSchema>;
export type ScriptQuery = z.input<typeof scriptQuerySchema>;
