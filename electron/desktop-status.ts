// Shows job progress outside the window: the number of running requests on the taskbar, and a notification when a long
// request ends. Independent of windows.

import { isJobOver } from '../shared/app/job-states.ts';
import type { Job } from '../shared/contract/jobs.ts';
import { createTranslator } from '../shared/i18n/all.ts';
import type { Locale, Translate } from '../shared/i18n/index.ts';
import { withoutHidden } from '../shared/text/hidden-characters.ts';

/** The person is assumed to have waited for a shorter speech request, so its end is not notified. */
const LONG_SPEECH_MS = 10_000;
const BODY_CHARACTERS = 120;

/** What the desktop status reads and controls. */
export type Desktop = {
  /** Shows on the taskbar how many requests are running. */
  showRunning: (count: number) => void;
  /** Says whether a request is on its way: the computer should not fall asleep. Those that wait may wait. */
  stayAwake: (isBusy: boolean) => void;
  /** Whether the window has the person's attention. */
  isWatched: () => boolean;
  /** Whether the person wants notifications. */
  isNotifying: () => boolean;
  locale: () => Locale;
  notify: (content: { title: string; body: string }, onClick: () => void) => void;
  /** Opens the window and shows the result of a request. */
  open: (job: Job) => void;
};

/** Receives job updates and shows them on the desktop. */
export type DesktopStatus = {
  follow: (job: Job) => void;
  /** Shows the current status again, on a window that has just been opened. */
  refresh: () => void;
};

/** Creates the desktop status. It shows nothing before it receives a job. */
export function createDesktopStatus(desktop: Desktop): DesktopStatus {
  const running = new Set<string>();
  const underWay = new Set<string>();
  /** A reply that is read again, or completed later, is not notified again. */
  const ended = new Set<string>();
  return {
    follow(job) {
      const isFirstEnd = running.has(job.id) && isJobOver(job.state) && !ended.has(job.id);
      const countBefore = running.size;
      if (isJobOver(job.state)) running.delete(job.id);
      else running.add(job.id);
      if (running.size !== countBefore) desktop.showRunning(running.size);
      const busyBefore = underWay.size > 0;
      if (isJobOver(job.state) || job.state === 'queued') underWay.delete(job.id);
      else underWay.add(job.id);
      if (underWay.size > 0 !== busyBefore) desktop.stayAwake(underWay.size > 0);
      if (!isFirstEnd) return;
      ended.add(job.id);
      if (!isWorthNotifying(job)) return;
      if (desktop.isWatched() || !desktop.isNotifying()) return;
      desktop.notify(contentOf(job, createTranslator(desktop.locale())), () => desktop.open(job));
    },
    refresh: () => desktop.showRunning(running.size),
  };
}

/** No notification for a job that the person cancelled, or for a short speech request. */
function isWorthNotifying({ kind, state, createdAtMs, endedAtMs }: Job): boolean {
  if (state === 'cancelled') return false;
  return kind === 'edit' || (endedAtMs ?? createdAtMs) - createdAtMs > LONG_SPEECH_MS;
}

function contentOf(job: Job, t: Translate): { title: string; body: string } {
  const requested = job.kind === 'edit' ? job.request.prompt : job.request.text;
  const body = [...withoutHidden(requested).replace(/\s+/g, ' ').trim()].slice(0, BODY_CHARACTERS).join('');
  if (job.state === 'done') return { title: t(`notification.done.${job.kind}`), body };
  const code = job.error?.code ?? 'outcome.unknown';
  const ofKind = `error.${code}.${job.kind}.title` as const;
  return { title: t(t.has(ofKind) ? ofKind : `error.${code}.title`), body };
}
