// The command palette: every command that can run now, found by its name, run by Enter.

import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, useId, useState } from 'react';
import { COMMAND_IDS, type CommandId, commandFacts } from '../../../shared/commands.ts';
import { TRANSLATORS } from '../../../shared/i18n/index.ts';
import { useServices, useSession, useShell, useTranslation } from '../services.ts';
import styles from './CommandPalette.module.css';
import { keyLabel } from './keys.ts';

/** The palette; it is in the document only while open. */
export function CommandPalette() {
  const { shell } = useServices();
  const { t } = useTranslation();
  const isOpen = useShell((state) => state.isPaletteOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => shell.getState().setPaletteOpen(next)}>
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
  const { shell, commands } = useServices();
  const { t } = useTranslation();
  const id = useId();
  const isMac = useSession((session) => session.platform === 'darwin');
  const tab = useShell((state) => state.tab);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const found = COMMAND_IDS.filter(
    (command) => isUseful(command, tab) && commands.isOffered(command) && matches(command, query),
  );
  const run = (command: CommandId | undefined): void => {
    if (command === undefined) return;
    shell.getState().setPaletteOpen(false);
    // After the palette has given the focus back.
    setTimeout(() => commands.run(command), 0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(found[at]);
    }
  };
  return (
    <>
      <input
        className={styles.input}
        role="combobox"
        aria-label={t('palette.search')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] === undefined ? undefined : `${id}-${found[at]}`}
        placeholder={t('palette.search')}
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.label')} className={styles.list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox that owns this list.
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus.
          <div
            key={command}
            id={`${id}-${command}`}
            role="option"
            aria-selected={index === at}
            className={styles.option}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span>{t(`command.${command}`)}</span>
            <kbd className={styles.key}>{keyLabel(commandFacts(command).keys?.[0] ?? '', isMac)}</kbd>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.empty}>{t('palette.empty')}</p>}
    </>
  );
}

function isUseful(command: CommandId, tab: string): boolean {
  const { when } = commandFacts(command);
  return command !== 'view.palette' && (when === undefined || when === tab);
}

function matches(command: CommandId, query: string): boolean {
  const texts = TRANSLATORS.map((t) => t(`command.${command}`).toLowerCase());
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((term) => texts.some((text) => text.includes(term)));
}
