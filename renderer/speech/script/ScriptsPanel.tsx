// The list of scripts: opens one, begins a new one, copies, deletes and restores.

import { Copy, RotateCcw, SquarePen, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ScriptEntry } from '../../../shared/contract/scripts.ts';
import { formatAgo } from '../../../shared/text/format-text.ts';
import { errorText } from '../../items/error-text.ts';
import { scriptTitle } from '../../items/script-title.ts';
import { useDialogs, useNow, useShell, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './ScriptsMenu.module.css';
import type { ScriptListStore } from './script-list.ts';
import type { ScriptStore } from './script-store.ts';

/** The list. */
export function ScriptsPanel({ script, list }: { script: ScriptStore; list: ScriptListStore }) {
  const { askDeletion } = useDialogs();
  const setRecentOpen = useShell((shell) => shell.setRecentOpen);
  const { t } = useTranslation();
  const { entries, search, isTrash, isLoading, error } = useStore(list);
  const openId = useStore(script, (open) => open.id);
  const { setSearch, setTrash, begin } = list.getState();
  useEffect(() => {
    setTrash(false);
    setSearch('');
  }, [setTrash, setSearch]);
  const close = (): void => setRecentOpen(null);
  const empty = isTrash ? 'script.noneDeleted' : search.trim() === '' ? 'script.none' : 'script.noneFound';
  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <input
          type="search"
          className={styles.search}
          aria-label={t('script.search')}
          placeholder={t('script.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button
          onClick={() => {
            close();
            void begin();
          }}
        >
          <SquarePen size={14} aria-hidden />
          {t('script.new')}
        </Button>
      </div>
      {error && (
        <p role="alert" className={styles.empty}>
          {errorText(error.code, 'title', t, 'speech')}
        </p>
      )}
      {entries.length === 0 && !isLoading && error === null && <p className={styles.empty}>{t(empty)}</p>}
      <ul className={styles.list} aria-label={t('script.list')}>
        {entries.map((entry) => (
          <ScriptRow key={entry.id} entry={entry} list={list} isOpen={entry.id === openId} onOpen={close} />
        ))}
      </ul>
      <div className={styles.trash}>
        <Switch label={t('script.deleted')} isOn={isTrash} onChange={setTrash} />
        {isTrash && search.trim() === '' && entries.length > 0 && (
          <Button
            onClick={() => {
              close();
              askDeletion({ kind: 'scripts', ids: null, count: entries.length });
            }}
          >
            {t('trash.empty')}
          </Button>
        )}
      </div>
    </div>
  );
}

type ScriptRowProps = { entry: ScriptEntry; list: ScriptListStore; isOpen: boolean; onOpen: () => void };

function ScriptRow({ entry, list, isOpen, onOpen }: ScriptRowProps) {
  const { askDeletion } = useDialogs();
  const { t, locale } = useTranslation();
  const now = useNow();
  const title = scriptTitle(entry, t);
  const { open, duplicate, remove, restore } = list.getState();
  const isTrashed = entry.trashedAtMs !== null;
  return (
    <li className={styles.row} aria-current={isOpen ? 'true' : undefined}>
      <button
        type="button"
        className={styles.open}
        aria-label={t('script.open', { title })}
        disabled={entry.problem !== null}
        onClick={() => {
          onOpen();
          void open(entry.id);
        }}
      >
        <span className={styles.title}>{title}</span>
        <span className={styles.facts}>
          {entry.problem === null
            ? t('speech.lines', { count: entry.lineCount })
            : t(`script.problem.${entry.problem}`)}
          {t.separators.fact}
          <time dateTime={new Date(entry.changedAtMs).toISOString()}>
            {formatAgo(entry.changedAtMs, now, t, locale)}
          </time>
        </span>
      </button>
      {isTrashed ? (
        <>
          <IconButton
            size="small"
            label={t('script.restore', { title })}
            icon={<RotateCcw size={14} aria-hidden />}
            onClick={() => void restore(entry.id)}
          />
          <IconButton
            size="small"
            label={t('script.deleteForGood', { title })}
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => {
              onOpen();
              askDeletion({ kind: 'scripts', ids: [entry.id], count: 1 });
            }}
          />
        </>
      ) : (
        <>
          {entry.problem === null && (
            <IconButton
              size="small"
              label={t('script.duplicate', { title })}
              icon={<Copy size={14} aria-hidden />}
              onClick={() => {
                onOpen();
                void duplicate(entry.id, t('script.copyOf', { title }));
              }}
            />
          )}
          <IconButton
            size="small"
            label={t('script.remove', { title })}
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => void remove(entry.id)}
          />
        </>
      )}
    </li>
  );
}
