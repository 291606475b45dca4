// The fields of the export dialog for what the sound files are like.

import { useStore } from 'zustand';
import { HAS_BITS, MP3_KBPS } from '../../engines/audio/export/formats.ts';
import {
  EXPORT_KINDS,
  EXPORT_SPLITS,
  type ExportKind,
  type ExportSplit,
  LOUDNESS_TARGETS,
} from '../../engines/audio/export/plan.ts';
import { useTranslation } from '../../services.ts';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { ExportStore } from './export-store.ts';

/** Rates that can be chosen, in hertz; other rates come from the takes. */
const RATES_HZ = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const KIND_NAMES: Readonly<Record<ExportKind, string>> = { wav: 'WAV', flac: 'FLAC', mp3: 'MP3', ogg_opus: 'Opus' };
/** Bit rates that can be chosen, in kbit/s: lower ones are for telephones. */
const BITRATES_KBPS = MP3_KBPS.filter((kbps) => kbps >= 64);
const AUTOMATIC = 'automatic';

type SoundFieldsProps = { store: ExportStore; isScript: boolean; isRunning: boolean };

/** Format, bit depth or rate, channels, rate and loudness; for a script also which files. */
export function SoundFields({ store, isScript, isRunning }: SoundFieldsProps) {
  const { t } = useTranslation();
  const choices = useStore(store, (state) => state.choices);
  const { change } = store.getState();
  return (
    <>
      <Select
        label={t('speech.format')}
        value={choices.kind}
        options={EXPORT_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
        isDisabled={isRunning}
        onChange={(kind: ExportKind) => change({ kind })}
      />
      {isScript && (
        <Select
          label={t('export.files')}
          value={choices.split}
          options={EXPORT_SPLITS.map((value) => ({ value, label: t(`export.split.${value}`) }))}
          hint={choices.split === 'stems' ? t('export.stemsHint') : undefined}
          isDisabled={isRunning}
          onChange={(split: ExportSplit) => change({ split })}
        />
      )}
      {isScript && choices.split !== 'none' && (
        <Switch
          label={t('export.zip')}
          isOn={choices.isZip}
          isDisabled={isRunning}
          onChange={(isZip) => change({ isZip })}
        />
      )}
      {HAS_BITS[choices.kind] && (
        <Select
          label={t('export.bits')}
          value={String(choices.bits)}
          options={['16', '24'].map((value) => ({ value, label: t('export.bitCount', { count: value }) }))}
          isDisabled={isRunning}
          onChange={(bits) => change({ bits: bits === '24' ? 24 : 16 })}
        />
      )}
      {!HAS_BITS[choices.kind] && (
        <Select
          label={t('export.bitrate')}
          value={choices.bitrateKbps === null ? AUTOMATIC : String(choices.bitrateKbps)}
          options={[
            { value: AUTOMATIC, label: t('export.automatic') },
            ...BITRATES_KBPS.map((kbps) => ({ value: String(kbps), label: `${kbps} kbit/s` })),
          ]}
          isDisabled={isRunning}
          onChange={(value) => change({ bitrateKbps: value === AUTOMATIC ? null : Number(value) })}
        />
      )}
      <Select
        label={t('export.channels')}
        value={choices.channels === null ? AUTOMATIC : String(choices.channels)}
        options={[
          { value: AUTOMATIC, label: t('export.asTakes') },
          { value: '1', label: t('export.mono') },
          { value: '2', label: t('export.stereo') },
        ]}
        isDisabled={isRunning}
        onChange={(value) => change({ channels: value === '1' ? 1 : value === '2' ? 2 : null })}
      />
      <Select
        label={t('export.rate')}
        value={choices.rateHz === null ? AUTOMATIC : String(choices.rateHz)}
        options={[
          { value: AUTOMATIC, label: t('export.asTakes') },
          ...RATES_HZ.map((rate) => ({ value: String(rate), label: `${rate} Hz` })),
        ]}
        isDisabled={isRunning}
        onChange={(value) => change({ rateHz: value === AUTOMATIC ? null : Number(value) })}
      />
      <Select
        label={t('export.loudness')}
        value={choices.loudness === null ? AUTOMATIC : String(choices.loudness)}
        options={[
          { value: AUTOMATIC, label: t('export.unchanged') },
          ...LOUDNESS_TARGETS.map((target) => ({
            value: String(target),
            label: `−${-target} LUFS`,
          })),
        ]}
        isDisabled={isRunning}
        onChange={(value) => change({ loudness: LOUDNESS_TARGETS.find((target) => String(target) === value) ?? null })}
      />
    </>
  );
}
