// Says which names before colons may be roles, and asks whether they are; they are spoken meanwhile.

import { useStore } from 'zustand';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { decideNames } from '../cast/cast-steps.ts';
import type { ScriptStore } from './script-store.ts';
import styles from './TextNotice.module.css';

/** So many names are said. */
const NAMED = 3;

/** The notice; nothing if nobody has to be asked. */
export function NamesNotice({ script }: { script: ScriptStore }) {
  const { history } = useCommons();
  const { t, locale } = useTranslation();
  const names = useStore(script, (state) => state.undecided);
  if (names.length === 0) return null;
  const decide = (isReadAloud: boolean): void => void decideNames({ script, history }, names, isReadAloud);
  const more = names.length - NAMED;
  const listed = names.slice(0, NAMED).join(t.separators.list);
  return (
    <div className={styles.notice} role="status">
      <p>
        {more > 0
          ? t('names.foundMore', { names: listed, count: formatCount(more, locale) })
          : t('names.found', { names: listed })}
      </p>
      <Button variant="link" onClick={() => decide(false)}>
        {t('names.roles')}
      </Button>
      <Button variant="link" onClick={() => decide(true)}>
        {t('names.readAloud')}
      </Button>
    </div>
  );
}
