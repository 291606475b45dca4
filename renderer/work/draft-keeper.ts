// Keeps what a person has begun on any screen: sends each draft to main soon after it changes.

import type { Draft, DraftName } from '../../shared/contract/drafts.ts';
import type { Ipc } from '../ipc.ts';
import { type Autosave, autosave } from '../lifetime/autosave.ts';

/** The drafts of this window. */
export type DraftKeeper = {
  /** Reads what was kept, once, before anything else is; empty if it cannot be read. */
  load: () => Promise<readonly Draft[]>;
  /** The draft with this name has changed; it is saved within a second. */
  keep: (draft: Draft) => void;
  /** The same at once. Resolves when main has it. */
  keepNow: (draft: Draft) => Promise<void>;
  /** Saves at once what has changed: the window closes. */
  dispose: () => void;
};

/** Creates the keeper. Nothing is sent for a draft that has been nothing all the time. */
export function createDraftKeeper(ipc: Ipc): DraftKeeper {
  const latest = new Map<DraftName, Draft>();
  const savers = new Map<DraftName, Autosave>();
  const saverOf = (name: DraftName): Autosave => {
    const known = savers.get(name);
    if (known !== undefined) return known;
    const saver = autosave(async () => {
      const draft = latest.get(name);
      if (draft !== undefined) await ipc.request('drafts.save', draft);
    });
    savers.set(name, saver);
    return saver;
  };
  const change = (draft: Draft): Autosave => {
    const saver = saverOf(draft.name);
    if (draft.body === null && !latest.has(draft.name)) return saver;
    latest.set(draft.name, draft);
    saver.soon();
    return saver;
  };
  return {
    load: async () => {
      const loaded = await ipc.request('drafts.load', null);
      if (!loaded.ok) return [];
      for (const draft of loaded.data) if (!latest.has(draft.name)) latest.set(draft.name, draft);
      return loaded.data;
    },
    keep: (draft) => void change(draft),
    keepNow: (draft) => change(draft).now(),
    dispose: () => {
      for (const saver of savers.values()) void saver.now();
    },
  };
}
