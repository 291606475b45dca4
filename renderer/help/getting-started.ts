// Ticks off the steps of *Getting started* when a person does them. It notices them; it does none itself.

import { GETTING_STARTED_STEPS, type GettingStartedStep } from '../../shared/app/getting-started.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { DEFAULT_VOICE } from '../../shared/speech/limits.ts';
import type { SessionStore } from '../shell/session-store.ts';
import type { ShellStore } from '../shell/shell-store.ts';

/** What steps are noticed by. `onPicture` calls back whenever a picture was opened, until the returned function is called. */
type Sources = { session: SessionStore; shell: ShellStore; onPicture: (act: () => void) => () => void };

/** Returns the steps that a finished request completes. */
function stepsOfJob(job: Job): GettingStartedStep[] {
  if (job.state !== 'done') return [];
  if (job.kind === 'edit') return job.request.mask === null ? [] : ['edit'];
  return job.request.voice === DEFAULT_VOICE ? ['sound'] : ['sound', 'voice'];
}

/** Returns the steps in their order, with further ones; the same array if there are none. */
function withSteps(
  done: readonly GettingStartedStep[],
  further: readonly GettingStartedStep[],
): readonly GettingStartedStep[] {
  if (further.every((step) => done.includes(step))) return done;
  return GETTING_STARTED_STEPS.filter((step) => done.includes(step) || further.includes(step));
}

/** Keeps the steps in the settings up to date until the returned function is called. */
export function followGettingStarted({ session, shell, onPicture }: Sources): () => void {
  const tick = (...steps: GettingStartedStep[]): void => {
    const { settings, updateSettings } = session.getState();
    const stepsDone = withSteps(settings.help.stepsDone, steps);
    if (stepsDone !== settings.help.stepsDone)
      updateSettings({ help: { ...settings.help, stepsDone: [...stepsDone] } });
  };
  const stops = [
    session.subscribe(({ jobs }, before) => {
      if (jobs === before.jobs) return;
      const known = new Map(before.jobs.map((job) => [job.id, job.state]));
      const changed = jobs.filter(({ id, state }) => known.get(id) !== state);
      tick(...changed.flatMap(stepsOfJob));
    }),
    shell.subscribe(({ tab }, before) => {
      const { stepsDone } = session.getState().settings.help;
      const isBothMade = stepsDone.includes('sound') && stepsDone.includes('edit');
      if (tab === 'library' && before.tab !== tab && isBothMade) tick('library');
    }),
    onPicture(() => tick('picture')),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
