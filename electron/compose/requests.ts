// Connects the queue of requests, and what is made of replies that were kept, to the page and the desktop.

import { createSignal } from '../../shared/app/signals.ts';
import { requestsAtOnce } from '../../shared/connection/connections.ts';
import { createDesktopStatus } from '../desktop-status.ts';
import { askAboutOrigin } from '../dialogs.ts';
import { systemClock } from '../jobs/clock.ts';
import { createJobReports } from '../jobs/job-reports.ts';
import { createJobSeal } from '../jobs/job-seal.ts';
import { createKeptReplies } from '../jobs/kept-replies.ts';
import { createTakeAway } from '../library/quarantine.ts';
import { showNotification } from '../notifications.ts';
import { openSealSecret } from '../settings/seal-secret.ts';
import { stayAwake } from '../stay-awake.ts';
import type { ConnectionSide } from './connections.ts';
import { composeJobs } from './jobs.ts';
import type { StorageSide } from './storage.ts';
import type { StepDeps } from './studio-deps.ts';

type Deps = Pick<StepDeps, 'folder' | 'log' | 'vault' | 'settings' | 'window' | 'emit' | 'emitLibrary' | 'locale'> &
  Pick<ConnectionSide, 'connections' | 'findings' | 'http' | 'emitSettings'> &
  Pick<StorageSide, 'database' | 'disk' | 'reportQuarantined'>;

/** The library and its jobs, and what follows them. */
export type RequestSide = ReturnType<typeof composeRequests>;

/** Creates the queue of requests and what follows it. */
export function composeRequests(deps: Deps) {
  const { log, settings, connections, http, database, disk, folder, window, emit, emitLibrary, locale } = deps;
  const desktop = createDesktopStatus({
    showRunning: window.showRunning,
    stayAwake: (isBusy) => stayAwake('requests', isBusy),
    isWatched: window.isFocused,
    isNotifying: () => settings.current().isNotifying,
    locale,
    notify: (words, onClick) => showNotification(words, onClick, log),
    open: ({ kind, itemIds }) => {
      window.focus();
      emit('notification.clicked', { kind, itemIds });
    },
  });
  const replyKept = createSignal<string>();
  const jobSide = composeJobs({
    database,
    folder,
    http,
    connections,
    concurrency: (connectionId, kind) => requestsAtOnce(connections.dialect(connectionId), kind),
    prices: connections.prices,
    clock: systemClock,
    random: Math.random,
    seal: createJobSeal(openSealSecret(deps.vault)),
    disk,
    takeAway: createTakeAway(folder, deps.reportQuarantined),
    onChunk: (chunk) => emit('speech.chunkArrived', chunk),
    onLibraryChanged: (id) => emitLibrary([id]),
    onReplyKept: replyKept.emit,
    onVoiceAnswered: deps.findings.setVoiceRefused,
    ...createJobReports({ emit, disk, desktop, log }),
  });
  const keptReplies = createKeptReplies({
    ...jobSide,
    http,
    connections,
    clock: systemClock,
    askOrigin: (connectionName, origin) => askAboutOrigin(window.current(), { connectionName, origin }, locale(), log),
    onAllowed: deps.emitSettings,
    onLibraryChanged: emitLibrary,
    onBug: (error) => log.error('reply.bug', error),
  });
  replyKept.on(keptReplies.watch);
  return { ...jobSide, desktop, keptReplies };
}
