// The voice of the Speech screen.

import { useStore } from 'zustand';
import { useTranslation } from '../services.ts';
import type { ScriptStore } from './script/script-store.ts';
import type { SpeechStore } from './speech-store.ts';
import { VoicePicker } from './VoicePicker.tsx';
import type { VoiceSamplesStore } from './voice-samples.ts';

type VoiceFieldProps = { store: SpeechStore; script: ScriptStore; samples: VoiceSamplesStore };

/** The voice combobox. */
export function VoiceField({ store, script, samples }: VoiceFieldProps) {
  const { t } = useTranslation();
  const voice = useStore(store, (speech) => speech.voice);
  const language = useStore(script, ({ lines, currentIndex }) => lines[currentIndex ?? 0]?.sent.language);
  return (
    <VoicePicker
      label={t('speech.voice')}
      openLabel={t('speech.voiceOpen')}
      voice={voice}
      language={language}
      speech={store}
      samples={samples}
      onChange={(next) => store.getState().change({ voice: next })}
    />
  );
}
