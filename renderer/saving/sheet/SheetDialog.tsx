// The dialog that makes a contact sheet of the selected pictures.

import { useStore } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { SHEET_COLUMNS, SHEET_FILES, SHEET_PAPERS, SHEET_PARTS } from '../../../shared/library/contact-sheet.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { ErrorAlert } from '../../items/ErrorAlert.tsx';
import { ShowSaved } from '../../items/ShowSaved.tsx';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import field from '../../ui/field.module.css';
import { LabelledNumber } from '../../ui/LabelledNumber.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import batch from '../batch/BatchDialog.module.css';
import { FailureList } from '../batch/FailureList.tsx';
import { WorkProgress } from '../batch/WorkProgress.tsx';
import foot from '../export/ExportDialog.module.css';
import { sheetFiles } from './make-sheet.ts';
import styles from './SheetDialog.module.css';
import { SheetPreview } from './SheetPreview.tsx';
import { layOutSheet, pagesOf } from './sheet-layout.ts';
import type { SheetOutcome, SheetStore } from './sheet-store.ts';

const MAX_TITLE = 200;

/** The dialog; it is there while a contact sheet is to be made. */
export function SheetDialog({ store }: { store: SheetStore }) {
  const { t } = useTranslation();
  const isOpen = useStore(store, (state) => state.isOpen);
  const { close } = store.getState();
  return (
    <Dialog isOpen={isOpen} title={t('sheet.title')} closeLabel={t('common.close')} onClose={close}>
      {isOpen && <SheetForm store={store} />}
    </Dialog>
  );
}

function SheetForm({ store }: { store: SheetStore }) {
  const { t, locale } = useTranslation();
  const entries = useStore(store, (state) => state.entries);
  const running = useStore(store, (state) => state.running);
  const outcome = useStore(store, (state) => state.outcome);
  const error = useStore(store, (state) => state.error);
  const { save, cancel } = store.getState();
  return (
    <form
      className={foot.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SheetCounts store={store} />
      <div className={styles.columns}>
        <SheetFields store={store} isRunning={running !== null} />
        <SheetPreview store={store} />
      </div>
      <div className={foot.foot}>
        {error !== null && <ErrorAlert error={error} isPlain onDismiss={() => store.setState({ error: null })} />}
        {outcome !== null && <Outcome outcome={outcome} report={(failure) => store.setState({ error: failure })} />}
        {running === null ? (
          <Button variant="primary" type="submit" disabled={entries === null || entries.length === 0}>
            {t('sheet.save')}
          </Button>
        ) : (
          <WorkProgress
            label={t('sheet.progress')}
            text={t('sheet.progressText', {
              done: formatCount(running.donePages, locale),
              all: formatCount(running.pageCount, locale),
            })}
            doneRatio={running.donePages / running.pageCount}
            onCancel={cancel}
          />
        )}
      </div>
    </form>
  );
}

/** How many pictures, pages and files, and what is left out. */
function SheetCounts({ store }: { store: SheetStore }) {
  const { t } = useTranslation();
  const entries = useStore(store, (state) => state.entries);
  const otherCount = useStore(store, (state) => state.otherCount);
  const choices = useStore(store, (state) => state.choices);
  const title = useStore(store, (state) => state.title);
  if (entries === null) return <p role="status">{t('sheet.reading')}</p>;
  const files = sheetFiles({ title, design: choices, kind: choices.kind, entries });
  const facts =
    entries.length === 0
      ? [t('sheet.none')]
      : [
          t('sheet.pictures', { count: entries.length }),
          t('sheet.pages', { count: pagesOf(entries.length, layOutSheet(choices)) }),
          t('sheet.files', { count: files.length }),
        ];
  if (otherCount > 0) facts.push(t('sheet.others', { count: otherCount }));
  return <p role="status">{facts.join(t.separators.fact)}</p>;
}

function SheetFields({ store, isRunning }: { store: SheetStore; isRunning: boolean }) {
  const { t } = useTranslation();
  const { paper, columns, parts, kind } = useStore(store, (state) => state.choices);
  const title = useStore(store, (state) => state.title);
  const { setTitle, change } = store.getState();
  return (
    <div className={styles.fields}>
      <TextField
        label={t('sheet.heading')}
        value={title}
        maxLength={MAX_TITLE}
        disabled={isRunning}
        onChange={setTitle}
      />
      <Select
        label={t('sheet.paper')}
        value={paper}
        options={SHEET_PAPERS.map((value) => ({ value, label: t(`sheet.paper.${value}`) }))}
        isDisabled={isRunning}
        onChange={(next) => change({ paper: next })}
      />
      <LabelledNumber
        label={t('sheet.columns')}
        value={columns}
        min={SHEET_COLUMNS.min}
        max={SHEET_COLUMNS.max}
        step={1}
        decimals={0}
        isDisabled={isRunning}
        onChange={(next) => change({ columns: next })}
      />
      <Select
        label={t('sheet.kind')}
        value={kind}
        options={SHEET_FILES.map((value) => ({ value, label: t(`sheet.kind.${value}`) }))}
        hint={t(`sheet.kindHint.${kind}`)}
        isDisabled={isRunning}
        onChange={(next) => change({ kind: next })}
      />
      <fieldset className={styles.printed}>
        <legend className={field.label}>{t('sheet.printed')}</legend>
        {SHEET_PARTS.map((part) => (
          <Switch
            key={part}
            label={t(`sheet.part.${part}`)}
            isOn={parts.includes(part)}
            isDisabled={isRunning}
            onChange={(isOn) =>
              change({ parts: SHEET_PARTS.filter((one) => (one === part ? isOn : parts.includes(one))) })
            }
          />
        ))}
      </fieldset>
    </div>
  );
}

function Outcome({ outcome, report }: { outcome: SheetOutcome; report: (error: AppError | null) => void }) {
  const { t } = useTranslation();
  const { name, isFolder, files, failures } = outcome;
  return (
    <div className={batch.outcome}>
      <div role="status">
        <p>{isFolder ? t('sheet.savedFiles', { count: files.length, folder: name }) : t('sheet.saved', { name })}</p>
        {failures.length > 0 && <p>{t('sheet.failed', { count: failures.length })}</p>}
      </div>
      <ShowSaved files={files} report={report} />
      <FailureList label={t('sheet.failures')} failures={failures} />
    </div>
  );
}
