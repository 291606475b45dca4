// What a newcomer finds below the editor while nothing of their own is in it: texts to begin with, the audition, a hint.

import { useStore } from 'zustand';
import { COMMANDS } from '../../shared/app/commands.ts';
import { useSession, useTranslation } from '../services.ts';
import { keyLabel } from '../shell/keys.ts';
import { Button } from '../ui/Button.tsx';
import { type AuditionStore, firstLine } from './audition-store.ts';
import styles from './StartingPoints.module.css';
import { SAMPLE_TEXTS } from './sample-texts.ts';
import type { ScriptStore } from './script/script-store.ts';

type StartingPointsProps = { script: ScriptStore; audition: AuditionStore; onChoose: (text: string) => void };

/** The texts to begin with; choosing one puts it into the editor. */
export function StartingPoints({ script, audition, onChoose }: StartingPointsProps) {
  const text = useStore(script, (open) => open.text);
  const { t } = useTranslation();
  const isMac = useSession((session) => session.platform === 'darwin');
  const [generateKey] = COMMANDS['speech.generate'].keys;
  return (
    <section className={styles.start} aria-label={t('speech.samples')}>
      <p className={styles.title}>{t('speech.samples')}</p>
      <div className={styles.row}>
        {SAMPLE_TEXTS.map(([name, sample]) => (
          <Button key={name} aria-pressed={t(sample) === text} onClick={() => onChoose(t(sample))}>
            {t(name)}
          </Button>
        ))}
        <Button variant="plain" onClick={() => audition.getState().open(firstLine(script.getState().lines))}>
          {t('speech.samples.audition')}
        </Button>
      </div>
      <p className={styles.hint}>{t('speech.samples.hint', { key: keyLabel(generateKey, isMac) })}</p>
    </section>
  );
}
