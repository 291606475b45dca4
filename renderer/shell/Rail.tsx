// The rail at the left: the four tabs, and below them the help menu and the connection button.

import { Tabs } from '@base-ui/react/tabs';
import { AudioLines, CircleQuestionMark, Image, LibraryBig, Settings } from 'lucide-react';
import { COMMAND_IDS, COMMANDS, type CommandId, commandFacts } from '../../shared/app/commands.ts';
import { formatCount } from '../../shared/text/format-text.ts';
import { attention } from '../jobs/attention.ts';
import { ConnectionButton } from '../jobs/ConnectionButton.tsx';
import { useCommons, useSession, useTranslation } from '../services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { ariaKey } from './keys.ts';
import styles from './Rail.module.css';
import { TABS, type TabId, type WorkTab } from './shell-store.ts';

const ICONS = { speech: AudioLines, images: Image, library: LibraryBig, settings: Settings } as const;
const COMMAND_OF: Readonly<Record<TabId, Extract<CommandId, `view.${TabId}`>>> = {
  speech: 'view.speech',
  images: 'view.images',
  library: 'view.library',
  settings: 'view.settings',
};

/** Tabs and connection. */
export function Rail() {
  const { t, locale } = useTranslation();
  const counts = {
    speech: useSession(({ jobs }) => attention(jobs).counts.speech),
    images: useSession(({ jobs }) => attention(jobs).counts.images),
  };
  const waiting = (count: number): string => t('rail.attention', { count });
  const isMac = useSession((session) => session.platform === 'darwin');
  return (
    <nav className={styles.rail} aria-label={t('rail.sections')}>
      <Tabs.List className={styles.tabs} aria-label={t('rail.sections')}>
        {TABS.map((id) => {
          const Icon = ICONS[id];
          const keys = ariaKey(COMMANDS[COMMAND_OF[id]].keys[0], isMac);
          return (
            <Tooltip
              key={id}
              keys={keys}
              side="right"
              element={
                <Tabs.Tab
                  value={id}
                  className={styles.tab}
                  aria-keyshortcuts={keys}
                  aria-description={isWorkTab(id) && counts[id] > 0 ? waiting(counts[id]) : undefined}
                >
                  <Icon size={20} strokeWidth={1.6} aria-hidden />
                  <span>{t(`tab.${id}`)}</span>
                  {isWorkTab(id) && counts[id] > 0 && (
                    <span className={styles.count} aria-hidden title={waiting(counts[id])}>
                      {formatCount(counts[id], locale)}
                    </span>
                  )}
                </Tabs.Tab>
              }
            />
          );
        })}
      </Tabs.List>
      <div className={styles.foot}>
        <HelpMenu />
        <ConnectionButton />
      </div>
    </nav>
  );
}

function isWorkTab(id: TabId): id is WorkTab {
  return id === 'speech' || id === 'images';
}

/** The native menu's *Help* inside the window, because most systems hide that menu. */
function HelpMenu() {
  const { commands } = useCommons();
  const { t } = useTranslation();
  const isMac = useSession((session) => session.platform === 'darwin');
  return (
    <Menu
      trigger={<IconButton label={t('menu.help')} icon={<CircleQuestionMark size={18} aria-hidden />} />}
      entries={COMMAND_IDS.filter((id) => commandFacts(id).menu === 'help').map((id) => ({
        id,
        label: t(`command.${id}`),
        keys: commandFacts(id)
          .keys?.map((key) => ariaKey(key, isMac))
          .join(' '),
        onSelect: () => void commands.run(id),
      }))}
    />
  );
}
