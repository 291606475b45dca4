// The provider-level fields of a speech request, which may have no effect. Empty fields are not sent.

import type { SpeechExtras } from '../../shared/contract/speech.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { RATIO } from '../../shared/speech/limits.ts';
import { findVoice } from '../../shared/speech/voices.ts';
import { useSession, useTranslation } from '../services.ts';
import { activeConnection } from '../shell/session-store.ts';
import field from '../ui/field.module.css';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './ExtrasFields.module.css';
import { emotionName } from './emotion-name.ts';

/** Represents a field without a value in a list of values. */
const NONE = '';
const NO_EXTRAS: SpeechExtras = {};

type ExtrasFieldsProps = {
  extras: SpeechExtras;
  /** Fields that are sent where `extras` has none, and how they are named. */
  inherited?: SpeechExtras;
  asInherited?: (what: string) => string;
  /** The voice that is sent with them; only its emotions can be chosen, if it lists any. */
  voice: string | null;
  /** Returns the accessible name of the field with a label; by default the label. */
  nameOf?: (label: string) => string;
  onChange: (extras: SpeechExtras) => void;
};

/** Loudness, pitch, emotion and language. */
export function ExtrasFields(props: ExtrasFieldsProps) {
  const { extras, inherited = NO_EXTRAS, asInherited = (what) => what, nameOf = (label) => label, onChange } = props;
  const { t } = useTranslation();
  const isNeverSent = useSession((session) => activeConnection(session)?.dialect.extrasPlace === 'never');
  const set = <K extends keyof SpeechExtras>(name: K, value: SpeechExtras[K] | undefined): void => {
    const { [name]: _, ...rest } = extras;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  const voice = props.voice === null ? undefined : findVoice(props.voice);
  const emotions = voice?.emotions;
  const ratioText = (ratio: number | undefined): string | undefined =>
    ratio === undefined ? undefined : asInherited(ratio.toFixed(2));
  const inheritedEmotion =
    inherited.emotion === undefined ? t('speech.unset') : asInherited(emotionName(inherited.emotion, t));
  return (
    <>
      <p className={field.hint}>{t(isNeverSent ? 'speech.extrasNever' : 'speech.extrasHint')}</p>
      <RatioField
        label={t('speech.volume')}
        name={nameOf(t('speech.volumeRatio'))}
        value={extras.volumeRatio}
        inherited={ratioText(inherited.volumeRatio)}
        onChange={(value) => set('volumeRatio', value)}
      />
      <RatioField
        label={t('speech.pitch')}
        name={nameOf(t('speech.pitchRatio'))}
        value={extras.pitchRatio}
        inherited={ratioText(inherited.pitchRatio)}
        onChange={(value) => set('pitchRatio', value)}
      />
      {emotions === undefined ? (
        <TextField
          label={t('speech.emotion')}
          aria-label={nameOf(t('speech.emotion'))}
          value={extras.emotion ?? ''}
          maxLength={200}
          placeholder={inheritedEmotion}
          hint={voice === undefined ? undefined : t('speech.emotionUnlisted')}
          onChange={(text) => set('emotion', text.trim() === '' ? undefined : text)}
        />
      ) : (
        <Select
          label={t('speech.emotion')}
          name={nameOf(t('speech.emotion'))}
          value={extras.emotion ?? NONE}
          options={[
            {
              value: NONE,
              label: emotions.includes(inherited.emotion ?? '') ? inheritedEmotion : t('speech.unset'),
            },
            ...emotions.map((emotion) => ({
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
        aria-label={nameOf(t('speech.language'))}
        value={extras.language ?? ''}
        maxLength={200}
        placeholder={
          inherited.language === undefined ? t('speech.languagePlaceholder') : asInherited(inherited.language)
        }
        onChange={(text) => set('language', text.trim() === '' ? undefined : text)}
      />
    </>
  );
}

type RatioFieldProps = {
  label: string;
  name: string;
  value: number | undefined;
  /** What is sent while the field is empty, if anything. */
  inherited: string | undefined;
  onChange: (value: number | undefined) => void;
};

function RatioField({ label, name, value, inherited, onChange }: RatioFieldProps) {
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
        placeholder={inherited ?? t('speech.unset')}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </div>
  );
}

/** Returns the fields that are sent, as a short text. */
export function extrasSummary(extras: SpeechExtras, t: Translate): string {
  return [
    extras.volumeRatio !== undefined && t('speech.summary.volumeRatio', { value: extras.volumeRatio }),
    extras.pitchRatio !== undefined && t('speech.summary.pitchRatio', { value: extras.pitchRatio }),
    extras.emotion !== undefined && t('speech.summary.emotion', { value: emotionName(extras.emotion, t) }),
    extras.language !== undefined && t('speech.summary.language', { value: extras.language }),
  ]
    .filter((part) => part !== false)
    .join(', ');
}
