// The dialog that saves lines of a script, or several takes, as sound or as subtitles.

import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { EXPORT_DESTINATIONS } from '../../../shared/library/saving.ts';
import { formatDuration, formatFileSize } from '../../../shared/text/format-text.ts';
import type { SoundExport } from '../../engines/audio/export/plan.ts';
import { ErrorAlert } from '../../items/ErrorAlert.tsx';
import { fitText } from '../../items/fit-text.ts';
import { ProvenanceFields } from '../../items/ProvenanceFields.tsx';
import { ShowSaved } from '../../items/ShowSaved.tsx';
import { traceTexts } from '../../items/saved-files.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { RadioSegments } from '../../ui/RadioSegments.tsx';
import { Row } from '../picture/PictureFields.tsx';
import { numberText, passesCheck } from './book-check.ts';
import { ExportCard } from './ExportCard.tsx';
import styles from './ExportDialog.module.css';
import { ExportLines } from './ExportLines.tsx';
import { type AskedExport, type ExportStore, planned, type Saved } from './export-store.ts';
import { type ForecastFile, forecastOf } from './forecast.ts';
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
  const destination = useStore(store, (state) => state.destination);
  const own = useStore(store, (state) => state.choices);
  const doneRatio = useStore(store, (state) => state.doneRatio);
  const saved = useStore(store, (state) => state.saved);
  const error = useStore(store, (state) => state.error);
  const { save, cancel, setDestination } = store.getState();
  const isRunning = doneRatio !== null;
  const isSound = asked.product === 'sound';
  const isCustom = !isSound || destination === 'custom';
  const { plan, choices } = useMemo(() => planned(asked, destination, own), [asked, destination, own]);
  const forecast = useMemo(
    () => (isSound ? forecastOf(plan, asked.lines, choices) : []),
    [isSound, plan, asked.lines, choices],
  );
  const count = asked.lines.length;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {asked.script === null && <p>{t('export.explanation', { count })}</p>}
      {isSound ? (
        <Row label={t('export.for')} hint={t(`export.hint.${destination}`)}>
          <RadioSegments
            label={t('export.for')}
            value={destination}
            options={EXPORT_DESTINATIONS.map((value) => ({ value, label: t(`export.for.${value}`) }))}
            isDisabled={isRunning}
            onChange={setDestination}
          />
        </Row>
      ) : (
        <p>{t('export.subtitlesExplanation', { count })}</p>
      )}
      {asked.script !== null && <ExportLines store={store} asked={asked} isRunning={isRunning} />}
      {isSound && isCustom && <SoundFields store={store} isScript={asked.script !== null} isRunning={isRunning} />}
      {!isSound && <SubtitleFields store={store} isRunning={isRunning} />}
      <TimingFields store={store} asked={asked} choices={choices} isCustom={isCustom} isRunning={isRunning} />
      {isSound && (
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
        {isSound && plan.segments.length > 0 && (
          <ExportCard forecast={forecast} saved={saved?.result.files ?? null} isBook={plan.settings.isAudiobook} />
        )}
        {saved !== null && (
          <div className={styles.saved}>
            <Check size={16} aria-hidden />
            <p role="status">
              {[
                savedText(saved, asked, plan.settings.isAudiobook ? forecast : [], t, locale),
                ...traceTexts(saved.files, t),
              ].join(' ')}
            </p>
            <ShowSaved files={saved.files} report={(failure) => store.setState({ error: failure })} />
          </div>
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
          <Button variant={saved === null ? 'primary' : 'quiet'} type="submit" disabled={plan.segments.length === 0}>
            {t('export.save')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What was saved. @param checked the files of an audiobook as they were planned; none of any other export */
function savedText(
  saved: Saved,
  { lines }: AskedExport,
  checked: readonly ForecastFile[],
  t: Translate,
  locale: Locale,
): string {
  const { name, files, isFolder, result } = saved;
  // The card says what several files have.
  const done = isFolder
    ? t('export.savedFiles', { count: files.length, name })
    : t('export.saved', { name, facts: factsOf(result, t, locale) });
  const fit = lines.some(({ cue }) => cue !== null) ? fitText(result.counts, t) : '';
  const isFailed = ({ silentLines }: ForecastFile, index: number): boolean => {
    const made = result.files[index];
    return made !== undefined && !passesCheck(made, silentLines);
  };
  const failed = checked.filter(isFailed).length;
  return [done, fit, failed === 0 ? '' : t('export.check.failedCount', { count: failed })]
    .filter(Boolean)
    .join(t.separators.fact);
}

/** Length and size of what was saved as one file, and its loudness where that was a target. */
function factsOf({ frames, rateHz, files }: SoundExport, t: Translate, locale: Locale): string {
  const [only] = files.length === 1 ? files : [];
  const measured = only?.measured;
  return [
    formatDuration((only?.frames ?? frames) / rateHz),
    formatFileSize(
      files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      t,
      locale,
    ),
    ...(measured
      ? [`${numberText(measured.loudness)} LUFS`, t('export.truePeak', { level: numberText(measured.truePeak) })]
      : []),
  ].join(t.separators.fact);
}
