// The dialog before something is deleted for good: how many, how many bytes, and that it cannot be undone.

import { useStore } from 'zustand';
import type { TrashSummary } from '../../../shared/contract/trash.ts';
import { formatFileSize } from '../../../shared/text/format-text.ts';
import { ErrorAlert } from '../../items/ErrorAlert.tsx';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './DeletingDialog.module.css';
import type { AskedDeletion, DeletingStore, DoneDeletion } from './deleting-store.ts';

/** The dialog; it is there while something is to be deleted for good. */
export function DeletingDialog({ store }: { store: DeletingStore }) {
  const { t } = useTranslation();
  const asked = useStore(store, (state) => state.asked);
  const title = asked?.ids === null ? 'trash.emptyTitle' : 'trash.deleteTitle';
  return (
    <Dialog isOpen={asked !== null} title={t(title)} closeLabel={t('common.close')} onClose={store.getState().close}>
      {asked !== null && <Content store={store} asked={asked} />}
    </Dialog>
  );
}

function Content({ store, asked }: { store: DeletingStore; asked: AskedDeletion }) {
  const { t } = useTranslation();
  const { summary, doneRatio, done, error } = useStore(store);
  const { confirm, close } = store.getState();
  const going = asked.kind === 'scripts' ? asked.count : summary === null ? null : summary.count - summary.inUseCount;
  return (
    <div className={styles.dialog}>
      {done ? <Outcome done={done} /> : <Question asked={asked} summary={summary} isCounting={error === null} />}
      {error && <ErrorAlert error={error} isPlain onDismiss={() => store.setState({ error: null })} />}
      {doneRatio !== null && (
        <ProgressBar
          label={t('trash.deleting')}
          valueText={t('trash.deleting')}
          {...(doneRatio > 0 && { doneRatio })}
        />
      )}
      <div className={styles.buttons}>
        {/* What cannot be undone is not a single key away. */}
        <Button data-initial-focus onClick={close}>
          {t(done || doneRatio !== null ? 'common.close' : 'common.cancel')}
        </Button>
        {!done && (
          <Button
            className={styles.danger}
            disabled={going === null || going === 0 || doneRatio !== null}
            onClick={() => void confirm()}
          >
            {t('trash.deleteForGood')}
          </Button>
        )}
      </div>
    </div>
  );
}

type QuestionProps = { asked: AskedDeletion; summary: TrashSummary | null; isCounting: boolean };

function Question({ asked, summary, isCounting }: QuestionProps) {
  const { t, locale } = useTranslation();
  if (asked.kind === 'scripts')
    return (
      <>
        <p>{t('trash.scripts', { count: asked.count })}</p>
        <p className={styles.hint}>{t('trash.scriptsHint')}</p>
      </>
    );
  if (summary === null) return isCounting ? <p role="status">{t('trash.counting')}</p> : null;
  const { count, inUseCount, bytes } = summary;
  return (
    <>
      {count > inUseCount && (
        <p>{t('trash.items', { count: count - inUseCount, size: formatFileSize(bytes, t, locale) })}</p>
      )}
      {inUseCount > 0 && <p>{t('trash.inUse', { count: inUseCount })}</p>}
      {count === 0 && <p>{t('library.trashEmpty')}</p>}
      {count > inUseCount && <p className={styles.hint}>{t('trash.itemsHint')}</p>}
    </>
  );
}

/** What was deleted, and what stays and why. */
function Outcome({ done }: { done: DoneDeletion }) {
  const { t, locale } = useTranslation();
  const { count, freedBytes, inUseCount, failedCount, failed } = done;
  return (
    <div role="status" className={styles.dialog}>
      <p>{count > 0 ? t('trash.done', { count, size: formatFileSize(freedBytes, t, locale) }) : t('trash.doneNone')}</p>
      {inUseCount > 0 && <p>{t('trash.inUse', { count: inUseCount })}</p>}
      {failedCount > 0 && (
        <p>{t('trash.failed', { count: failedCount, reason: String(failed?.details.reason ?? '') })}</p>
      )}
    </div>
  );
}
