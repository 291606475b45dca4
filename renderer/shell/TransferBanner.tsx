// The banner about a library that is being moved, backed up or imported, and its commands; Settings shows the same in
// its own section.

import { HardDrive, X } from 'lucide-react';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { useCommand, useCommons, useSession, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './Banners.module.css';
import { RestoreImported } from './RestoreImported.tsx';
import { describeTransfer, describeTransferred } from './transfer-text.ts';

/** One line while it goes on, then its result until it is dismissed. */
export function TransferBanner() {
  const { session } = useCommons();
  const { t, locale } = useTranslation();
  const transfer = useSession((state) => state.transfer);
  const isInSettings = useShell(({ tab }) => tab === 'settings');
  const { transferLibrary, cancelTransfer, dismissTransfer, showLibraryFolder } = session.getState();
  useCommand('library.chooseFolder', () => transferLibrary({ kind: 'move' }));
  useCommand('library.backUpFolder', () => transferLibrary({ kind: 'backUp', as: 'folder' }));
  useCommand('library.backUpZip', () => transferLibrary({ kind: 'backUp', as: 'zip' }));
  useCommand('library.importFolder', () => transferLibrary({ kind: 'import', as: 'folder' }));
  useCommand('library.importZip', () => transferLibrary({ kind: 'import', as: 'zip' }));
  useCommand('library.showFolder', showLibraryFolder);
  if (isInSettings || transfer.step === 'idle') return null;
  if (transfer.step === 'failed') return <ErrorAlert error={transfer.error} onDismiss={dismissTransfer} />;
  const isRunning = transfer.step === 'running';
  const sentences = isRunning ? [] : describeTransferred(transfer.result, t, locale);
  const text = isRunning
    ? describeTransfer(transfer, t, locale)
    : sentences.map((one) => [one.text, one.names].filter(Boolean).join(t.separators.word)).join(t.separators.sentence);
  const restorable = sentences.find((one) => one.restorable)?.restorable;
  return (
    <p className={styles.banner} role="status" aria-label={t('transfer.status')}>
      <HardDrive size={16} aria-hidden />
      <span>{text}</span>
      {isRunning && transfer.canCancel && <Button onClick={cancelTransfer}>{t('transfer.stop')}</Button>}
      {restorable !== undefined && <RestoreImported result={restorable} />}
      {!isRunning && (
        <IconButton
          size="small"
          label={t('common.dismiss')}
          icon={<X size={14} aria-hidden />}
          className={styles.dismiss}
          onClick={dismissTransfer}
        />
      )}
    </p>
  );
}
