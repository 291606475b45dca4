// The videos beside scripts: files on this computer that a person chose in a dialog. Their paths stay here; the page gets
// an address with a token, which stands for one file until another one is shown.

import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ScriptVideo } from '../../shared/contract/scripts.ts';
import type { KeptVideo } from '../settings/settings-content.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** What Chromium may be able to play, by extension. */
const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  ogv: 'video/ogg',
};

function typeOf(file: string): string | undefined {
  const extension = path.extname(file).slice(1).toLowerCase();
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}

/** The videos beside scripts. */
export type ScriptVideos = {
  /** The video of a script with a new token; null if it has none. */
  open: (scriptId: string) => Promise<ScriptVideo | null>;
  /** Asks the person for a video. Null if they closed the dialog. */
  choose: (scriptId: string) => Promise<ScriptVideo | null>;
  setHidden: (scriptId: string, isHidden: boolean) => void;
  /** Forgets the video of a script; the file stays as it is. */
  remove: (scriptId: string) => void;
  /** The file that a token stands for. */
  find: (token: string) => { path: string; mime: string } | undefined;
};

type Deps = {
  settings: Pick<SettingsFile, 'videoOf' | 'setVideo'>;
  /** Asks for a file; undefined if the person closed the dialog. */
  askVideo: (extensions: readonly string[]) => Promise<string | undefined>;
};

/** Creates the videos of scripts; none is shown yet. */
export function createScriptVideos({ settings, askVideo }: Deps): ScriptVideos {
  let shown: { token: string; scriptId: string; path: string; mime: string } | undefined;
  let turns = 0;
  const show = async (scriptId: string, kept: KeptVideo | undefined): Promise<ScriptVideo | null> => {
    const turn = ++turns;
    shown = undefined;
    if (kept === undefined) return null;
    const { path: file, isHidden } = kept;
    const about = { name: path.basename(file), isHidden };
    const mime = typeOf(file);
    if (mime === undefined) return { ...about, token: null, problem: 'unplayable' };
    const facts = await stat(file).catch(() => undefined);
    if (!facts?.isFile()) return { ...about, token: null, problem: 'missing' };
    const token = randomBytes(32).toString('hex');
    if (turn === turns) shown = { token, scriptId, path: file, mime };
    return { ...about, token, problem: null };
  };
  return {
    open: (scriptId) => show(scriptId, settings.videoOf(scriptId)),
    choose: async (scriptId) => {
      const file = await askVideo(Object.keys(TYPES));
      if (file === undefined) return null;
      const chosen = { path: file, isHidden: false };
      if (typeOf(file) !== undefined) settings.setVideo(scriptId, chosen);
      return show(scriptId, chosen);
    },
    setHidden: (scriptId, isHidden) => {
      const kept = settings.videoOf(scriptId);
      if (kept !== undefined) settings.setVideo(scriptId, { ...kept, isHidden });
    },
    remove: (scriptId) => {
      if (shown?.scriptId === scriptId) shown = undefined;
      settings.setVideo(scriptId, undefined);
    },
    find: (token) => (shown?.token === token ? shown : undefined),
  };
}
