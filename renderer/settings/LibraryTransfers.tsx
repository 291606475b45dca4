// What can be done with the whole library: choosing its folder, backing it up, bringing another one in.

import type { Transfer } from '../../shared/contract/transfers.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { useCommons, useSession, useTranslation } from '../services.ts';
import { RestoreImported } from '../shell/RestoreImported.tsx';
import type { TransferOrder } from '../shell/session-store.ts';
import { describeTransfer, describeTransferred } from '../shell/transfer-text.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './LibrarySection.module.css';

/** What is offered. */
const OFFERS = {
  chooseFolder: { hint: 'chooseHint', order: { kind: 'move' } },
  backUpFolder: { hint: 'backUpFolderHint', order: { kind: 'backUp', as: 'folder' } },
  verifyBackUp: { hint: 'verifyBackUpHint', order: { kind: 'backUp', as: 'verified' } },
  backUpZip: { hint: 'backUpZipHint', order: { kind: 'backUp', as: 'zip' } },
  importFolder: { hint: 'importFolderHint', order: { kind: 'import', as: 'folder' } },
  importZip: { hint: 'importZipHint', order: { kind: 'import', as: 'zip' } },
} as const satisfies Record<string, { hint: string; order: TransferOrder }>;

/** The buttons, and how far the last one is. */
export function LibraryTransfers() {
  const { session } = useCommons();
  const { t } = useTranslation();
  const transfer = useSession((state) => state.transfer);
  const isWritable = useSession((state) => state.storage.isWritable);
  const isMaintained = useSession(({ maintenance }) => ['verifying', 'rebuilding'].includes(maintenance.step));
  const { transferLibrary, showLibraryFolder } = session.getState();
  const isBusy = isMaintained || transfer.step === 'running';
  return (
    <>
      <div className={styles.action}>
        <Button onClick={showLibraryFolder}>{t('transfer.show')}</Button>
      </div>
      {(['chooseFolder', 'backUpFolder', 'verifyBackUp', 'backUpZip', 'importFolder', 'importZip'] as const).map(
        (offer) => (
          <div key={offer} className={styles.action}>
            <Button
              disabled={isBusy || (!isWritable && offer.startsWith('import'))}
              onClick={() => transferLibrary(OFFERS[offer].order)}
            >
              {t(`transfer.${offer}`)}
            </Button>
            <span>{t(`transfer.${OFFERS[offer].hint}`)}</span>
          </div>
        ),
      )}
      <p className={styles.note}>{t('transfer.notIncluded')}</p>
      <div role="status" aria-label={t('transfer.status')} className={styles.status}>
        <Status transfer={transfer} />
      </div>
    </>
  );
}

function Status({ transfer }: { transfer: Transfer }) {
  const { session } = useCommons();
  const { t, locale } = useTranslation();
  const { cancelTransfer, dismissTransfer } = session.getState();
  if (transfer.step === 'idle') return null;
  if (transfer.step === 'failed') return <ErrorAlert error={transfer.error} isPlain onDismiss={dismissTransfer} />;
  if (transfer.step === 'done')
    return (
      <ul className={styles.findings}>
        {describeTransferred(transfer.result, t, locale).map(({ text, names, restorable }) => (
          <li key={text}>
            {text}
            {restorable !== undefined && <RestoreImported result={restorable} />}
            {names !== undefined && <span className={styles.names}>{names}</span>}
          </li>
        ))}
      </ul>
    );
  const { done, total } = transfer.progress;
  const text = describeTransfer(transfer, t, locale);
  return (
    <>
      <p>{text}</p>
      <ProgressBar label={t('transfer.status')} valueText={text} doneRatio={total > 0 ? done / total : undefined} />
      {transfer.canCancel && <Button onClick={cancelTransfer}>{t('transfer.stop')}</Button>}
    </>
  );
}
