// The section about storage: what the library uses on the disk, by kind, and freeing what nothing needs.

import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { STORAGE_KINDS } from '../../shared/storage/storage-kinds.ts';
import { formatFileSize } from '../../shared/text/format-text.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { useSession, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './StorageSection.module.css';
import type { StorageUseStore } from './storage-use-store.ts';
import { TrashSetting } from './TrashSetting.tsx';

/** How far something is being deleted for good; see the store of that dialog. */
export type Deletion = Pick<StoreApi<{ doneRatio: number | null }>, 'getState' | 'getInitialState' | 'subscribe'>;

type StorageSectionProps = { store: StorageUseStore; deletion: Deletion };

/** The section; it counts when the screen is opened, and again when the library was rebuilt or verified, or something deleted for good. */
export function StorageSection({ store, deletion }: StorageSectionProps) {
  const { t } = useTranslation();
  const { use, work, error, freedBytes, freeUp, dismissError } = useStore(store);
  const isShown = useShell((shell) => shell.tab === 'settings');
  const step = useSession((session) => session.maintenance.step);
  const isMaintained = step === 'verifying' || step === 'rebuilding';
  const isDeleting = useStore(deletion, (state) => state.doneRatio !== null);
  useEffect(() => {
    if (isShown && !isMaintained && !isDeleting) void store.getState().measure();
  }, [store, isShown, isMaintained, isDeleting]);
  const size = useSize();
  const recoverable = use?.bytes.recoverable ?? 0;
  return (
    <div className={styles.section}>
      {use && (
        <table className={styles.table} aria-label={t('storageUse.title')}>
          <tbody>
            {STORAGE_KINDS.map((kind) => (
              <tr key={kind}>
                <th scope="row">{t(`storageUse.${kind}`)}</th>
                <td>{size(use.bytes[kind])}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('storageUse.total')}</th>
              <td>{size(STORAGE_KINDS.reduce((sum, kind) => sum + use.bytes[kind], 0))}</td>
            </tr>
            {use.freeBytes !== null && (
              <tr>
                <th scope="row">{t('storageUse.free')}</th>
                <td>{size(use.freeBytes)}</td>
              </tr>
            )}
          </tfoot>
        </table>
      )}
      {use && (
        <div className={styles.action}>
          <Button disabled={recoverable === 0 || work !== null || isMaintained} onClick={() => void freeUp()}>
            {recoverable === 0 ? t('storageUse.freeUp') : t('storageUse.freeUpBytes', { size: size(recoverable) })}
          </Button>
          <span>{t('storageUse.hint')}</span>
        </div>
      )}
      <TrashSetting
        bytes={use?.bytes.deleted ?? 0}
        isDisabled={use === null || isMaintained || isDeleting}
        size={size(use?.bytes.deleted ?? 0)}
      />
      <div role="status" aria-label={t('storageUse.status')} className={styles.status}>
        <Status work={work} use={use !== null} freed={freedBytes === null ? null : size(freedBytes)} />
      </div>
      {error && <ErrorAlert error={error} isPlain onDismiss={dismissError} />}
    </div>
  );
}

type StatusProps = {
  work: { kind: 'measure' | 'freeUp'; doneRatio: number } | null;
  /** Whether there are counts already: counting again is not worth a word then. */
  use: boolean;
  freed: string | null;
};

function Status({ work, use, freed }: StatusProps) {
  const { t, locale } = useTranslation();
  if (work && (work.kind === 'freeUp' || !use)) {
    const done = new Intl.NumberFormat(locale, { style: 'percent' }).format(work.doneRatio);
    const text = t(work.kind === 'freeUp' ? 'storageUse.freeing' : 'storageUse.counting', { done });
    return (
      <>
        <p>{text}</p>
        <ProgressBar label={t('storageUse.title')} valueText={text} doneRatio={work.doneRatio} />
      </>
    );
  }
  if (freed !== null) return <p>{t('storageUse.freed', { size: freed })}</p>;
  return use || work ? null : <p>{t('storageUse.uncounted')}</p>;
}

/** Formats bytes; none is `0`, not the smallest unit. */
function useSize(): (bytes: number) => string {
  const { t, locale } = useTranslation();
  return (bytes) => (bytes === 0 ? '0' : formatFileSize(bytes, t, locale));
}
