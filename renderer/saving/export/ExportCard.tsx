// The files of an export: before it is made their names, lengths and about their sizes, afterwards what they have. Of an
// audiobook each file says whether it is what shops ask for, with the figures.

import { Check, CircleX } from 'lucide-react';
import { formatDuration, formatFileSize } from '../../../shared/text/format-text.ts';
import type { ExportedFile } from '../../engines/audio/export/plan.ts';
import { useTranslation } from '../../services.ts';
import { checkBook, passesCheck } from './book-check.ts';
import styles from './ExportDialog.module.css';
import type { ForecastFile } from './forecast.ts';

/** So many files are listed; of more the first. */
const LISTED = 200;

type ExportCardProps = {
  forecast: readonly ForecastFile[];
  /** Null before it is made. */
  saved: readonly ExportedFile[] | null;
  isBook: boolean;
};

/** The card. */
export function ExportCard({ forecast, saved, isBook }: ExportCardProps) {
  const { t, locale } = useTranslation();
  const files = forecast.slice(0, LISTED);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const sizeText = (forecastBytes: number, bytes: number | undefined): string =>
    bytes === undefined
      ? t('save.about', { size: formatFileSize(forecastBytes, t, locale) })
      : formatFileSize(bytes, t, locale);
  return (
    <div className={styles.card}>
      {forecast.length > 2 && (
        <p className={styles.file}>
          <span className={styles.name}>{t('export.fileCount', { count: forecast.length })}</span>
          <span className={styles.fact}>{formatDuration(sum(forecast.map(({ durationS }) => durationS ?? 0)))}</span>
          <span className={styles.fact}>
            {sizeText(
              sum(forecast.map(({ sizeBytes }) => sizeBytes)),
              saved ? sum(saved.map((one) => one.sizeBytes)) : undefined,
            )}
          </span>
        </p>
      )}
      <ul className={styles.files} aria-label={t('export.files')}>
        {files.map(({ name, durationS, sizeBytes, silentLines }, index) => {
          const made = saved?.[index];
          const checked = isBook && made?.measured ? checkBook(made.measured, silentLines, t) : [];
          return (
            <li key={name} className={styles.file}>
              <span className={styles.name}>{made?.name ?? name}</span>
              <span className={styles.fact}>{durationS !== null && formatDuration(durationS)}</span>
              <span className={styles.fact}>{sizeText(sizeBytes, made?.sizeBytes)}</span>
              {checked.length > 0 && (
                <span className={styles.check}>
                  {made && passesCheck(made, silentLines) ? (
                    <Check size={14} role="img" aria-label={t('export.check.passed')} className={styles.passed} />
                  ) : (
                    <CircleX size={14} role="img" aria-label={t('export.check.failed')} className={styles.failed} />
                  )}
                  {checked.map(({ name: figure, text, isMet }) => (
                    <span key={figure} className={isMet ? undefined : styles.failed}>
                      {text}
                    </span>
                  ))}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
