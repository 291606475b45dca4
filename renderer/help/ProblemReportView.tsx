// The report of a problem: its files, to be read before they are saved.

import { useEffect, useState } from 'react';
import type { ProblemReport } from '../../shared/contract/help.ts';
import { formatFileSize } from '../../shared/text/format-text.ts';
import { useCommons, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Help.module.css';

type Outcome = { kind: 'none' | 'failed' } | { kind: 'saved'; folder: string };

/** The report, prepared when this is opened; what is shown is what will be saved. */
export function ProblemReportView() {
  const { ipc } = useCommons();
  const { t, locale } = useTranslation();
  const [report, setReport] = useState<ProblemReport>();
  const [shownName, setShownName] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  useEffect(() => {
    void ipc.request('help.prepareReport', null).then((result) => {
      if (result.ok) setReport(result.data);
      else setOutcome({ kind: 'failed' });
    });
  }, [ipc]);
  const shown = report?.files.find(({ name }) => name === shownName) ?? report?.files[0];
  const save = async (): Promise<void> => {
    const result = await ipc.request('help.saveReport', null);
    if (!result.ok) setOutcome({ kind: 'failed' });
    else if (result.data.folder !== null) setOutcome({ kind: 'saved', folder: result.data.folder });
  };
  return (
    <div className={styles.report}>
      <p className={styles.quiet}>{t('report.intro')}</p>
      <div className={styles.columns}>
        <nav aria-label={t('report.files')} className={styles.list}>
          <p className={styles.folder}>{report?.folderName}</p>
          <ul>
            {report?.files.map(({ name, text }) => (
              <li key={name}>
                <button
                  type="button"
                  className={styles.entry}
                  aria-current={name === shown?.name}
                  onClick={() => setShownName(name)}
                >
                  <span>{name}</span>
                  <span className={styles.quiet}>{formatFileSize(new Blob([text]).size, t, locale)}</span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
        {shown && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          <section className={styles.file} aria-label={t('report.textOf', { name: shown.name })} tabIndex={0}>
            <pre>{shown.text === '' ? t('report.emptyFile') : shown.text}</pre>
          </section>
        )}
      </div>
      <div className={styles.actions}>
        <p role="status">
          {outcome.kind === 'saved' && t('report.saved', { folder: outcome.folder })}
          {outcome.kind === 'failed' && t('report.failed')}
        </p>
        <Button disabled={report === undefined} onClick={() => void save()}>
          {t('report.save')}
        </Button>
      </div>
    </div>
  );
}
