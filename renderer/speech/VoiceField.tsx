// The voice of the Speech screen.

import { useStore } from 'zustand';
import { useTranslation } from '../services.ts';
import type { SpeechStore } from './speech-store.ts';
import { VoicePicker } from './VoicePicker.tsx';
import type { VoiceSamplesStore } from './voice-samples.ts';

/** The voice combobox. */
export function VoiceField({ store, samples }: { store: SpeechStore; samples: VoiceSamplesStore }) {
  const { t } = useTranslation();
  const voice = useStore(store, (speech) => speech.voice);
  return (
    <VoicePicker
      label={t('speech.voice')}
      openLabel={t('speech.voiceOpen')}
      voice={voice}
      speech={store}
      samples={samples}
      onChange={(next) => store.getState().change({ voice: next })}
    />
  );
}
