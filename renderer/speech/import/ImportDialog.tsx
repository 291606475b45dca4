// The dialog *Import*: it appears where there is something to choose or to say about files that become scripts.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { DELIMITERS, type Delimiter } from '../../../shared/import/csv.ts';
import { TEXT_ENCODINGS, type TextEncoding } from '../../../shared/import/decode-text.ts';
import type { ImportedScript } from '../../../shared/import/imported-script.ts';
import { MAX_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import { describeError } from '../../items/error-text.ts';
import { useSession, useTranslation } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LabelledNumber } from '../../ui/LabelledNumber.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './ImportDialog.module.css';
import type { ImportStore } from './import-store.ts';
import { DELIMITER_WORDS, ENCODING_NAMES, factsOf, lineCountOf, previewOf } from './import-text.ts';
import type { ReadFile } from './script-files.ts';

const SPEED_UP_STEP = 0.05;

/** The dialog. */
export function ImportDialog({ store }: { store: ImportStore }) {
  const { t } = useTranslation();
  const step = useStore(store, (state) => state.step);
  return (
    <Dialog
      isOpen={step !== 'idle'}
      title={t('import.title')}
      closeLabel={t('common.close')}
      onClose={store.getState().close}
    >
      {step === 'reading' && <Reading store={store} />}
      {step === 'asking' && <Questions store={store} />}
    </Dialog>
  );
}

function Reading({ store }: { store: ImportStore }) {
  const { t } = useTranslation();
  const fileCount = useStore(store, (state) => state.fileCount);
  const doneCount = useStore(store, (state) => state.files.length);
  const done = t('import.readCount', { done: doneCount, all: fileCount });
  return (
    <div className={styles.form}>
      <p>
        {t('import.reading')} {done}
      </p>
      <ProgressBar
        label={t('import.reading')}
        valueText={done}
        doneRatio={fileCount > 1 ? doneCount / fileCount : undefined}
      />
      <div className={styles.buttons}>
        <Button onClick={store.getState().close}>{t('common.cancel')}</Button>
      </div>
    </div>
  );
}

function Questions({ store }: { store: ImportStore }) {
  const { t } = useTranslation();
  const files = useStore(store, (state) => state.files);
  const isBook = useStore(store, (state) => state.isBook);
  const isReplacing = useStore(store, (state) => state.known.size > 0);
  const { confirm, replace, setBook, close } = store.getState();
  const read = files.flatMap((one) => (one.read.ok ? [one.read.data] : []));
  const [only] = files.length === 1 ? files : [];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void (isReplacing ? replace() : confirm());
      }}
    >
      <Failures files={files} />
      {only === undefined ? (
        <ReadList files={files} />
      ) : (
        only.read.ok && <OneFile store={store} script={only.read.data} name={only.file.name} />
      )}
      {isBook !== null && <Switch label={t('import.asBook')} isOn={isBook} onChange={(next) => void setBook(next)} />}
      {read.some(({ cues }) => cues.length > 0) && <Timing store={store} />}
      {isReplacing && <p>{t('import.known')}</p>}
      <div className={styles.buttons}>
        <Button onClick={close}>{t(read.length === 0 ? 'common.close' : 'common.cancel')}</Button>
        {read.length > 0 && (
          <>
            <Button
              variant={isReplacing ? 'normal' : 'primary'}
              type={isReplacing ? 'button' : 'submit'}
              onClick={isReplacing ? () => void confirm() : undefined}
            >
              {only === undefined && !isBook ? t('import.add', { count: read.length }) : t('import.open')}
            </Button>
            {isReplacing && (
              <Button variant="primary" type="submit">
                {t('import.replace')}
              </Button>
            )}
          </>
        )}
      </div>
    </form>
  );
}

