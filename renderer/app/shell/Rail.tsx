// The rail at the left: the four tabs, and the connection button below them.

import { Tabs } from '@base-ui/react/tabs';
import { AudioLines, Image, LibraryBig, Settings } from 'lucide-react';
import { COMMANDS, type CommandId } from '../../../shared/commands.ts';
import { ConnectionButton } from '../queue/ConnectionButton.tsx';
import { useSession, useTranslation } from '../services.ts';
import { ariaKey } from './keys.ts';
import styles from './Rail.module.css';
import { TABS, type TabId } from './shell-store.ts';

const ICONS = { speech: AudioLines, images: Image, library: LibraryBig, settings: Settings } as const;
const COMMAND_OF: Readonly<Record<TabId, Extract<CommandId, `view.${TabId}`>>> = {
  speech: 'view.speech',
  images: 'view.images',
  library: 'view.library',
  settings: 'view.settings',
};

/** Tabs and connection. */
export function Rail() {
  const { t } = useTranslation();
  const isMac = useSession((session) => session.platform === 'darwin');
  return (
    <nav className={styles.rail} aria-label={t('rail.sections')}>
      <Tabs.List className={styles.tabs} aria-label={t('rail.sections')}>
        {TABS.map((id) => {
          const Icon = ICONS[id];
          return (
            <Tabs.Tab
              key={id}
              value={id}
              className={styles.tab}
              aria-keyshortcuts={ariaKey(COMMANDS[COMMAND_OF[id]].keys[0], isMac)}
            >
              <Icon size={20} strokeWidth={1.6} aria-hidden />
              <span>{t(`tab.${id}`)}</span>
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <ConnectionButton />
    </nav>
  );
}
