// The section about the app: version, licences, updates.

import { useStore } from 'zustand';
import type { MessageKey } from '../../shared/i18n/index.ts';
import { useSession, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './AboutSection.module.css';
import type { AboutStore, UpdateStep } from './about-store.ts';

/** The next action of the button; none while an operation is running. */
const NEXT = {
  idle: 'about.check',
  checking: null,
  current: 'about.check',
  available: 'about.download',
  downloading: null,
  ready: 'about.install',
  failed: 'about.check',
} as const satisfies Record<UpdateStep, MessageKey | null>;

/** The section. */
export function AboutSection({ store }: { store: AboutStore }) {
  const { t } = useTranslation();
  const version = useSession((state) => state.version);
  const updates = useSession((state) => state.updates);
  const isSandboxed = useSession((state) => state.isSandboxed);
  const notices = useStore(store, (state) => state.notices);
  const { showNotices, hideNotices } = store.getState();
  return (
    <>
      <dl className={styles.about}>
        <dt>{t('settings.about')}</dt>
        <dd>{t('settings.version', { version })}</dd>
        <dt>{t('about.licence')}</dt>
        <dd className={styles.row}>
          GPL-3.0-or-later
          <Button variant="link" onClick={() => void showNotices()}>
            {t('about.notices')}
          </Button>
        </dd>
        {!isSandboxed && (
          <>
            <dt>{t('about.sandbox')}</dt>
            <dd>{t('about.sandboxOff')}</dd>
          </>
        )}
        {updates !== null && (
          <>
            <dt>{t('about.updates')}</dt>
            <dd className={styles.row}>
              {updates.isSelfUpdating ? <Updates store={store} /> : <Page store={store} />}
            </dd>
          </>
        )}
      </dl>
      <Dialog isOpen={notices !== null} title={t('about.notices')} closeLabel={t('common.close')} onClose={hideNotices}>
        <pre className={styles.notices}>{notices === 'loading' ? '' : notices}</pre>
      </Dialog>
    </>
  );
}

function Updates({ store }: { store: AboutStore }) {
  const { t } = useTranslation();
  const step = useStore(store, (state) => state.step);
  const version = useStore(store, (state) => state.version);
  const next = NEXT[step];
  return (
    <>
      <span role="status">
        {step !== 'idle' && (step === 'available' ? t('about.available', { version }) : t(`about.${step}`))}
      </span>
      {next !== null && <Button onClick={() => void store.getState().advance()}>{t(next)}</Button>}
    </>
  );
}

function Page({ store }: { store: AboutStore }) {
  const { t } = useTranslation();
  return (
    <Button variant="link" onClick={() => store.getState().openPage()}>
      {t('about.openPage')}
    </Button>
  );
}
