// In the place of the tool's options: what is being tried out on the mask, how, and whether it stays.

import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../app/services.ts';
import { REFINE_RADIUS_PX } from '../../mask/painting/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Slider } from '../../ui/Slider.tsx';
import type { MaskStage } from './mask-stage.ts';
import type { Trial } from './mask-trial.ts';
import styles from './ToolBar.module.css';

/** The slider is for the usual; the field takes any. */
const SLIDER_MAX_PX = 60;

type TrialBarProps<T extends Trial = Trial> = { stage: MaskStage; trial: T };

/** The options of a trial, and Apply. */
export function TrialBar({ stage, trial }: TrialBarProps) {
  const { t } = useTranslation();
  const { trialShare } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return (
    <>
      {trial.kind === 'refine' ? (
        <RefineOptions stage={stage} trial={trial} />
      ) : (
        <ImportOptions stage={stage} trial={trial} />
      )}
      {trialShare !== null && (
        <progress className={styles.progress} aria-label={t('images.computing')} value={trialShare} max={1} />
      )}
      <Button onClick={stage.trial.accept}>{t('images.apply')}</Button>
      <Button look="plain" onClick={stage.trial.cancel}>
        {t('common.cancel')}
      </Button>
    </>
  );
}

function RefineOptions({ stage, trial }: TrialBarProps<Extract<Trial, { kind: 'refine' }>>) {
  const { t } = useTranslation();
  const { how, radiusPx } = trial;
  return (
    <span className={styles.option}>
      <span className={styles.word}>{t(`images.${how}By`)}</span>
      <Slider
        label={t('images.radiusSlider')}
        aria-valuetext={`${radiusPx} px`}
        className={styles.slider}
        value={Math.min(SLIDER_MAX_PX, radiusPx)}
        min={REFINE_RADIUS_PX.min}
        max={SLIDER_MAX_PX}
        step={1}
        onChange={(next) => stage.trial.refine(how, next)}
      />
      <NumberField
        label={t('images.radius')}
        className={styles.field}
        value={radiusPx}
        min={REFINE_RADIUS_PX.min}
        max={REFINE_RADIUS_PX.max}
        step={1}
        decimals={0}
        start={REFINE_RADIUS_PX.default}
        onChange={(next) => next !== null && stage.trial.refine(how, next)}
      />
      px
    </span>
  );
}

function ImportOptions({ stage, trial }: TrialBarProps<Extract<Trial, { kind: 'import' }>>) {
  const { t } = useTranslation();
  const { fileName, channel, isInverted } = trial;
  return (
    <>
      <span className={styles.fileName} title={fileName}>
        {fileName}
      </span>
      <Segmented
        label={t('images.importFrom')}
        value={channel}
        options={[
          { value: 'alpha', label: t('images.importAlpha') },
          { value: 'luminance', label: t('images.importLuminance') },
        ]}
        onChange={(next) => stage.trial.readAgain(next, isInverted)}
      />
      <Button look="plain" aria-pressed={isInverted} onClick={() => stage.trial.readAgain(channel, !isInverted)}>
        {t('images.importInverted')}
      </Button>
    </>
  );
}
