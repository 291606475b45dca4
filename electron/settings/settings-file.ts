// settings.json: everything a person chose, except keys. Reading never fails; a damaged file is copied to `.bad` beside
// it.

import { copyFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  type Settings,
  type SettingsPatch,
  type StoredConnection,
  settingsSchema,
  storedConnectionSchema,
} from '../../shared/contract/settings.ts';
import { writeFileAtomic } from '../files.ts';

const windowSchema = z.strictObject({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  isMaximized: z.boolean(),
});

const fileSchema = z.strictObject({
  version: z.literal(1).default(1),
  settings: settingsSchema.prefault({}),
  connections: z.array(storedConnectionSchema).default([]),
  window: windowSchema.nullable().default(null),
  /** Folder of the last *Save as*; empty if none was used yet. */
  lastSaveFolder: z.string().default(''),
});

/** Position and size of the window, in screen pixels. */
export type WindowBounds = z.infer<typeof windowSchema>;
type FileContent = z.infer<typeof fileSchema>;

/** Settings that only main changes. */
type OwnSettings = Pick<Settings, 'activeConnectionId' | 'refusedVoices' | 'unusedPictures'>;

/** The settings, in memory and on disk. Changes are written one after another; `flush` waits for the last. */
export type SettingsFile = {
  current: () => Settings;
  connections: () => readonly StoredConnection[];
  windowBounds: () => WindowBounds | null;
  lastSaveFolder: () => string;
  patch: (patch: SettingsPatch & Partial<OwnSettings>) => void;
  setConnections: (connections: readonly StoredConnection[]) => void;
  setWindowBounds: (bounds: WindowBounds) => void;
  setLastSaveFolder: (folder: string) => void;
  flush: () => Promise<void>;
};

/**
 * Opens the settings. @param onWriteFailed called when a change could not be saved; the change applies until the app
 * ends.
 */
export async function openSettingsFile(file: string, onWriteFailed: (error: unknown) => void): Promise<SettingsFile> {
  let content = await readContent(file);
  let writing = Promise.resolve();
  const change = (next: Partial<FileContent>): void => {
    content = { ...content, ...next };
    writing = writing.then(() => writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`)).catch(onWriteFailed);
  };
  return {
    current: () => content.settings,
    connections: () => content.connections,
    windowBounds: () => content.window,
    lastSaveFolder: () => content.lastSaveFolder,
    patch: (patch) => change({ settings: settingsSchema.parse({ ...content.settings, ...patch }) }),
    setConnections: (connections) => change({ connections: [...connections] }),
    setWindowBounds: (window) => change({ window }),
    setLastSaveFolder: (lastSaveFolder) => change({ lastSaveFolder }),
    flush: () => writing,
  };
}

async function readContent(file: string): Promise<FileContent> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return fileSchema.parse({});
  }
  const found = parseObject(text);
  const kept = Object.entries(fileSchema.shape).filter(
    ([key, schema]) => found && schema.safeParse(found[key]).success,
  );
  if (kept.length < Object.keys(fileSchema.shape).length) {
    // Kept for a person to inspect; if copying fails too, nothing more can be done.
    await copyFile(file, `${file}.bad`).catch(() => undefined);
  }
  // Other sections survive one damaged section.
  return fileSchema.parse(Object.fromEntries(kept.map(([key]) => [key, found?.[key]])));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : undefined;
  } catch {
    return undefined;
  }
}
