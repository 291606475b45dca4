// The quick choice of a voice: search the known voices, hear them, or type another key.

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useCommons, useSession, useTranslation } from '../services.ts';
import { latePart } from '../shell/late-part.tsx';
import { refusedVoices } from '../shell/session-store.ts';
import { Combobox } from '../ui/Combobox.tsx';
import type { SpeechStore } from './speech-store.ts';
import { VoiceOptionRow } from './VoiceOptionRow.tsx';
import { rememberKey, toggleFavourite } from './voice-memory.ts';
import {
  matchesVoice,
  optionForVoice,
  type VoiceOption,
  voiceOfOption,
  voiceOptions,
  voiceShortName,
} from './voice-options.ts';
import type { VoiceSamplesStore } from './voice-samples.ts';

const VoiceActions = latePart(async () => (await import('./VoiceActions.tsx')).VoiceActions);

type VoicePickerProps = {
  label: string;
  /** Accessible name of the button that opens the list. */
  openLabel: string;
  /** `row`: label beside the field; `bare`: the label is for assistive technology only. */
  layout?: 'row' | 'bare';
  /** The chosen key; null is the relay's default voice, undefined follows `inherited`. */
  voice: string | null | undefined;
  /** What applies while no voice is chosen here; without it there is always a chosen one. */
  inherited?: { voice: string | null; label: string; hint: string; onChoose: () => void };
  /** Why the voice may not work. */
  problem?: string | undefined;
  /** First subtag of the language of what is to be spoken; its voices come first. */
  language?: string | undefined;
  /** Generates samples. */
  speech: SpeechStore;
  samples: VoiceSamplesStore;
  onChange: (voice: string | null) => void;
};

/** A voice combobox. A chosen key that is not published is remembered. */
export function VoicePicker(props: VoicePickerProps) {
  const { voice, inherited, language, speech, samples, onChange } = props;
  const { session } = useCommons();
  const { t } = useTranslation();
  const sampled = useStore(samples, (state) => state.itemIds);
  const memory = useSession((state) => state.settings.voices);
  const refused = useSession(refusedVoices);
  const [typed, setTyped] = useState<string | null>(null);
  const [highlighted, setHighlighted] = useState<VoiceOption | null>(null);
  /** A voice without a take that the person has asked to hear. */
  const [sampleVoice, setSampleVoice] = useState<string | null>(null);
  const query = typed?.trim() ?? '';
  /** The typed text, offered as a key unless that key is already known. */
  const offer = query !== voice && !memory.custom.includes(query) ? query : '';
  const isOffer = (option: VoiceOption): boolean => option.kind === 'custom' && option.key === offer;
  const { voice: inheritedVoice = null, label: inheritedLabel, hint: inheritedHint = '' } = inherited ?? {};
  const inheritedOption = useMemo(
    (): VoiceOption | null =>
      inheritedLabel === undefined
        ? null
        : { kind: 'inherited', id: 'inherited', voice: inheritedVoice, label: inheritedLabel, hint: inheritedHint },
    [inheritedVoice, inheritedLabel, inheritedHint],
  );
  const chosen = voice === undefined ? (inheritedOption ?? optionForVoice(null)) : optionForVoice(voice);
  const all = useMemo(
    () => [
      ...(inheritedOption === null ? [] : [inheritedOption]),
      ...voiceOptions(query, voice ?? null, memory, language || t.locale),
    ],
    [query, voice, memory, language, t, inheritedOption],
  );
  // Beside real voices, the typed key is below the list: no arrow key leads from a name to what only looks like it.
  const items = useMemo(() => {
    const others = all.filter((option) => option.kind !== 'custom' || option.key !== offer);
    return offer !== '' && others.some((option) => matchesVoice(option, query)) ? others : all;
  }, [all, offer, query]);
  const isBelow = items !== all;
  const choose = (option: VoiceOption): void => {
    if (option.kind === 'inherited') {
      inherited?.onChoose();
      return;
    }
    const { settings, updateSettings } = session.getState();
    const key = voiceOfOption(option);
    const voices = key === null ? settings.voices : rememberKey(settings.voices, key);
    if (voices !== settings.voices) updateSettings({ voices });
    onChange(key);
  };
  const label = (option: VoiceOption): string => {
    if (option.kind === 'inherited') return option.label;
    if (option.kind === 'default') return t('speech.voiceDefault');
    return voiceShortName(option.kind === 'custom' ? option.key : option.voice.key, t);
  };
  /** A typed key that no published voice has, and that was never sent. */
  const isUntried = chosen.kind === 'custom' && !memory.recent.includes(chosen.key);
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
      label={props.label}
      openLabel={props.openLabel}
      layout={props.layout ?? 'row'}
      hint={props.problem ?? (isUntried ? t('voices.untried') : undefined)}
      isProblem={props.problem !== undefined}
      placeholder={t('speech.voicePlaceholder')}
      emptyText={t('speech.voiceNone')}
      items={items}
      value={chosen}
      itemKey={(option) => option.id}
      itemLabel={label}
      matches={(option, text) => matchesVoice(option, text)}
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
      footer={(close) => (
        <VoiceActions
          store={speech}
          voice={sampleVoice ?? (highlighted === null ? null : voiceOfOption(highlighted))}
          isWanted={sampleVoice !== null}
          isRefused={refused.includes(sampleVoice ?? (highlighted && voiceOfOption(highlighted)) ?? '')}
          hasSample={sampled.has((highlighted && voiceOfOption(highlighted)) ?? '')}
          onHear={hear}
          onStar={star}
          onAnswered={() => setSampleVoice(null)}
          offer={isBelow ? query : null}
          onOffer={() => {
            choose(optionForVoice(query));
            close();
          }}
        />
      )}
      typed={typed}
      onTyped={setTyped}
      onOpened={() => {
        setSampleVoice(null);
        setHighlighted(chosen);
        void samples.getState().reload();
      }}
      onHighlight={setHighlighted}
      onChange={choose}
    />
  );
}
