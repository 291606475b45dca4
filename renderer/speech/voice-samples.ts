// Owns which voices can be heard without a request, and lets one hear them. Independent of how they are shown.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { createTranslator, resolveLocale } from '../../shared/i18n/index.ts';
import { SPEED } from '../../shared/speech/limits.ts';
import { findVoice } from '../../shared/speech/voices.ts';
import type { Ipc } from '../ipc.ts';

/** State and actions. */
type VoiceSamples = {
  /** The newest whole take of a voice, by its key. */
  itemIds: ReadonlyMap<string, string>;
  reload: () => Promise<void>;
  /** Plays the last take of a voice; false when there is none. */
  hear: (voice: string) => Promise<boolean>;
  dispose: () => void;
};

export type VoiceSamplesStore = StoreApi<VoiceSamples>;

/** Makes the store; it reads nothing until `reload` is called the first time. */
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

/** What voices say in languages the app itself does not speak. */
const SENTENCES: Readonly<Record<string, string>> = {
  ja: 'こんにちは、はじめまして。',
  es: 'Hola, encantado de conocerte.',
};

/** What a voice is made to say to be heard the first time: in its own language, plainly. */
export function sampleRequest(
  voice: string,
  {
    connectionId,
    format,
    fallbackLanguage,
  }: Pick<SpeechRequest, 'connectionId' | 'format'> & { fallbackLanguage: string },
): SpeechRequest {
  const language = findVoice(voice)?.languages[0] ?? fallbackLanguage;
  const text = SENTENCES[language] ?? createTranslator(resolveLocale('system', [language]))('prompt.voiceSample');
  return { connectionId, text, voice, speed: SPEED.default, format, extras: {} };
}
