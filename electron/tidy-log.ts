// Makes the lines of a log fit to be given away: without keys, and without what a person wrote. Pure functions.

import { z } from 'zod';
import { parseBounded } from '../shared/json/bounded-json.ts';
import { redactKeys } from './relay/redact.ts';

/** The facts that are kept. All others may contain what a person wrote, or the name of their computer. */
const KEPT_FACTS = [
  'at',
  'level',
  'event',
  'version',
  'platform',
  'route',
  'code',
  'traceId',
  'reason',
  'name',
  'what',
];
const LEFT_OUT = '[left out]';
/** The usual form of API keys, for one that this app does not know. */
const LIKELY_KEY = /\bsk-[\w-]{8,}/g;
/** A single-quoted name of a property, which error messages of the runtime contain. */
const PROPERTY_NAME = /^'[A-Za-z_$][\w$]{0,23}'$/;
/** Quoted text from the first to the last quotation mark of its kind, because it may itself contain such marks. */
const QUOTED = [/"[\s\S]*"/, /`[\s\S]*`/, /“[\s\S]*”/, /'[\s\S]*'/];

const lineSchema = z.record(z.string(), z.unknown());
const errorSchema = z.object({ name: z.string(), message: z.string(), stack: z.string().optional() });

/** What has to be removed from a log. `home` is the person's folder, whose path contains their name. */
export type Secrets = { keys: readonly string[]; home: string };

/** Removes keys, and the path of the home folder. */
export function withoutSecrets(text: string, { keys, home }: Secrets): string {
  const clean = redactKeys(text.replaceAll(LIKELY_KEY, '[key removed]'), keys);
  return home.length > 1 ? clean.replaceAll(home, '~').replaceAll(JSON.stringify(home).slice(1, -1), '~') : clean;
}

/**
 * Returns a line of the log with the facts that are known to be harmless; of a message what is not quoted, of a stack
 * its frames. A line that is not JSON is left out.
 */
export function tidyLogLine(line: string, secrets: Secrets): string {
  const facts = readLine(line);
  if (facts === undefined) return LEFT_OUT;
  const kept = Object.entries(facts).map(([name, value]) => [
    name,
    KEPT_FACTS.includes(name) && typeof value !== 'object' ? value : LEFT_OUT,
  ]);
  const error = errorSchema.safeParse(facts);
  const described = error.success ? describeError(error.data) : {};
  return withoutSecrets(JSON.stringify({ ...Object.fromEntries(kept), ...described }), secrets);
}

function readLine(line: string): Record<string, unknown> | undefined {
  const parsed = parseBounded(line, 'ownFile');
  return parsed.ok ? lineSchema.safeParse(parsed.data).data : undefined;
}

function describeError({ name, message, stack = '' }: z.infer<typeof errorSchema>): Record<string, unknown> {
  // The stack begins with the message, which may have lines that look like frames.
  const at = message === '' ? 0 : stack.indexOf(message) + message.length;
  const frames = stack
    .slice(at)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return { name, message: withoutQuotes(message), stack: frames.map((frame) => frame.trim()) };
}

function withoutQuotes(text: string): string {
  return QUOTED.reduce(
    (left, quoted) => left.replace(quoted, (part) => (PROPERTY_NAME.test(part) ? part : LEFT_OUT)),
    text,
  );
}
