// The provider-level fields of a speech request, which may have no effect. Empty fields are not sent.

import { useStore } from 'zustand';
import type { SpeechExtras } from '../../shared/contract/speech.ts';
import { isMessageKey, type Translate } from '../../shared/i18n/index.ts';
import { RATIO } from '../../shared/speech/limits.ts';
import { findVoice } from '../../shared/speech/voices.ts';
import { useSession, useTranslation } from '../app/services.ts';
import { activeConnection } from '../app/session-store.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import field from '../ui/field.module.css';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './MoreOptions.module.css';
import type { SpeechStore } from './speech-store.ts';

/** Represents "not sent" in a list of values. */
const NONE = '';

/** *More options* of Speech. */
export function MoreOptions({ store }: { store: SpeechStore }) {
  const { t } = useTranslation();
  const extras = useStore(store, (speech) => speech.extras);
  const voiceKey = useStore(store, (speech) => speech.voice);
  const isNeverSent = useSession((session) => activeConnection(session)?.dialect.extrasPlace === 'never');
  const { change } = store.getState();
  const set = <K extends keyof SpeechExtras>(name: K, value: SpeechExtras[K] | undefined): void => {
    const { [name]: _, ...rest } = extras;
    change({ extras: value === undefined ? rest : { ...rest, [name]: value } });
  };
  const voice = voiceKey === null ? undefined : findVoice(voiceKey);
  return (
    <Disclosure
      label={t('common.moreOptions')}
      summary={summarise(extras, t)}
      resetLabel={t('common.reset')}
      onReset={() => change({ extras: {} })}
    >
      <p className={field.hint}>{t(isNeverSent ? 'speech.extrasNever' : 'speech.extrasHint')}</p>
      <RatioField
        label={t('speech.volume')}
        name={t('speech.volumeRatio')}
        value={extras.volumeRatio}
        onChange={(value) => set('volumeRatio', value)}
      />
      <RatioField
        label={t('speech.pitch')}
        name={t('speech.pitchRatio')}
        value={extras.pitchRatio}
        onChange={(value) => set('pitchRatio', value)}
      />
      {voice === undefined ? (
        <TextField
          label={t('speech.emotion')}
          value={extras.emotion ?? ''}
          maxLength={200}
          placeholder={t('common.notSent')}
          onChange={(text) => set('emotion', text.trim() === '' ? undefined : text)}
        />
      ) : (
        <Select
          label={t('speech.emotion')}
          value={extras.emotion ?? NONE}
          isDisabled={voice.emotions === undefined}
          hint={voice.emotions === undefined ? t('speech.emotionNone') : undefined}
          options={[
            { value: NONE, label: t('common.notSent') },
            ...(voice.emotions ?? []).map((emotion) => ({
              value: emotion,
              label: emotionName(emotion, t),
              hint: emotion,
            })),
          ]}
          onChange={(value) => set('emotion', value === NONE ? undefined : value)}
        />
      )}
      <TextField
        label={t('speech.language')}
        value={extras.language ?? ''}
        maxLength={200}
        placeholder={t('speech.languagePlaceholder')}
        onChange={(text) => set('language', text.trim() === '' ? undefined : text)}
      />
    </Disclosure>
  );
}

type RatioFieldProps = {
  label: string;
  name: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
};

function RatioField({ label, name, value, onChange }: RatioFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={field.row}>
      <span aria-hidden className={field.label}>
        {label}
      </span>
      <NumberField
        label={name}
        className={styles.ratio}
        value={value ?? null}
        min={RATIO.min}
        max={RATIO.max}
        step={RATIO.step}
        decimals={2}
        start={RATIO.default}
        placeholder={t('common.notSent')}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </div>
  );
}

/** Returns the fields that are sent, as a short text. */
function summarise(extras: SpeechExtras, t: Translate): string {
  return [
    extras.volumeRatio !== undefined && t('speech.summary.volumeRatio', { value: extras.volumeRatio }),
    extras.pitchRatio !== undefined && t('speech.summary.pitchRatio', { value: extras.pitchRatio }),
    extras.emotion !== undefined && t('speech.summary.emotion', { value: emotionName(extras.emotion, t) }),
    extras.language !== undefined && t('speech.summary.language', { value: extras.language }),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function emotionName(emotion: string, t: Translate): string {
  const key = `voice.emotion.${emotion}` as const;
  return isMessageKey(key) ? t(key) : emotion;
}
