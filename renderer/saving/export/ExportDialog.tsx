// The dialog that saves lines of a script, or several takes, as sound or as subtitles.

import { useStore } from 'zustand';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { formatDuration, formatFileSize } from '../../../shared/text/format-text.ts';
import type { SoundExport } from '../../engines/audio/export/plan.ts';
import { ErrorAlert } from '../../items/ErrorAlert.tsx';
import { includedLines } from '../../items/export-lines.ts';
import { fitText } from '../../items/fit-text.ts';
import { ProvenanceFields } from '../../items/ProvenanceFields.tsx';
import { ShowSaved } from '../../items/ShowSaved.tsx';
import { traceTexts } from '../../items/saved-files.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './ExportDialog.module.css';
import { ExportLines } from './ExportLines.tsx';
import type { AskedExport, ExportStore, Saved } from './export-store.ts';
import { SoundFields } from './SoundFields.tsx';
import { SubtitleFields } from './SubtitleFields.tsx';
import { TimingFields } from './TimingFields.tsx';

/** The dialog; it is there while something is to be exported. */
export function ExportDialog({ store }: { store: ExportStore }) {
  const { t } = useTranslation();
  const asked = useStore(store, (state) => state.asked);
  const { close } = store.getState();
  return (
    <Dialog isOpen={asked !== null} title={t('export.title')} closeLabel={t('common.close')} onClose={close}>
      {asked !== null && <ExportForm store={store} asked={asked} />}
    </Dialog>
  );
}

function ExportForm({ store, asked }: { store: ExportStore; asked: AskedExport }) {
  const { t, locale } = useTranslation();
  const choices = useStore(store, (state) => state.choices);
  const doneRatio = useStore(store, (state) => state.doneRatio);
  const saved = useStore(store, (state) => state.saved);
  const error = useStore(store, (state) => state.error);
  const { save, cancel } = store.getState();
  const isRunning = doneRatio !== null;
  const count = asked.lines.length;
  const explanation = asked.script === null ? 'export.explanation' : (`export.${asked.product}Explanation` as const);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>{t(explanation, { count })}</p>
      {asked.script !== null && <ExportLines store={store} asked={asked} isRunning={isRunning} />}
      {asked.product === 'sound' ? (
        <SoundFields store={store} isScript={asked.script !== null} isRunning={isRunning} />
      ) : (
        <SubtitleFields store={store} isRunning={isRunning} />
      )}
      <TimingFields store={store} asked={asked} isRunning={isRunning} />
      {asked.product === 'sound' && (
        <ProvenanceFields
          isExplained={false}
          isZip={choices.isZip && choices.split !== 'none'}
          isDisabled={isRunning}
        />
      )}
      <div className={styles.foot}>
        {error !== null && (
          <ErrorAlert error={error} jobId={null} isWaiting={false} onDismiss={() => store.setState({ error: null })} />
        )}
        {saved !== null && (
          <>
            <p role="status" className={styles.saved}>
              {[savedText(saved, asked, t, locale), ...traceTexts(saved.files, t)].join(' ')}
            </p>
            <ShowSaved files={saved.files} report={(failure) => store.setState({ error: failure })} />
          </>
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
          <Button variant="primary" type="submit" disabled={includedLines(asked.lines, choices).length === 0}>
            {t('export.save')}
          </Button>
        )}
      </div>
    </form>
  );
}

function savedText(saved: Saved, { lines }: AskedExport, t: Translate, locale: Locale): string {
  const { name, files, isFolder, result } = saved;
  const facts = factsOf(result, t, locale);
  const done = isFolder
    ? t('export.savedFiles', { count: files.length, name, facts })
    : t('export.saved', { name, facts });
  const fit = lines.some(({ cue }) => cue !== null) ? fitText(result.counts, t) : '';
  return [done, fit].filter(Boolean).join(t.separators.fact);
}

/** Length and size of what was saved, and the loudness of one file where that was a target. */
function factsOf({ frames, rateHz, files }: SoundExport, t: Translate, locale: Locale): string {
  const [file] = files;
  const measured = files.length === 1 ? (file?.measured ?? null) : null;
  const level = (value: number): string => (Number.isFinite(value) ? value.toFixed(1).replace('-', '−') : '−∞');
  return [
    formatDuration(frames / rateHz),
    formatFileSize(
      files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      t,
      locale,
    ),
    ...(measured
      ? [`${level(measured.loudness)} LUFS`, t('export.truePeak', { level: level(measured.truePeak) })]
      : []),
  ].join(t.separators.fact);
}
