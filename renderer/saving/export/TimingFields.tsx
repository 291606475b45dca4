// The fields of the export dialog that the times of lines depend on: the same for sound and subtitles.

import { MAX_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import { type ExportChoices, expectedFit } from '../../items/export-lines.ts';
import { fitText } from '../../items/fit-text.ts';
import { useTranslation } from '../../services.ts';
import field from '../../ui/field.module.css';
import { LabelledNumber } from '../../ui/LabelledNumber.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { type AskedExport, type ExportStore, MAX_PAUSE_MS } from './export-store.ts';

const PAUSE_STEP_MS = 50;
const SPEED_UP_STEP = 0.05;

type TimingFieldsProps = {
  store: ExportStore;
  asked: AskedExport;
  /** As the export is planned. */
  choices: ExportChoices;
  /** A person sets pause and trimming. */
  isCustom: boolean;
  isRunning: boolean;
};

/** Pause and trimming; for lines with times also how much they may be sped up, and how they fit then. */
export function TimingFields({ store, asked, choices, isCustom, isRunning }: TimingFieldsProps) {
  const { t } = useTranslation();
  const { change, changeMaxSpeedUp } = store.getState();
  const { lines, maxSpeedUp } = asked;
  return (
    <>
      {isCustom && (
        <>
          <LabelledNumber
            label={t('export.pause')}
            value={choices.pauseMs}
            min={0}
            max={MAX_PAUSE_MS}
            step={PAUSE_STEP_MS}
            decimals={0}
            isDisabled={isRunning}
            onChange={(pauseMs) => change({ pauseMs })}
          />
          <Switch
            label={t('export.trim')}
            hint={t('export.trimHint')}
            isOn={choices.isTrimmed}
            isDisabled={isRunning}
            onChange={(isTrimmed) => change({ isTrimmed })}
          />
        </>
      )}
      {lines.some(({ cue }) => cue !== null) && (
        <>
          <LabelledNumber
            label={t('export.speedUp')}
            value={maxSpeedUp}
            min={1}
            max={MAX_SPEED_UP}
            step={SPEED_UP_STEP}
            decimals={2}
            isDisabled={isRunning}
            onChange={changeMaxSpeedUp}
          />
          <p className={field.hint}>
            {t('export.onTimes', { fit: fitText(expectedFit(lines, maxSpeedUp, choices), t) })}
          </p>
        </>
      )}
    </>
  );
}
