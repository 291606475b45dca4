// The dialog that saves several takes as one sound.

import { useStore } from 'zustand';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { HAS_BITS } from '../../audio/export/formats.ts';
import { EXPORT_KINDS, type ExportKind, LOUDNESS_TARGETS, type SoundExport } from '../../audio/export/plan.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import field from '../../ui/field.module.css';
import { NumberField } from '../../ui/NumberField.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { formatDuration, formatFileSize } from '../format-text.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { useServices, useTranslation } from '../services.ts';
import styles from './ExportDialog.module.css';
import { type ExportStore, MAX_PAUSE_MS } from './export-store.ts';

/** Rates that can be chosen, in hertz; other rates come from the takes. */
const RATES_HZ = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const KIND_NAMES: Readonly<Record<ExportKind, string>> = { wav: 'WAV', flac: 'FLAC', mp3: 'MP3', ogg_opus: 'Opus' };
const AUTOMATIC = 'automatic';
const PAUSE_STEP_MS = 50;

/** The dialog; it is there while takes are to be exported. */
export function ExportDialog() {
  const { exporting } = useServices();
  const { t } = useTranslation();
  const asked = useStore(exporting, (state) => state.asked);
  const { close } = exporting.getState();
  return (
    <Dialog isOpen={asked !== null} title={t('export.title')} closeLabel={t('common.close')} onClose={close}>
      {asked !== null && <ExportForm store={exporting} takeCount={asked.takes.length} />}
    </Dialog>
  );
}

function ExportForm({ store, takeCount }: { store: ExportStore; takeCount: number }) {
  const { t, locale } = useTranslation();
  const choices = useStore(store, (state) => state.choices);
  const doneRatio = useStore(store, (state) => state.doneRatio);
  const saved = useStore(store, (state) => state.saved);
  const error = useStore(store, (state) => state.error);
  const { change, save, cancel } = store.getState();
  const isRunning = doneRatio !== null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>{t('export.explanation', { count: takeCount })}</p>
      <Select
        label={t('speech.format')}
        value={choices.kind}
        options={EXPORT_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
        isDisabled={isRunning}
        onChange={(kind: ExportKind) => change({ kind })}
      />
      {HAS_BITS[choices.kind] && (
        <Select
          label={t('export.bits')}
          value={String(choices.bits)}
          options={['16', '24'].map((value) => ({ value, label: t('export.bitCount', { count: value }) }))}
          isDisabled={isRunning}
          onChange={(bits) => change({ bits: bits === '24' ? 24 : 16 })}
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
      <div className={field.row}>
        <span className={field.label} aria-hidden>
          {t('export.pause')}
        </span>
        <NumberField
          label={t('export.pause')}
          value={choices.pauseMs}
          min={0}
          max={MAX_PAUSE_MS}
          step={PAUSE_STEP_MS}
          decimals={0}
          start={0}
          isDisabled={isRunning}
          onChange={(pauseMs) => change({ pauseMs: pauseMs ?? 0 })}
        />
      </div>
      <Switch
        label={t('export.trim')}
        hint={t('export.trimHint')}
        isOn={choices.isTrimmed}
        isDisabled={isRunning}
        onChange={(isTrimmed) => change({ isTrimmed })}
      />
      {error !== null && (
        <ErrorAlert error={error} jobId={null} isWaiting={false} onDismiss={() => store.setState({ error: null })} />
      )}
      {saved !== null && (
        <p role="status" className={styles.saved}>
          {t('export.saved', { name: saved.fileName, facts: factsOf(saved.result, t, locale) })}
        </p>
      )}
      {isRunning ? (
        <div className={styles.running}>
          <ProgressBar
            label={t('export.progress')}
            valueText={`${Math.floor(doneRatio * 100)} %`}
            doneRatio={doneRatio}
          />
          <Button onClick={cancel}>{t('common.cancel')}</Button>
        </div>
      ) : (
        <Button variant="primary" type="submit">
          {t('export.save')}
        </Button>
      )}
    </form>
  );
}

/** Length and size of the file, and its loudness where that was a target. */
function factsOf({ frames, rateHz, files }: SoundExport, t: Translate, locale: Locale): string {
  const [file] = files;
  const measured = file?.measured ?? null;
  const level = (value: number): string => (Number.isFinite(value) ? value.toFixed(1).replace('-', '−') : '−∞');
  return [
    formatDuration(frames / rateHz),
    ...(file ? [formatFileSize(file.sizeBytes, t, locale)] : []),
    ...(measured
      ? [`${level(measured.loudness)} LUFS`, t('export.truePeak', { level: level(measured.truePeak) })]
      : []),
  ].join(t.separators.fact);
}
