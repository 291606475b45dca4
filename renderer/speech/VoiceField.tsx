// The voice to speak with: search among the published ones, or type a key of one's own.

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '../app/services.ts';
import { Combobox } from '../ui/Combobox.tsx';
import type { SpeechStore } from './speech-store.ts';
import styles from './VoiceField.module.css';
import {
  matchesVoice,
  optionForVoice,
  type VoiceOption,
  voiceFacts,
  voiceOfOption,
  voiceOptions,
} from './voice-options.ts';

/** The voice combobox. */
export function VoiceField({ store }: { store: SpeechStore }) {
  const { t, locale } = useWords();
  const voice = useStore(store, (speech) => speech.voice);
  const [typed, setTyped] = useState<string | null>(null);
  const items = useMemo(() => voiceOptions(typed ?? '', voice), [typed, voice]);
  const label = (option: VoiceOption): string => {
    if (option.kind === 'default') return t('speech.voiceDefault');
    return option.kind === 'custom' ? option.key : option.voice.name;
  };
  const render = (option: VoiceOption) => {
    if (option.kind === 'published') {
      return (
        <span className={styles.option}>
          <span className={styles.name}>
            {option.voice.name}
            {option.romanised !== '' && <span className={styles.second}>{option.romanised}</span>}
          </span>
          <span className={styles.facts}>
            {voiceFacts(option.voice, locale)}
            {option.suffix !== '' && <span className={styles.key}>{option.suffix}</span>}
          </span>
        </span>
      );
    }
    // The offer to use what is typed is named exactly so; a hint inside would become part of its name.
    if (option.kind === 'custom')
      return (
        <span>
          {option.key === typed?.trim() && option.key !== voice ? t('speech.useKey', { key: option.key }) : option.key}
        </span>
      );
    return (
      <span className={styles.option}>
        <span className={styles.name}>{t('speech.voiceDefault')}</span>
        <span className={styles.facts}>{t('speech.voiceDefaultHint')}</span>
      </span>
    );
  };
  return (
    <Combobox
      label={t('speech.voice')}
      openLabel={t('speech.voiceOpen')}
      placeholder={t('speech.voicePlaceholder')}
      emptyText={t('speech.voiceNone')}
      items={items}
      value={optionForVoice(voice)}
      itemKey={(option) => option.id}
      itemLabel={label}
      matches={matchesVoice}
      renderItem={render}
      typed={typed}
      onTyped={setTyped}
      onChange={(option) => store.getState().change({ voice: voiceOfOption(option) })}
    />
  );
}
