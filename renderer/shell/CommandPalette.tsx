// The command palette: all commands that can run now, found by name, run by Enter; and scripts, found by title.

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useState } from 'react';
import { COMMAND_IDS, type CommandId, commandFacts, screenOf } from '../../shared/app/commands.ts';
import type { ScriptEntry } from '../../shared/contract/scripts.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { scriptTitle } from '../items/script-title.ts';
import { useCommons, useOpening, useSession, useShell, useTranslation } from '../services.ts';
import { allTranslators } from '../texts.ts';
import styles from './CommandPalette.module.css';
import { keyLabel } from './keys.ts';

/** At most this number of scripts are listed. */
const MAX_SCRIPTS = 20;

/** What can be chosen. */
type Entry = { kind: 'command'; id: CommandId } | ({ kind: 'script' } & ScriptEntry);

/** The palette; it is in the document only while open. */
export function CommandPalette() {
  const setPaletteOpen = useShell((shell) => shell.setPaletteOpen);
  const { t } = useTranslation();
  const isOpen = useShell((state) => state.isPaletteOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setPaletteOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label={t('palette.label')}>
          <CommandPaletteBody />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CommandPaletteBody() {
  const { commands } = useCommons();
  const { openScript } = useOpening();
  const setPaletteOpen = useShell((shell) => shell.setPaletteOpen);
  const { t } = useTranslation();
  const isMac = useSession((session) => session.platform === 'darwin');
  const tab = useShell((state) => state.tab);
  const scripts = useScripts();
  const [query, setQuery] = useState('');
  const offered = COMMAND_IDS.filter((command) => isUseful(command, tab) && commands.isOffered(command));
  const found: Entry[] = [
    ...offered.filter((id) => matches(query, (inLanguage) => inLanguage(`command.${id}`))).map(entryOfCommand),
    ...scriptsTitled(scripts, query).map((script) => ({ kind: 'script' as const, ...script })),
  ];
  const run = (entry: Entry): void => {
    setPaletteOpen(false);
    // Delayed until the palette has returned the focus.
    setTimeout(() => (entry.kind === 'command' ? commands.run(entry.id) : openScript(entry.id)), 0);
  };
  const textOf = (entry: Entry): string =>
    entry.kind === 'command' ? t(`command.${entry.id}`) : t('script.open', { title: scriptTitle(entry, t) });
  return (
    <Autocomplete.Root
      items={found}
      filteredItems={found}
      itemToStringValue={textOf}
      value={query}
      onValueChange={setQuery}
      inline
      open
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        className={styles.input}
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        spellCheck={false}
      />
      <Autocomplete.List aria-label={t('palette.label')} className={styles.list}>
        {(entry: Entry) => (
          <Autocomplete.Item key={entry.id} value={entry} className={styles.option} onClick={() => run(entry)}>
            <span className={styles.name}>{textOf(entry)}</span>
            {entry.kind === 'command' && (
              <kbd className={styles.key}>{keyLabel(commandFacts(entry.id).keys?.[0] ?? '', isMac)}</kbd>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Empty className={styles.empty}>{t('palette.empty')}</Autocomplete.Empty>
    </Autocomplete.Root>
  );
}

function entryOfCommand(id: CommandId): Entry {
  return { kind: 'command', id };
}

/** The scripts of the library that can be opened, the last changed first; none until they are read. */
function useScripts(): readonly ScriptEntry[] {
  const { ipc } = useCommons();
  const [scripts, setScripts] = useState<readonly ScriptEntry[]>([]);
  useEffect(() => {
    let isShown = true;
    void ipc.request('scripts.list', { search: '', isTrashed: false }).then((found) => {
      if (isShown && found.ok) setScripts(found.data.filter(({ problem }) => problem === null));
    });
    return () => {
      isShown = false;
    };
  }, [ipc]);
  return scripts;
}

function isUseful(command: CommandId, tab: string): boolean {
  const { when } = commandFacts(command);
  return command !== 'view.palette' && when !== 'row' && (when === undefined || screenOf(when) === tab);
}

/** Whether every typed word is in a text, in any language. */
function matches(query: string, textIn: (t: Translate) => string): boolean {
  const texts = allTranslators().map((t) => textIn(t).toLowerCase());
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((term) => texts.some((text) => text.includes(term)));
}

/** The scripts that are called what was typed; none while nothing is typed. */
function scriptsTitled(scripts: readonly ScriptEntry[], query: string): readonly ScriptEntry[] {
  if (query.trim() === '') return [];
  return scripts
    .filter((script) => matches(query, (t) => t('script.open', { title: scriptTitle(script, t) })))
    .slice(0, MAX_SCRIPTS);
}
