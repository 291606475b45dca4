// About the app: its version, licence, and what it runs on.

import { useCommons, useSession, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Help.module.css';

/** The facts. @param onLeave called when the person goes on to Settings. */
export function AboutApp({ onLeave }: { onLeave: () => void }) {
  const { ipc } = useCommons();
  const openTab = useShell((shell) => shell.openTab);
  const { t } = useTranslation();
  const version = useSession((session) => session.version);
  const updates = useSession((session) => session.updates);
  const { electron, chromium, node, system } = useSession((session) => session.runtime);
  const engine = chromium ?? /Chrome\/([\d.]+)/.exec(navigator.userAgent)?.[1] ?? '';
  const facts = [
    [t('aboutApp.version'), version],
    [t('aboutApp.licence'), 'GPL-3.0-or-later'],
    [t('aboutApp.host'), electron === null ? t('aboutApp.standIn') : `Electron ${electron}`],
    ['Chromium', engine],
    ['Node.js', node],
    [t('aboutApp.system'), system],
  ];
  return (
    <div className={styles.about}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.links}>
        <Button
          variant="link"
          onClick={() => {
            onLeave();
            openTab('settings');
          }}
        >
          {t('aboutApp.more')}
        </Button>
        {updates !== null && (
          <Button variant="link" onClick={() => void ipc.request('updates.openPage', null)}>
            {t('about.openPage')}
          </Button>
        )}
      </div>
    </div>
  );
}
