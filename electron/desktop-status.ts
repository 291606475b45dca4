// Tells the desktop what goes on while nobody looks at the window: that something runs, and that a long request has ended. It must not know windows.

import type { Job } from '../shared/contract/jobs.ts';
import { createTranslator, isMessageKey, type Locale, type Translate } from '../shared/i18n/index.ts';
import { isJobOver } from '../shared/job-states.ts';

/** A request for speech shorter than this was waited for. */
const LONG_SPEECH_MS = 10_000;
const BODY_CHARACTERS = 120;

/** What is told, and by what. */
export type Desktop = {
  /** Shows on the taskbar how many requests run. */
  showRunning: (count: number) => void;
  /** Whether the window has the person's attention. */
  isWatched: () => boolean;
  /** The person wants notifications. */
  isNotifying: () => boolean;
  locale: () => Locale;
  notify: (words: { title: string; body: string }, onClick: () => void) => void;
  /** Brings up the window with what came of a request. */
  open: (job: Job) => void;
};

/** Follows jobs for the desktop. */
export type DesktopStatus = {
  follow: (job: Job) => void;
  /** Tells a window that has just been opened. */
  refresh: () => void;
};

/** Makes it; nothing is told until a job is followed. */
export function createDesktopStatus(desktop: Desktop): DesktopStatus {
  const running = new Set<string>();
  return {
    follow(job) {
      const wasRunning = running.has(job.id);
      const countBefore = running.size;
      if (isJobOver(job.state)) running.delete(job.id);
      else running.add(job.id);
      if (running.size !== countBefore) desktop.showRunning(running.size);
      if (!wasRunning || running.has(job.id) || !isWorthTelling(job)) return;
      if (desktop.isWatched() || !desktop.isNotifying()) return;
      desktop.notify(wordsOf(job, createTranslator(desktop.locale())), () => desktop.open(job));
    },
    refresh: () => desktop.showRunning(running.size),
  };
}

/** What a person cancelled they know of; a short wait for speech is none. */
function isWorthTelling({ kind, state, createdAtMs, endedAtMs }: Job): boolean {
  if (state === 'cancelled') return false;
  return kind === 'edit' || (endedAtMs ?? createdAtMs) - createdAtMs > LONG_SPEECH_MS;
}

function wordsOf(job: Job, t: Translate): { title: string; body: string } {
  const asked = job.kind === 'edit' ? job.request.prompt : job.request.text;
  const body = [...asked.replace(/\s+/g, ' ').trim()].slice(0, BODY_CHARACTERS).join('');
  if (job.state === 'done') return { title: t(`notification.done.${job.kind}`), body };
  const code = job.error?.code ?? 'outcome.unknown';
  const ofKind = `error.${code}.${job.kind}.title` as const;
  return { title: t(isMessageKey(ofKind) ? ofKind : `error.${code}.title`), body };
}
