// settings.json: everything a person chose, except keys. Reading never fails: each part falls back alone, first to the
// backup, then to its default; the file is kept aside before it is written over. What cannot be written stays in memory.

import {
  type Settings,
  type SettingsPatch,
  type StoredConnection,
  settingsSchema,
} from '../../shared/contract/settings.ts';
import type { Loss } from '../../shared/contract/storage.ts';
import { writeFileAtomic } from '../files.ts';
import { keepAside } from './kept-aside.ts';
import { readOwnFile } from './read-own-file.ts';
import {
  defaultSettings,
  type KeptVideo,
  readSettings,
  type SettingsContent,
  type WindowBounds,
  writeSettings,
} from './settings-content.ts';

export type { WindowBounds } from './settings-content.ts';

/** Settings that only main changes. */
type OwnSettings = Pick<
  Settings,
  'activeConnectionId' | 'refusedVoices' | 'unusedPictures' | 'resultOrigins' | 'confirmedOrigins'
>;

/** The settings, in memory and on disk. Changes are written one after another; `flush` waits for the last. */
export type SettingsFile = {
  current: () => Settings;
  connections: () => readonly StoredConnection[];
  windowBounds: () => WindowBounds | null;
  lastSaveFolder: () => string;
  /** The video beside a script. */
  videoOf: (scriptId: string) => KeptVideo | undefined;
  patch: (patch: SettingsPatch & Partial<OwnSettings>) => void;
  setConnections: (connections: readonly StoredConnection[]) => void;
  setWindowBounds: (bounds: WindowBounds) => void;
  setLastSaveFolder: (folder: string) => void;
  /** Keeps the video of a script, or forgets it; beyond `MAX_VIDEOS` the oldest is forgotten. */
  setVideo: (scriptId: string, video: KeptVideo | undefined) => void;
  /** Whether the file has the latest change. False also while it is being written. */
  isSaved: () => boolean;
  /** Writes the latest state if the file does not have it. Never rejects. */
  flush: () => Promise<void>;
  /** What could not be read when the file was opened; undefined if nothing was lost. */
  loss: () => Loss | undefined;
};

/** Videos that are kept. */
const MAX_VIDEOS = 500;

/**
 * Opens the settings. @param onWriteFailed called when a change could not be saved; the change applies all the same, and
 * `flush` writes it again.
 */
export async function openSettingsFile(file: string, onWriteFailed: (error: unknown) => void): Promise<SettingsFile> {
  const backup = `${file}.bak`;
  const opened = await readFiles(file, backup);
  const { unknown } = opened;
  let { content, loss, mustBeKept } = opened;
  let writing = Promise.resolve();
  let [changes, saved] = [0, 0];

  /** A file that cannot be read is kept before it is written over; if that fails, it stays and is not written. */
  async function keep(): Promise<void> {
    if (!mustBeKept || !loss) return;
    loss = { ...loss, keptAs: await keepAside(file, Date.now()) };
    mustBeKept = false;
  }
  async function write(): Promise<void> {
    const now = changes;
    if (saved === now) return;
    try {
      await keep();
      await writeFileAtomic(file, writeSettings(content, unknown));
      saved = now;
    } catch (error) {
      onWriteFailed(error);
    }
  }
  const change = (next: Partial<SettingsContent>): void => {
    content = { ...content, ...next };
    changes += 1;
    writing = writing.then(write);
  };
  // A copy that cannot be made now is made before the first change is written.
  await keep().catch(onWriteFailed);
  if (opened.text !== undefined && !loss) await keepBackup(backup, opened.text).catch(onWriteFailed);
  return {
    current: () => content.settings,
    connections: () => content.connections,
    windowBounds: () => content.window,
    lastSaveFolder: () => content.lastSaveFolder,
    videoOf: (scriptId) => (Object.hasOwn(content.scriptVideos, scriptId) ? content.scriptVideos[scriptId] : undefined),
    patch: (patch) => change({ settings: settingsSchema.parse({ ...content.settings, ...patch }) }),
    setConnections: (connections) => change({ connections: [...connections] }),
    setWindowBounds: (window) => change({ window }),
    setLastSaveFolder: (lastSaveFolder) => change({ lastSaveFolder }),
    setVideo: (scriptId, video) => {
      const others = Object.entries(content.scriptVideos).filter(([id]) => id !== scriptId);
      const kept = video === undefined ? others : [...others, [scriptId, video] as const];
      change({ scriptVideos: Object.fromEntries(kept.slice(-MAX_VIDEOS)) });
    },
    isSaved: () => saved === changes,
    flush() {
      writing = writing.then(write);
      return writing;
    },
    loss: () => loss,
  };
}

/** Reads the file and its backup. Without a file there is nothing to restore: it is a new installation. */
async function readFiles(file: string, backup: string) {
  const found = await readOwnFile(file);
  if (!found) return { ...defaultSettings(), text: undefined, loss: undefined, mustBeKept: false };
  const read = readSettings(found.text ?? '', (await readOwnFile(backup))?.text);
  const isWhole = read.lost === 'whole';
  const parts = [...(read.lost === 'whole' ? [] : read.lost), ...read.unusable];
  const isRestored = read.isRestored && read.unusable.length === 0;
  const loss: Loss = { file: 'settings', parts, isRestored, keptAs: '' };
  const isLost = isWhole || parts.length > 0;
  return { ...read, text: found.text, loss: isLost ? loss : undefined, mustBeKept: read.lost.length > 0 };
}

/** Keeps the last settings that could be read. */
async function keepBackup(backup: string, text: string): Promise<void> {
  const found = await readOwnFile(backup);
  if (found?.text === text) return;
  if (found && found.text === undefined) await keepAside(backup, Date.now());
  await writeFileAtomic(backup, text);
}
