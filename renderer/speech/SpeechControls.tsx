// The controls of the right panel: voice, speed, format, and less common options.

import { useStore } from 'zustand';
import { SPEECH_FORMATS } from '../../shared/speech/formats.ts';
import { SPEED } from '../../shared/speech/limits.ts';
import { formatText } from '../items/kind-text.ts';
import { useTranslation } from '../services.ts';
import { latePart } from '../shell/late-part.tsx';
import { Button } from '../ui/Button.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { Slider } from '../ui/Slider.tsx';
import { type AuditionStore, firstLine } from './audition-store.ts';
import { MoreOptions } from './MoreOptions.tsx';
import styles from './SpeechControls.module.css';
import type { ScriptStore } from './script/script-store.ts';
import type { SpeechStore } from './speech-store.ts';
import { VoiceField } from './VoiceField.tsx';
import type { VoiceSamplesStore } from './voice-samples.ts';

const LineSettings = latePart(async () => (await import('./script/LineSettings.tsx')).LineSettings);

type SpeechControlsProps = {
  store: SpeechStore;
  script: ScriptStore;
  audition: AuditionStore;
  samples: VoiceSamplesStore;
};

/** The controls for everything in a request except the text. */
export function SpeechControls({ store, script, audition, samples }: SpeechControlsProps) {
  const { t } = useTranslation();
  const speed = useStore(store, (speech) => speech.speed);
  const format = useStore(store, (speech) => speech.format);
  const { change } = store.getState();
  return (
    <>
      <VoiceField store={store} script={script} samples={samples} />
      <Button
        variant="link"
        className={styles.gallery}
        onClick={() => audition.getState().open(firstLine(script.getState().lines))}
      >
        {t('audition.open')}
      </Button>
      <div className={styles.speed}>
        <span aria-hidden className={styles.label}>
          {t('speech.speed')}
        </span>
        <Slider
          label={t('speech.speed')}
          aria-valuetext={speed.toFixed(2)}
          value={speed}
          min={SPEED.min}
          max={SPEED.max}
          step={SPEED.step}
          onChange={(next) => change({ speed: next })}
        />
        <NumberField
          label={t('speech.speedValue')}
          className={styles.number}
          value={speed}
          min={SPEED.min}
          max={SPEED.max}
          step={SPEED.step}
          decimals={2}
          start={SPEED.default}
          onChange={(next) => next !== null && change({ speed: next })}
        />
      </div>
      <Select
        label={t('speech.format')}
        value={format}
        options={SPEECH_FORMATS.map((value) => ({
          value,
          // The value that is sent, as relays describe it.
          label: value,
          chosen: formatText(value, t),
          hint: t(`speech.format.${value}`),
        }))}
        onChange={(next) => change({ format: next })}
      />
      <MoreOptions store={store} />
      <LineSettings script={script} speech={store} samples={samples} />
    </>
  );
}
