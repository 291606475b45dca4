// The command palette: all commands that can run now, found by name, run by Enter.

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { COMMAND_IDS, type CommandId, commandFacts, screenOf } from '../../../shared/commands.ts';
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
  const isMac = useSession((session) => session.platform === 'darwin');
  const tab = useShell((state) => state.tab);
  const offered = COMMAND_IDS.filter((command) => isUseful(command, tab) && commands.isOffered(command));
  const run = (command: CommandId): void => {
    shell.getState().setPaletteOpen(false);
    // Delayed until the palette has returned the focus.
    setTimeout(() => commands.run(command), 0);
  };
  return (
    <Autocomplete.Root items={offered} filter={matches} inline open autoHighlight="always" keepHighlight>
      <Autocomplete.Input
        className={styles.input}
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        spellCheck={false}
      />
      <Autocomplete.List aria-label={t('palette.label')} className={styles.list}>
        {(command: CommandId) => (
          <Autocomplete.Item key={command} value={command} className={styles.option} onClick={() => run(command)}>
            <span>{t(`command.${command}`)}</span>
            <kbd className={styles.key}>{keyLabel(commandFacts(command).keys?.[0] ?? '', isMac)}</kbd>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Empty className={styles.empty}>{t('palette.empty')}</Autocomplete.Empty>
    </Autocomplete.Root>
  );
}

function isUseful(command: CommandId, tab: string): boolean {
  const { when } = commandFacts(command);
  return command !== 'view.palette' && when !== 'row' && (when === undefined || screenOf(when) === tab);
}

function matches(command: CommandId, query: string): boolean {
  const texts = TRANSLATORS.map((t) => t(`command.${command}`).toLowerCase());
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((term) => texts.some((text) => text.includes(term)));
}
