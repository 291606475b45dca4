// The takes under the editor, newest first: a list of rows with one menu, and the bar for several selected takes.

import { type DragEvent, useCallback, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { isUsable } from '../../shared/script/line-state.ts';
import { differentParts } from '../../shared/script/sent-text.ts';
import { chosenOf } from '../items/chosen.ts';
import { dragItemsOut, trashItems } from '../items/item-actions.ts';
import { severalEntries } from '../items/item-menu.tsx';
import { keepItems } from '../items/keeping/keep-actions.ts';
import { keepRows } from '../items/keeping/keep-rows.ts';
import { rowIndexOf } from '../lists/row-elements.ts';
import { useCurrentRow } from '../lists/use-current-row.ts';
import { useRows } from '../lists/use-rows.ts';
import { useSelection } from '../lists/use-selection.ts';
import { useCommons, useDialogs, useNow, useOpening, useTranslation } from '../services.ts';
import { latePart } from '../shell/late-part.tsx';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { CompareButton } from './compare/CompareButton.tsx';
import type { TakeComparison } from './compare/take-comparison.ts';
import { isWritten } from './sample-texts.ts';
import type { ScriptLineView } from './script/script-lines.ts';
import { changeLine } from './script/script-steps.ts';
import type { ScriptStore } from './script/script-store.ts';
import { useCurrentLine, useTakeItems } from './script/use-line-takes.ts';
import type { SpeechStore } from './speech-store.ts';
import { TakeRow, type TakeUse } from './TakeRow.tsx';
import styles from './TakesList.module.css';
import { takeEntries } from './take-menu.tsx';

const SelectionBar = latePart(async () => (await import('../items/SelectionBar.tsx')).SelectionBar);

type TakesListProps = { store: SpeechStore; script: ScriptStore; comparison: TakeComparison };

/** The list of takes. */
export function TakesList({ store, script, comparison }: TakesListProps) {
  const commons = useCommons();
  const dialogs = useDialogs();
  const { showInLibrary } = useOpening();
  const { shell, player, history } = commons;
  const { t } = useTranslation();
  const newest = useStore(store, (speech) => speech.takes);
  const hasMoreTakes = useStore(store, (speech) => speech.hasMoreTakes);
  const current = useCurrentLine(script);
  const only = useStore(script, ({ lines }) => (lines.length === 1 ? (lines[0] ?? null) : null));
  // An empty text, or one to begin with, is nobody's: beside it stand the takes of all.
  const isOwn = useStore(script, ({ text }) => isWritten(text));
  const compared = current ?? only;
  const [isAll, setAll] = useState(false);
  const hasScope = current !== null || (only !== null && isOwn);
  const isOfAll = isAll || !hasScope;
  const line = isOfAll ? null : compared;
  const ofLine = useTakeItems(line);
  const takes = isOfAll ? newest : ofLine;
  const hasMore = isOfAll && hasMoreTakes;
  const number = String((current?.sent.line.index ?? 0) + 1);
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const ids = takes.map(({ id }) => id);
  const currentRow = useCurrentRow(ids);
  const selection = useSelection(ids);
  const { report } = store.getState();
  const chosen = takes.filter(({ id }) => selection.selected.has(id));
  /** The selected takes if the row is one of them, otherwise only that of the row. */
  const meantAt = (index: number) => {
    if (selection.isSelected(index)) return chosen;
    const take = takes[index];
    return take ? [take] : [];
  };
  const rows = useRows(list, {
    count: takes.length,
    ...currentRow,
    layout: { kind: 'column' },
    open: (index) => {
      const take = takes[index];
      if (take) player.getState().play(take);
    },
    preview: (index) => {
      const take = takes[index];
      if (take) player.getState().toggleItem(take);
    },
    remove: (index) => void trashItems(commons, meantAt(index)).then(report),
    rename: (index) => setRenamedId(ids[index] ?? null),
    ...keepRows(commons, report, (index) => ({
      first: takes[index],
      ids: async () => meantAt(index).map(({ id }) => id),
    })),
    hasMenu: true,
    selection,
  });
  const onRename = useCallback(
    (item: SpeechItem, title: string) => void keepItems(commons, [item.id], { title }).then(store.getState().report),
    [commons, store],
  );
  const { focus } = rows;
  const onRenameEnd = useCallback(
    (index: number, isByKey: boolean) => {
      setRenamedId(null);
      if (isByKey) focus(index);
    },
    [focus],
  );
  const onUse = useCallback(
    (item: SpeechItem) => {
      const { lines, currentIndex } = script.getState();
      const meant = lines[currentIndex ?? 0];
      if (meant !== undefined) changeLine({ script, history }, meant.id, { usedTakeId: item.id });
    },
    [script, history],
  );
  const onDragStart = (event: DragEvent): void => {
    const index = rowIndexOf(event.target, list.current);
    if (index === null) return;
    event.preventDefault();
    void dragItemsOut(
      commons,
      meantAt(index).map(({ id }) => id),
      report,
    );
  };
  const entriesAt = (index: number) => {
    const meant = meantAt(index);
    const [only] = meant;
    if (only === undefined) return [];
    if (meant.length > 1) return severalEntries({ ...commons, ...dialogs }, chosenOf(meant), t, report);
    return takeEntries({ ...commons, showInLibrary }, store, only, t, () => setRenamedId(only.id));
  };
  return (
    <section className={styles.takes} data-empty={takes.length === 0 ? '' : undefined}>
      <header className={styles.header}>
        <h2 className={styles.title}>
          {isOfAll ? t('takes.recent') : t(current === null ? 'takes.title' : 'lineTakes.title', { number })}
        </h2>
        {compared !== null && compared.takes.length > 1 && <CompareButton store={comparison} line={compared} />}
        {hasScope && (
          <ScopeChoice
            label={current === null ? t('lineTakes.ofText') : t('lineTakes.ofLine', { number })}
            isAll={isAll}
            onChange={setAll}
          />
        )}
      </header>
      {takes.length === 0 && <p className={styles.empty}>{t(current === null ? 'takes.empty' : 'lineTakes.empty')}</p>}
      <ul
        ref={list}
        className={styles.list}
        aria-label={t('takes.title')}
        onDragStart={onDragStart}
        {...rows.listProps}
      >
        {takes.map((item, index) => (
          <TakeRow
            key={item.id}
            store={store}
            item={item}
            now={now}
            index={index}
            isCurrent={index === currentRow.currentIndex}
            isSelected={selection.selected.has(item.id)}
            isMenuOpen={rows.isMenuOpenAt(index)}
            onMenu={rows.openMenu}
            isRenamed={renamedId === item.id}
            onRename={onRename}
            onRenameEnd={onRenameEnd}
            use={line === null ? undefined : takeUseOf(item, line)}
            changedText={line === null ? '' : changedText(item, line, t)}
            onUse={onUse}
          />
        ))}
      </ul>
      <Menu {...rows.menuOf(rows.menuIndex)} entries={entriesAt(rows.menuIndex)} />
      {hasMore && (
        <Button variant="plain" className={styles.all} onClick={() => shell.getState().openTab('library')}>
          {t('takes.all')}
        </Button>
      )}
      {chosen.length > 0 && <SelectionBar chosen={chosenOf(chosen)} report={report} onClear={selection.clear} />}
    </section>
  );
}

type ScopeChoiceProps = { label: string; isAll: boolean; onChange: (isAll: boolean) => void };

/** Of which takes the list is: those of one line, or all. @param label names the line */
function ScopeChoice({ label, isAll, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('lineTakes.scope')}
      value={isAll ? 'all' : 'line'}
      options={[
        { value: 'line', label },
        { value: 'all', label: t('lineTakes.all') },
      ]}
      onChange={(next) => onChange(next === 'all')}
    />
  );
}

function takeUseOf({ id }: SpeechItem, { used, record }: ScriptLineView): TakeUse {
  return used?.id === id && isUsable(used, record) ? 'used' : 'unused';
}

/** Formats what of a line is another than when a take was made; empty if nothing is, or if that is final. */
function changedText({ request }: SpeechItem, { sent, record }: ScriptLineView, t: Translate): string {
  if (record?.isLocked === true) return '';
  const parts = differentParts(request, sent);
  return parts.map((part) => t(`lineTakes.changed.${part}`)).join(t.separators.list);
}
