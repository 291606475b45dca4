// The choice of the voice: search and filter the known voices, hear them, or type another key.

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useServices, useSession, useTranslation } from '../app/services.ts';
import { refusedVoices } from '../app/session-store.ts';
import { Combobox } from '../ui/Combobox.tsx';
import type { SpeechStore } from './speech-store.ts';
import { VoiceActions } from './VoiceActions.tsx';
import { VoiceFilterRow } from './VoiceFilterRow.tsx';
import { VoiceOptionRow } from './VoiceOptionRow.tsx';
import { toggleFavourite } from './voice-memory.ts';
import {
  matchesVoice,
  NO_FILTERS,
  optionForVoice,
  passesFilters,
  type VoiceOption,
  voiceOfOption,
  voiceOptions,
} from './voice-options.ts';
import type { VoiceSamplesStore } from './voice-samples.ts';

/** The voice combobox. */
export function VoiceField({ store, samples }: { store: SpeechStore; samples: VoiceSamplesStore }) {
  const { session } = useServices();
  const { t } = useTranslation();
  const voice = useStore(store, (speech) => speech.voice);
  const sampled = useStore(samples, (state) => state.itemIds);
  const memory = useSession((state) => state.settings.voices);
  const refused = useSession(refusedVoices);
  const [typed, setTyped] = useState<string | null>(null);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [highlighted, setHighlighted] = useState<VoiceOption | null>(null);
  /** A voice without a take that the person has asked to hear. */
  const [sampleVoice, setSampleVoice] = useState<string | null>(null);
  const query = typed?.trim() ?? '';
  /** The typed text, offered as a key unless that key is already known. */
  const offer = query !== voice && !memory.custom.includes(query) ? query : '';
  const isOffer = (option: VoiceOption): boolean => option.kind === 'custom' && option.key === offer;
  const items = useMemo(
    () =>
      voiceOptions(query, voice, memory).filter(
        (option) => (option.kind === 'custom' && option.key === offer) || passesFilters(option, filters),
      ),
    [query, voice, memory, offer, filters],
  );
  const label = (option: VoiceOption): string => {
    if (option.kind === 'default') return t('speech.voiceDefault');
    return option.kind === 'custom' ? option.key : option.voice.name;
  };
  const hear = (key: string): void => {
    void samples
      .getState()
      .hear(key)
      .then((isHeard) => setSampleVoice(isHeard ? null : key));
  };
  const star = (key: string): void => {
    const { settings, updateSettings } = session.getState();
    updateSettings({ voices: toggleFavourite(settings.voices, key) });
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
      renderItem={(option, isHighlighted) => {
        const key = voiceOfOption(option) ?? '';
        return (
          <VoiceOptionRow
            option={option}
            isHighlighted={isHighlighted}
            isOffer={isOffer(option)}
            isFavourite={memory.favourites.includes(key)}
            isRecent={memory.recent.includes(key)}
            isRefused={refused.includes(key)}
            hasSample={sampled.has(key)}
            onHear={() => hear(key)}
            onStar={() => star(key)}
          />
        );
      }}
      header={<VoiceFilterRow filters={filters} onChange={setFilters} />}
      footer={
        <VoiceActions
          store={store}
          voice={sampleVoice ?? (highlighted === null ? null : voiceOfOption(highlighted))}
          isWanted={sampleVoice !== null}
          isRefused={refused.includes(sampleVoice ?? (highlighted && voiceOfOption(highlighted)) ?? '')}
          hasSample={sampled.has((highlighted && voiceOfOption(highlighted)) ?? '')}
          onHear={hear}
          onStar={star}
          onAnswered={() => setSampleVoice(null)}
        />
      }
      typed={typed}
      onTyped={setTyped}
      onOpened={() => {
        setSampleVoice(null);
        setHighlighted(optionForVoice(voice));
        void samples.getState().reload();
      }}
      onHighlight={setHighlighted}
      onChange={(option) => store.getState().change({ voice: voiceOfOption(option) })}
    />
  );
}
