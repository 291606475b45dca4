// The banner about a library that is rebuilt without having been asked for, and about what was lost.

import { DatabaseBackup, X } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../shared/text/format-text.ts';
import { useSession, useTranslation } from '../services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './Banners.module.css';
import { describeRebuild } from './maintenance-text.ts';

/** The rebuild under way, then its result until it is dismissed. */
export function MaintenanceBanner() {
  const { t, locale } = useTranslation();
  const maintenance = useSession((state) => state.maintenance);
  const [dismissed, setDismissed] = useState<unknown>(null);
  if (maintenance.step === 'rebuilding') {
    const { done, total } = maintenance.progress;
    const counts = { done: formatCount(done, locale), total: formatCount(total, locale) };
    return (
      <p className={styles.banner} role="status">
        <DatabaseBackup size={16} aria-hidden />
        <span>
          {t(`maintenance.cause.${maintenance.cause}`)} {t('maintenance.wait')}{' '}
          <span className={styles.reason}>{t('maintenance.rebuilding', counts)}</span>
        </span>
      </p>
    );
  }
  // The result of what a person asked for is shown where they asked for it.
  if (maintenance.step !== 'rebuilt' || maintenance.cause === 'asked' || dismissed === maintenance) return null;
  return (
    <p className={styles.banner} role="status">
      <DatabaseBackup size={16} aria-hidden />
      <span>
        {t(`maintenance.cause.${maintenance.cause}`)} {describeRebuild(maintenance, t, locale).join(' ')}
      </span>
      <IconButton
        size="small"
        label={t('common.dismiss')}
        icon={<X size={14} aria-hidden />}
        className={styles.dismiss}
        onClick={() => setDismissed(maintenance)}
      />
    </p>
  );
}
