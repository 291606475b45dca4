// The content of settings.json: what is read from damaged files and from those of other versions, and what is written.

import { z } from 'zod';
import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import { type StoredConnection, settingsSchema, storedConnectionSchema } from '../../shared/contract/settings.ts';
import { isPlainObject, parseObject, salvage, withUnknown } from './salvage.ts';

const windowSchema = z.strictObject({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  isMaximized: z.boolean(),
});

/** A video beside a script: its path, and whether it is hidden. */
const videoSchema = z.strictObject({ path: z.string(), isHidden: z.boolean() });

const fileSchema = z.strictObject({
  /** Kept as found: a newer version must recognise its own files. */
  version: z.number().int().positive().default(1),
  settings: settingsSchema.prefault({}),
  window: windowSchema.nullable().default(null),
  /** Folder of the last *Save as*; empty if none was used yet. */
  lastSaveFolder: z.string().default(''),
  /** The videos beside scripts, by the id of the script; those of this computer, so not in the library. */
  scriptVideos: z.record(z.string(), videoSchema).default({}),
});

/** Position and size of the window, in screen pixels. */
export type WindowBounds = z.infer<typeof windowSchema>;

/** A video that a person chose for a script. */
export type KeptVideo = z.infer<typeof videoSchema>;

/** What this version understands. */
export type SettingsContent = z.infer<typeof fileSchema> & { connections: StoredConnection[] };

/** What this version does not understand, and writes again as it was: fields, and whole connections. */
export type UnknownContent = {
  fields: Readonly<Record<string, unknown>>;
  /** Unknown fields of a connection, by its id. */
  ofConnections: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  connections: readonly unknown[];
};

/** The result of reading. */
export type ReadSettings = {
  content: SettingsContent;
  unknown: UnknownContent;
  /** What was invalid, and will be gone once the file is written again: paths, or `whole` for all of it. */
  lost: 'whole' | string[];
  /** Connections that cannot be used, by name; they stay in the file. */
  unusable: string[];
  /** Whether the backup had all that was lost. */
  isRestored: boolean;
};

/** Reads settings. @param backup the text of the last settings that could be read; undefined if there are none. */
export function readSettings(text: string, backup: string | undefined): ReadSettings {
  const earlier = backup === undefined ? undefined : parseObject(backup);
  const found = parseObject(text);
  if (found === undefined) {
    const read = readObject(earlier ?? {}, undefined);
    return { ...read, lost: 'whole', isRestored: earlier !== undefined };
  }
  return readObject(found, earlier);
}

/** Returns the text to write. */
export function writeSettings({ connections, ...content }: SettingsContent, unknown: UnknownContent): string {
  const own = connections.map((one) => withUnknown(one, unknown.ofConnections.get(one.id) ?? {}));
  const all = { ...content, connections: [...own, ...unknown.connections] };
  return `${JSON.stringify(withUnknown(all, unknown.fields), null, 2)}\n`;
}

/** The content of a new installation. */
export function defaultSettings(): { content: SettingsContent; unknown: UnknownContent } {
  return readObject({}, undefined);
}

function readObject(
  found: Readonly<Record<string, unknown>>,
  earlier: object | undefined,
): ReadSettings & { lost: string[] } {
  const { connections: rawConnections, ...others } = { connections: [], ...found };
  const before: Readonly<Record<string, unknown>> = { ...earlier };
  const parts = salvage(fileSchema, others, earlier);
  const list = readConnections(rawConnections, before.connections);
  const lost = [...parts.lost, ...list.lost];
  return {
    content: { ...fileSchema.parse(parts.data), connections: list.connections },
    unknown: { fields: parts.unknown, ofConnections: list.unknown, connections: list.unreadable },
    lost,
    unusable: list.unusable,
    isRestored: lost.length > 0 && lost.length === parts.restored.length + list.restored.length,
  };
}

function readConnections(raw: unknown, earlier: unknown) {
  const result = {
    connections: [] as StoredConnection[],
    unknown: new Map<string, Readonly<Record<string, unknown>>>(),
    unreadable: [] as unknown[],
    unusable: [] as string[],
    lost: [] as string[],
    restored: [] as string[],
  };
  const before: readonly unknown[] = Array.isArray(earlier) ? earlier : [];
  if (!Array.isArray(raw)) {
    result.lost.push('connections');
    if (Array.isArray(earlier)) result.restored.push('connections');
  }
  const ids = new Set([PRACTICE_CONNECTION_ID]);
  for (const [index, entry] of (Array.isArray(raw) ? raw : before).entries()) {
    const name = isPlainObject(entry) && typeof entry.name === 'string' ? entry.name.slice(0, 80) : `#${index + 1}`;
    const same = before.find((one) => isPlainObject(one) && isPlainObject(entry) && one.id === entry.id);
    const read = isPlainObject(entry) ? salvage(storedConnectionSchema, entry, same, name) : undefined;
    const connection = storedConnectionSchema.safeParse(read?.data);
    if (read === undefined || !connection.success || !isUsable(connection.data, ids)) {
      result.unreadable.push(entry);
      result.unusable.push(name);
      continue;
    }
    ids.add(connection.data.id);
    result.connections.push(connection.data);
    if (Object.keys(read.unknown).length > 0) result.unknown.set(connection.data.id, read.unknown);
    result.lost.push(...read.lost);
    result.restored.push(...read.restored);
  }
  return result;
}

/** Every connection has an id of its own and an address with an origin. */
function isUsable({ id, baseUrl }: StoredConnection, ids: ReadonlySet<string>): boolean {
  return !ids.has(id) && URL.canParse(baseUrl) && ['http:', 'https:'].includes(new URL(baseUrl).protocol);
}