/** What was not imported, and why. */
function Failures({ files }: { files: readonly ReadFile[] }) {
  const { t } = useTranslation();
  const failed = files.flatMap(({ file, read }) => (read.ok ? [] : [{ file, text: describeError(read.error, t) }]));
  if (failed.length === 0) return null;
  return (
    <div role="alert" className={styles.failures}>
      {files.length > 1 && <p className={styles.name}>{t('import.notAdded', { count: failed.length })}</p>}
      <ul className={styles.list}>
        {failed.map(({ file, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files of one name may come from different folders.
          <li key={index}>
            <span className={styles.name}>{files.length > 1 ? file.name : text.title}</span>
            <span className={styles.why}>{text.paragraphs.join(' ')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type OneFileProps = { store: ImportStore; script: ImportedScript; name: string };

/** The only file: its encoding, how it begins, and what there is to say. */
function OneFile({ store, script, name }: OneFileProps) {
  const { t } = useTranslation();
  const facts = useFacts(script);
  return (
    <>
      <p className={styles.name}>
        {name}
        {t.separators.fact}
        {t('import.lines', { count: useLineCount(script) })}
      </p>
      {script.encoding !== undefined && (
        <Select
          label={t('import.encoding')}
          value={script.encoding}
          options={TEXT_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
          hint={t('import.encodingFound')}
          onChange={(encoding: TextEncoding) => void store.getState().readAs({ encoding })}
        />
      )}
      {script.joinsRows !== undefined && (
        <Switch
          label={t('import.joinRows')}
          hint={t('import.joinRowsHint')}
          isOn={script.joinsRows}
          onChange={(joinsRows) => void store.getState().readAs({ joinsRows })}
        />
      )}
      {script.delimiter !== undefined && (
        <Select
          label={t('import.delimiter')}
          value={script.delimiter}
          options={DELIMITERS.map((value) => ({ value, label: t(`import.delimiter.${DELIMITER_WORDS[value]}`) }))}
          onChange={(delimiter: Delimiter) => void store.getState().readAs({ delimiter })}
        />
      )}
      <section className={styles.preview} aria-label={t('import.preview')}>
        {previewOf(script)}
      </section>
      {facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Several files: each with its length and what there is to say. */
function ReadList({ files }: { files: readonly ReadFile[] }) {
  return (
    <ul className={styles.list}>
      {files.map(
        ({ file, read }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: files of one name may come from different folders.
          read.ok && <ReadRow key={index} name={file.name} script={read.data} />,
      )}
    </ul>
  );
}

function ReadRow({ name, script }: { name: string; script: ImportedScript }) {
  const { t } = useTranslation();
  const facts = useFacts(script);
  const { encoding: found } = script;
  const encoding = found === undefined || found === 'utf-8' ? [] : [ENCODING_NAMES[found]];
  return (
    <li>
      <span className={styles.name}>{name}</span>
      <span className={styles.why}>
        {[t('import.lines', { count: useLineCount(script) }), ...encoding, ...facts].join(t.separators.fact)}
      </span>
    </li>
  );
}

/** Whether lines keep the times of their subtitles. */
function Timing({ store }: { store: ImportStore }) {
  const { t } = useTranslation();
  const keepsTiming = useStore(store, (state) => state.keepsTiming);
  const maxSpeedUp = useStore(store, (state) => state.maxSpeedUp);
  const { change } = store.getState();
  return (
    <>
      <Switch
        label={t('import.keepTiming')}
        hint={t('import.keepTimingHint')}
        isOn={keepsTiming}
        onChange={(next) => change({ keepsTiming: next })}
      />
      {keepsTiming && (
        <LabelledNumber
          label={t('import.speedUp')}
          value={maxSpeedUp}
          min={1}
          max={MAX_SPEED_UP}
          step={SPEED_UP_STEP}
          decimals={2}
          isDisabled={false}
          onChange={(next) => change({ maxSpeedUp: next })}
        />
      )}
    </>
  );
}

function useFacts(script: ImportedScript): readonly string[] {
  const { t } = useTranslation();
  const limit = useSession((session) => activeConnection(session)?.dialect.recommendedInputBytes ?? 0);
  return useMemo(() => factsOf(script, limit, t), [script, limit, t]);
}

function useLineCount(script: ImportedScript): number {
  return useMemo(() => lineCountOf(script), [script]);
}
