// Names the copies that a synchronisation program has made of the app's files; until it is dismissed, or the window closed.

import { Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCommons, useTranslation } from '../services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './Banners.module.css';

/** Shows a banner if there are copies. */
export function ConflictNotice() {
  const { ipc } = useCommons();
  const { t } = useTranslation();
  const [copies, setCopies] = useState<{ count: number; names: string[] }>({ count: 0, names: [] });
  useEffect(() => {
    void ipc.request('library.findConflictCopies', null).then((found) => found.ok && setCopies(found.data));
  }, [ipc]);
  if (copies.count === 0) return null;
  return (
    <p className={styles.banner} role="status">
      <Copy size={16} aria-hidden className={styles.icon} />
      <span>
        {t('banner.conflicts', { count: copies.count })}{' '}
        <span className={styles.reason}>{copies.names.join(t.separators.list)}</span>
      </span>
      <IconButton
        size="small"
        label={t('common.dismiss')}
        icon={<X size={14} aria-hidden />}
        className={styles.dismiss}
        onClick={() => setCopies({ count: 0, names: [] })}
      />
    </p>
  );
}
