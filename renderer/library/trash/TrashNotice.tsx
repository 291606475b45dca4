// The line above deleted items: how long they stay, and emptying.

import { Trash2 } from 'lucide-react';
import { useDialogs, useSession, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './TrashNotice.module.css';

/** The line; shown only where there is something to empty. */
export function TrashNotice() {
  const { askDeletion } = useDialogs();
  const { t } = useTranslation();
  const keptDays = useSession((session) => session.settings.trash.keptDays);
  return (
    <div className={styles.notice}>
      <p>{keptDays === null ? t('trash.keptForever') : t('trash.keptDays', { count: keptDays })}</p>
      <Button onClick={() => askDeletion({ kind: 'items', ids: null })}>
        <Trash2 size={14} aria-hidden />
        {t('trash.empty')}
      </Button>
    </div>
  );
}
