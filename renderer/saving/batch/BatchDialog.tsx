// The dialog that saves several items of the library, each as a file of its own.

import { useStore } from 'zustand';
import { formatCount } from '../../../shared/text/format-text.ts';
import { ErrorAlert } from '../../items/ErrorAlert.tsx';
import { ProvenanceFields } from '../../items/ProvenanceFields.tsx';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import foot from '../export/ExportDialog.module.css';
import { BatchOutcome } from './BatchOutcome.tsx';
import type { BatchStore } from './batch-store.ts';
import { countKinds } from './entries.ts';
import { FormatFields } from './FormatFields.tsx';
import { NameFields } from './NameFields.tsx';
import { firstNames } from './saved-as.ts';
import { WorkProgress } from './WorkProgress.tsx';

/** The dialog; it is there while several items are to be saved. */
export function BatchDialog({ store }: { store: BatchStore }) {
  const { t } = useTranslation();
  const isOpen = useStore(store, ({ asked }) => asked !== null);
  const { close } = store.getState();
  return (
    <Dialog isOpen={isOpen} title={t('batch.title')} closeLabel={t('common.close')} onClose={close}>
      {isOpen && <BatchForm store={store} />}
    </Dialog>
  );
}

function BatchForm({ store }: { store: BatchStore }) {
  const { t, locale } = useTranslation();
  const entries = useStore(store, (state) => state.entries);
  const running = useStore(store, (state) => state.running);
  const outcome = useStore(store, (state) => state.outcome);
  const error = useStore(store, (state) => state.error);
  const template = useStore(store, (state) => state.template);
  const choices = useStore(store, (state) => state.choices);
  const samples = useStore(store, (state) => state.samples);
  const { save, goOn, cancel, setTemplate } = store.getState();
  const isRunning = running !== null;
  const counts = entries && countKinds(entries);
  const leftCount = outcome === null ? 0 : outcome.failures.length + outcome.rest.length;
  return (
    <form
      className={foot.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p role="status">{counts === null ? t('batch.reading') : kindsText(counts, t)}</p>
      <NameFields
        label={t('library.nameTemplate')}
        template={template}
        onChange={setTemplate}
        isDisabled={isRunning}
        namesLabel={t('batch.firstNames')}
        names={firstNames(template, samples, entries?.length ?? 0, choices)}
      />
      <FormatFields store={store} counts={counts} isRunning={isRunning} />
      <ProvenanceFields isExplained={false} isDisabled={isRunning} />
      <div className={foot.foot}>
        {error !== null && <ErrorAlert error={error} isPlain onDismiss={() => store.setState({ error: null })} />}
        {outcome !== null && (
          <BatchOutcome outcome={outcome} report={(failure) => store.setState({ error: failure })} />
        )}
        {running !== null ? (
          <WorkProgress
            label={t('batch.progress')}
            text={t('batch.progressText', {
              done: formatCount(running.doneCount, locale),
              all: formatCount(running.count, locale),
            })}
            doneRatio={running.doneCount / running.count}
            onCancel={cancel}
          />
        ) : (
          <>
            {leftCount > 0 && (
              <Button variant="primary" onClick={() => void goOn()}>
                {t('batch.goOn', { count: leftCount })}
              </Button>
            )}
            <Button
              variant={leftCount > 0 ? 'normal' : 'primary'}
              type="submit"
              disabled={entries === null || entries.length === 0}
            >
              {t(leftCount > 0 ? 'batch.saveAgain' : 'batch.save')}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function kindsText(
  { speech, edit, reply }: ReturnType<typeof countKinds>,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  const parts = [
    ...(speech > 0 ? [t('batch.takes', { count: speech })] : []),
    ...(edit > 0 ? [t('batch.pictures', { count: edit })] : []),
    ...(reply > 0 ? [t('batch.replies', { count: reply })] : []),
  ];
  return parts.length === 0 ? t('batch.none') : parts.join(t.separators.fact);
}
