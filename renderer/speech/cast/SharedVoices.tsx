// Says that several roles would be spoken by one voice, before that is paid for.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useCommons, useSession, useTranslation } from '../../services.ts';
import { refusedVoices } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import type { ScriptStore } from '../script/script-store.ts';
import { rolesToCast } from './cast-changes.ts';
import styles from './SharedVoices.module.css';
import { suggestVoicesFor } from './suggest.ts';

/** *3 roles share one voice · Suggest*; nothing where each role has its own. */
export function SharedVoices({ script }: { script: ScriptStore }) {
  const commons = useCommons();
  const { t } = useTranslation();
  const refused = useSession(refusedVoices);
  const roles = useStore(script, (open) => open.roles);
  const cast = useStore(script, (open) => open.cast);
  const count = useMemo(() => rolesToCast(roles, cast).filter(({ key }) => key !== '').length, [roles, cast]);
  if (count < 2) return null;
  return (
    <p className={styles.shared}>
      {t('cast.shared', { count })}
      {t.separators.fact}
      <Button variant="link" onClick={() => suggestVoicesFor(commons, script, refused, t)}>
        {t('cast.suggestShort')}
      </Button>
    </p>
  );
}
