// Recent: the work that was put aside on a screen. Opens one, or removes it from the list.

import { History, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { PutAsideEntry, WorkScreen } from '../../shared/contract/put-aside.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { MAX_PUT_ASIDE } from '../../shared/storage/put-aside.ts';
import { formatAgo } from '../../shared/text/format-text.ts';
import { Thumbnail } from '../items/Thumbnail.tsx';
import { useCommons, useNow, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Popover } from '../ui/Popover.tsx';
import styles from './RecentMenu.module.css';

/** The button *Recent* of a screen, and its list. */
export function RecentMenu({ screen, className }: { screen: WorkScreen; className?: string | undefined }) {
  const setRecentOpen = useShell((shell) => shell.setRecentOpen);
  const { t } = useTranslation();
  const isOpen = useShell((state) => state.recentOpen === screen);
  return (
    <Popover
      label={t('recent.title')}
      side="top"
      isOpen={isOpen}
      onOpenChange={(next) => setRecentOpen(next ? screen : null)}
      trigger={
        <Button variant="plain" className={className}>
          <History size={14} aria-hidden />
          {t('recent.title')}
        </Button>
      }
    >
      <RecentList screen={screen} />
    </Popover>
  );
}

function RecentList({ screen }: { screen: WorkScreen }) {
  const { desk } = useCommons();
  const setRecentOpen = useShell((shell) => shell.setRecentOpen);
  const { t, locale } = useTranslation();
  const all = useStore(desk, (state) => state.entries);
  const now = useNow();
  const entries = all.filter((entry) => entry.screen === screen);
  const { open, remove } = desk.getState();
  if (entries.length === 0) return <p className={styles.empty}>{t('recent.empty')}</p>;
  return (
    <div className={styles.panel}>
      <ul className={styles.list} aria-label={t('recent.title')}>
        {entries.map((entry) => {
          const title = titleOf(entry, t);
          return (
            <li key={entry.id} className={styles.row}>
              <button
                type="button"
                className={styles.open}
                aria-label={t('recent.open', { title })}
                onClick={() => {
                  setRecentOpen(null);
                  void open(entry.id);
                }}
              >
                {entry.picture !== null && <Thumbnail picture={entry.picture} className={styles.thumb} />}
                <span className={styles.about}>
                  <span className={styles.title}>{title}</span>
                  <span className={styles.facts}>
                    {entry.pictureCount > 0 && `${t('recent.pictures', { count: entry.pictureCount })} · `}
                    <time dateTime={new Date(entry.atMs).toISOString()}>{formatAgo(entry.atMs, now, t, locale)}</time>
                  </span>
                </span>
              </button>
              <IconButton
                size="small"
                label={t('recent.remove', { title })}
                icon={<X size={12} aria-hidden />}
                onClick={() => void remove(entry.id)}
              />
            </li>
          );
        })}
      </ul>
      <p className={styles.hint}>{t('recent.limit', { count: MAX_PUT_ASIDE })}</p>
    </div>
  );
}

/** The beginning of the text; of pictures without an instruction the name of the first. */
function titleOf({ excerpt, picture }: PutAsideEntry, t: Translate): string {
  return excerpt || picture?.name || t('recent.untitled');
}
