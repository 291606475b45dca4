// The video beside the open script: one that a person chose, which main remembers, or one that was dropped, which is there
// until the app ends.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ScriptVideo } from '../../../shared/contract/scripts.ts';
import { useCommons } from '../../services.ts';
import type { ScriptStore } from '../script/script-store.ts';

/** A video as it is shown; `url` is null if it cannot be played. */
type ShownVideo = Pick<ScriptVideo, 'name' | 'problem' | 'isHidden'> & { url: string | null };

/** The video of the open script, and what a person can do with it. */
export type ScriptVideoPort = {
  video: ShownVideo | null;
  choose: () => void;
  drop: (file: File) => void;
  setHidden: (isHidden: boolean) => void;
  remove: () => void;
  /** The browser cannot play it. */
  reject: () => void;
};

/** Whether a dropped file is a video. */
export function isVideo({ type }: File): boolean {
  return type.startsWith('video/');
}

/** Videos that were dropped, by the id of their script. */
const dropped = new Map<string, { file: File; isHidden: boolean }>();

/** Reads the video of the open script. @param isWanted whether it can have one */
export function useScriptVideo(script: ScriptStore, isWanted: boolean): ScriptVideoPort {
  const { ipc } = useCommons();
  const id = useStore(script, (open) => open.id);
  const [video, setVideo] = useState<ShownVideo | null>(null);
  /** Counts what was dropped and removed. */
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` stands for `dropped`.
  useEffect(() => {
    if (!isWanted) return setVideo(null);
    let isLatest = true;
    const own = dropped.get(id);
    const url = own && URL.createObjectURL(own.file);
    setVideo(own && url ? { name: own.file.name, url, problem: null, isHidden: own.isHidden } : null);
    if (!own)
      void ipc.request('scripts.openVideo', { id }).then((found) => {
        if (isLatest && found.ok) setVideo(shownOf(found.data));
      });
    return () => {
      isLatest = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [ipc, id, isWanted, turn]);
  return {
    video,
    choose: async () => {
      const chosen = await ipc.request('scripts.chooseVideo', { id });
      if (!chosen.ok || chosen.data === null) return;
      if (dropped.delete(id)) setTurn(turn + 1);
      else setVideo(shownOf(chosen.data));
    },
    drop: (file) => {
      dropped.set(id, { file, isHidden: false });
      setTurn(turn + 1);
    },
    setHidden: (isHidden) => {
      if (video === null) return;
      setVideo({ ...video, isHidden });
      const own = dropped.get(id);
      if (own) own.isHidden = isHidden;
      else void ipc.request('scripts.hideVideo', { id, isHidden });
    },
    remove: () => {
      setVideo(null);
      if (!dropped.delete(id)) void ipc.request('scripts.removeVideo', { id });
      else setTurn(turn + 1);
    },
    reject: () => setVideo(video && { ...video, url: null, problem: 'unplayable' }),
  };
}

function shownOf(video: ScriptVideo | null): ShownVideo | null {
  if (video === null) return null;
  const { name, token, problem, isHidden } = video;
  return { name, problem, isHidden, url: token === null ? null : `/video/${token}` };
}
