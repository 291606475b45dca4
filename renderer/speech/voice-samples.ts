// Owns the list of voices that can be heard without a request, and plays them. Independent of how they are displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { fixedTexts, resolveLocale } from '../../shared/i18n/index.ts';
import { SPEED } from '../../shared/speech/limits.ts';
import { findVoice } from '../../shared/speech/voices.ts';
import type { Ipc } from '../ipc.ts';

/** State and actions of the voice samples. */
type VoiceSamples = {
  /** The newest complete take of each voice, by voice key. */
  itemIds: ReadonlyMap<string, string>;
  reload: () => Promise<void>;
  /** Plays the newest take of a voice, also one that came after the list was read; false if there is none. */
  hear: (voice: string) => Promise<boolean>;
  dispose: () => void;
};

export type VoiceSamplesStore = StoreApi<VoiceSamples>;

/** Creates the store; it reads nothing until the first call of `reload`. */
export function createVoiceSamples({ ipc, play }: { ipc: Ipc; play: (item: SpeechItem) => void }): VoiceSamplesStore {
  let isRead = false;
  const store: VoiceSamplesStore = createStore<VoiceSamples>()((set, get) => ({
    itemIds: new Map(),
    reload: async () => {
      isRead = true;
      const result = await ipc.request('voices.listSampled', null);
      if (result.ok) set({ itemIds: new Map(result.data.map(({ voice, itemId }) => [voice, itemId])) });
    },
    hear: async (voice) => {
      if (!get().itemIds.has(voice)) await get().reload();
      const id = get().itemIds.get(voice);
      const found = id === undefined ? undefined : await ipc.request('library.getItem', { id });
      if (!found?.ok || found.data.kind !== 'speech') return false;
      play(found.data);
      return true;
    },
    dispose: () => leave(),
  }));
  const leave = ipc.on('library.changed', () => {
    if (isRead) void store.getState().reload();
  });
  return store;
}

/** Sample sentences in languages that the app itself is not translated to. */
const SENTENCES: Readonly<Record<string, string>> = {
  ja: 'こんにちは、はじめまして。',
  es: 'Hola, encantado de conocerte.',
};

/** Returns the request for a voice's first sample: in its own language, with default settings. */
export function sampleRequest(
  voice: string,
  {
    connectionId,
    format,
    fallbackLanguage,
  }: Pick<SpeechRequest, 'connectionId' | 'format'> & { fallbackLanguage: string },
): SpeechRequest {
  const language = findVoice(voice)?.languages[0] ?? fallbackLanguage;
  const text = SENTENCES[language] ?? fixedTexts(resolveLocale('system', [language]))('prompt.voiceSample');
  return { connectionId, text, voice, speed: SPEED.default, format, extras: {} };
}
