// The fields of the export dialog for what a subtitle file is like.

import { useStore } from 'zustand';
import { ROW_LENGTH_LIMITS } from '../../../shared/subtitles/columns.ts';
import { SUBTITLE_FORMATS, type SubtitleFormat } from '../../../shared/subtitles/write.ts';
import { useTranslation } from '../../services.ts';
import { LabelledNumber } from '../../ui/LabelledNumber.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { ExportStore } from './export-store.ts';

const FORMAT_NAMES: Readonly<Record<SubtitleFormat, string>> = { srt: 'SRT', vtt: 'VTT', lrc: 'LRC', json: 'JSON' };

/** Format, names of the speakers, and length of the rows. */
export function SubtitleFields({ store, isRunning }: { store: ExportStore; isRunning: boolean }) {
  const { t } = useTranslation();
  const { subtitleFormat, hasNames, rowLengths } = useStore(store, (state) => state.choices);
  const { change } = store.getState();
  return (
    <>
      <Select
        label={t('speech.format')}
        value={subtitleFormat}
        options={SUBTITLE_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
        hint={t(`export.subtitleHint.${subtitleFormat}`)}
        isDisabled={isRunning}
        onChange={(format: SubtitleFormat) => change({ subtitleFormat: format })}
      />
      {subtitleFormat !== 'json' && (
        <Switch
          label={t('export.names')}
          hint={t('export.namesHint')}
          isOn={hasNames}
          isDisabled={isRunning}
          onChange={(next) => change({ hasNames: next })}
        />
      )}
      {(['narrow', 'wide'] as const).map((width) => (
        <LabelledNumber
          key={width}
          label={t(`export.row.${width}`)}
          value={rowLengths[width]}
          min={ROW_LENGTH_LIMITS[width].min}
          max={ROW_LENGTH_LIMITS[width].max}
          step={1}
          decimals={0}
          isDisabled={isRunning}
          onChange={(length) => change({ rowLengths: { ...rowLengths, [width]: length } })}
        />
      ))}
    </>
  );
}
