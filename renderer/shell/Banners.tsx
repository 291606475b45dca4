// Banners above every screen: the state of the storage, a relay that refuses everything, a failed practice relay, the
// hint of the first start.

import { OctagonAlert, X } from 'lucide-react';
import { useSession, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './Banners.module.css';
import { ConflictNotice } from './ConflictNotice.tsx';
import { latePart } from './late-part.tsx';
import { activeConnection } from './session-store.ts';

const HeldBanners = latePart(async () => (await import('./HeldBanners.tsx')).HeldBanners);
const MaintenanceBanner = latePart(async () => (await import('./MaintenanceBanner.tsx')).MaintenanceBanner);
const StorageBanners = latePart(async () => (await import('./StorageBanners.tsx')).StorageBanners);
const TransferBanner = latePart(async () => (await import('./TransferBanner.tsx')).TransferBanner);

/** At most one line of each kind, and one for each file that could not be read. */
export function Banners() {
  const openTab = useShell((shell) => shell.openTab);
  const updateLayout = useSession((session) => session.updateLayout);
  const { t } = useTranslation();
  const practice = useSession((state) => state.practice);
  const isPractice = useSession((state) => activeConnection(state)?.isPractice ?? false);
  const isHintWanted = useSession(
    (state) => state.connections.every((one) => one.isPractice) && !state.settings.layout.isPracticeHintDismissed,
  );
  const isInSettings = useShell((state) => state.tab === 'settings');
  const openSettings = (): void => openTab('settings');
  return (
    <>
      <MaintenanceBanner />
      <TransferBanner />
      <StorageBanners />
      <ConflictNotice />
      <HeldBanners />
      {isPractice && practice === 'failed' && (
        <p className={styles.banner} role="status">
          <OctagonAlert size={16} aria-hidden className={styles.icon} />
          <span>{t('banner.practiceFailed')}</span>
          <Button variant="link" onClick={openSettings}>
            {t('banner.addRelay')}
          </Button>
        </p>
      )}
      {isHintWanted && !isInSettings && practice !== 'failed' && (
        <p className={styles.banner}>
          <span>{t(practice === 'starting' ? 'banner.practiceStarting' : 'banner.practice')}</span>
          <Button variant="link" onClick={openSettings}>
            {t('banner.addRelay')}
          </Button>
          <IconButton
            size="small"
            label={t('common.dismiss')}
            icon={<X size={14} aria-hidden />}
            className={styles.dismiss}
            onClick={() => updateLayout({ isPracticeHintDismissed: true })}
          />
        </p>
      )}
    </>
  );
}
