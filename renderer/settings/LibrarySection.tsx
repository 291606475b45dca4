// The section about the library: where it is, verifying it, and rebuilding it from its files.

import type { Maintenance } from '../../shared/contract/recovery.ts';
import { formatCount, formatFileSize } from '../../shared/text/format-text.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { useCommons, useSession, useTranslation } from '../services.ts';
import { describeFindings, describeRebuild } from '../shell/maintenance-text.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './LibrarySection.module.css';
import { LibraryTransfers } from './LibraryTransfers.tsx';

/** The section. */
export function LibrarySection() {
  const { session } = useCommons();
  const { t } = useTranslation();
  const folder = useSession((state) => state.storage.folder);
  const isWritable = useSession((state) => state.storage.isWritable);
  const maintenance = useSession((state) => state.maintenance);
  const isTransferred = useSession((state) => state.transfer.step === 'running');
  const isBusy = isTransferred || maintenance.step === 'verifying' || maintenance.step === 'rebuilding';
  const { verifyLibrary, rebuildLibrary } = session.getState();
  return (
    <div className={styles.section}>
      <dl className={styles.facts}>
        <dt>{t('settings.libraryFolder')}</dt>
        <dd>{folder}</dd>
      </dl>
      <LibraryTransfers />
      <div className={styles.action}>
        <Button disabled={isBusy || !isWritable} onClick={verifyLibrary}>
          {t('maintenance.verify')}
        </Button>
        <span>{t('maintenance.verifyHint')}</span>
      </div>
      <div className={styles.action}>
        <Button disabled={isBusy || !isWritable} onClick={rebuildLibrary}>
          {t('maintenance.rebuild')}
        </Button>
        <span>{t('maintenance.rebuildHint')}</span>
      </div>
      <div role="status" aria-label={t('maintenance.status')} className={styles.status}>
        <Status maintenance={maintenance} />
      </div>
    </div>
  );
}

function Status({ maintenance }: { maintenance: Maintenance }) {
  const dismissMaintenance = useSession((session) => session.dismissMaintenance);
  const { t, locale } = useTranslation();
  if (maintenance.step === 'idle') return null;
  if (maintenance.step === 'failed')
    return <ErrorAlert error={maintenance.error} isPlain onDismiss={dismissMaintenance} />;
  if (maintenance.step === 'rebuilt')
    return describeRebuild(maintenance, t, locale).map((sentence) => <p key={sentence}>{sentence}</p>);
  if (maintenance.step === 'verified') {
    const { items, mediaFiles } = maintenance.result;
    const counts = { items: formatCount(items, locale), files: formatCount(mediaFiles, locale) };
    const findings = describeFindings(maintenance.result, t, locale);
    if (findings.length === 0) return <p>{t('maintenance.sound', counts)}</p>;
    return (
      <>
        <p>{t('maintenance.found', counts)}</p>
        <ul className={styles.findings}>
          {findings.map(({ text, names }) => (
            <li key={text}>
              {text}
              <span className={styles.names}>{names}</span>
            </li>
          ))}
        </ul>
        <p>{t('maintenance.noneDeleted')}</p>
      </>
    );
  }
  return <Progress maintenance={maintenance} />;
}

function Progress({ maintenance }: { maintenance: Extract<Maintenance, { step: 'verifying' | 'rebuilding' }> }) {
  const stopMaintenance = useSession((session) => session.stopMaintenance);
  const { t, locale } = useTranslation();
  const { done, total } = maintenance.progress;
  const isVerifying = maintenance.step === 'verifying';
  const format = (count: number): string =>
    isVerifying ? formatFileSize(count, t, locale) : formatCount(count, locale);
  const text = t(`maintenance.${maintenance.step}`, { done: format(done), total: format(total) });
  return (
    <>
      <p>{text}</p>
      <ProgressBar
        label={t(isVerifying ? 'maintenance.verify' : 'maintenance.rebuild')}
        valueText={text}
        doneRatio={total > 0 ? done / total : undefined}
      />
      {(isVerifying || maintenance.cause === 'asked') && (
        <Button onClick={stopMaintenance}>{t('common.cancel')}</Button>
      )}
    </>
  );
}
