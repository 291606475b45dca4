// The strip *Getting started*: five steps that are ticked off by doing them, and how to do the first that is left.

import { Check, X } from 'lucide-react';
import { GETTING_STARTED_STEPS, type GettingStartedStep, STEP_SCREENS } from '../../shared/app/getting-started.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { useCommand, useCommons, useSession, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './GettingStarted.module.css';

/** The strip; a step opens its screen. */
export function GettingStarted() {
  const { commands } = useCommons();
  const updateSettings = useSession((session) => session.updateSettings);
  const openTab = useShell((shell) => shell.openTab);
  const { t } = useTranslation();
  const { isGettingStartedOpen, stepsDone } = useSession((state) => state.settings.help);
  const setOpen = (isOpen: boolean): void => updateSettings({ help: { stepsDone, isGettingStartedOpen: isOpen } });
  useCommand('help.gettingStarted', () => setOpen(!isGettingStartedOpen));
  if (!isGettingStartedOpen) return null;
  const next = GETTING_STARTED_STEPS.find((step) => !stepsDone.includes(step));
  return (
    <section className={styles.strip} aria-label={t('command.help.gettingStarted')}>
      <ol className={styles.steps}>
        {GETTING_STARTED_STEPS.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              className={styles.step}
              aria-current={step === next ? 'step' : undefined}
              data-done={stepsDone.includes(step) ? '' : undefined}
              onClick={() => openTab(STEP_SCREENS[step])}
            >
              <span className={styles.mark}>
                {stepsDone.includes(step) ? <Check size={12} role="img" aria-label={t('start.isDone')} /> : index + 1}
              </span>
              {t(`start.step.${step}`)}
            </button>
          </li>
        ))}
      </ol>
      <IconButton
        size="small"
        label={t('start.close')}
        icon={<X size={14} aria-hidden />}
        onClick={() => setOpen(false)}
      />
      <p className={styles.hint} role="status">
        {next !== undefined && hintOf(next, t)}
        {next === undefined && (
          <>
            {t('start.done')}{' '}
            <Button variant="link" onClick={() => void commands.run('help.guide')}>
              {t('command.help.guide')}
            </Button>
          </>
        )}
      </p>
    </section>
  );
}

/** How to do a step, with the names of the buttons as they are shown. */
function hintOf(step: GettingStartedStep, t: Translate): string {
  if (step === 'sound' || step === 'voice') return t(`start.hint.${step}`, { generate: t('speech.generate') });
  if (step === 'picture') return t('start.hint.picture', { sample: t('images.trySample') });
  if (step === 'edit') return t('start.hint.edit', { edit: t('images.edit') });
  return t('start.hint.library');
}
