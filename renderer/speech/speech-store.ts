// Owns the state of the Speech screen: text, settings, the current error, and the takes. Independent of how it is
// displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Draft } from '../../shared/contract/drafts.ts';
import type { Job, SpeechJob } from '../../shared/contract/jobs.ts';
import type { LibraryItem, SpeechItem } from '../../shared/contract/library.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import { isSpeechInputValid } from '../../shared/speech/limits.ts';
import { extrasForVoice } from '../../shared/speech/voices.ts';
import type { PlayerBarState } from '../app/player/player-store.ts';
import { createJobFollower } from '../app/queue/job-follower.ts';
import {
  dismissJobOf,
  interruptedProblem,
  type JobProblem,
  problemAfter,
  problemOfError,
} from '../app/queue/job-problem.ts';
import { type NotReady, notReady } from '../app/queue/readiness.ts';
import { activeConnection, isJobRunning, type Session, type SessionStore } from '../app/session-store.ts';
import type { DraftKeeper } from '../app/work/draft-keeper.ts';
import type { HistoryStore } from '../app/work/history.ts';
import type { WorkDeskStore } from '../app/work/work-desk.ts';
import type { Ipc } from '../ipc.ts';
import { latestOnly } from '../lifetime/latest-only.ts';
import { saveSoon } from '../lifetime/save-soon.ts';
import { createScope } from '../lifetime/scope.ts';
import { isWritten } from './sample-texts.ts';
import { rememberUsed } from './voice-memory.ts';

/** Number of takes under the editor; older ones are in the library. */
const TAKES_SHOWN = 50;

/** Why the last press of Generate sent nothing: a take exists already, or the same request is running. */
type Notice = { kind: 'made'; request: SpeechRequest } | { kind: 'running' };
/** Why no speech can be generated right now. */
type Blocked = 'text' | NotReady;
type SpeechSettings = Settings['speech'];

/** State and actions of the Speech screen. */
type Speech = SpeechSettings & {
  text: string;
  /** Incremented when the text was set other than by typing, so that the editor's own undo ends there. */
  revision: number;
  problem: JobProblem<SpeechRequest> | null;
  notice: Notice | null;
  takes: readonly SpeechItem[];
  hasMoreTakes: boolean;
  setText: (text: string) => void;
  /**
   * The same for a long text, whose string takes time to make: it is read soon, and before it is used here.
   * @param read returns the text as it is then
   */
  setTextSoon: (read: () => string) => void;
  /** Reads what `setTextSoon` has left to read. */
  settleText: () => void;
  /** Sets the text other than by typing. */
  replaceText: (text: string) => void;
  change: (change: Partial<SpeechSettings>) => void;
  generate: () => Promise<void>;
  /** Sends a request again although its take exists. */
  makeAgain: () => Promise<void>;
  /** Generates a request other than the editor's, and plays the result. */
  generateRequest: (request: SpeechRequest) => Promise<void>;
  /** Sends the failed requests again, unchanged. */
  repeat: () => Promise<void>;
  cancelNewest: () => void;
  report: (error: AppError | null) => void;
  dismissProblem: () => void;
  /** Copies the settings of an earlier request into the editor, and its text where `withText`. */
  adopt: (request: SpeechRequest, withText: boolean) => void;
  reloadTakes: () => Promise<void>;
  dispose: () => void;
};

export type SpeechStore = StoreApi<Speech>;

type SpeechParts = {
  ipc: Ipc;
  session: SessionStore;
  drafts: DraftKeeper;
  history: HistoryStore;
  desk: WorkDeskStore;
  /** Plays the requested speech from its first bytes on. */
  sound: Pick<PlayerBarState, 'play' | 'prepare' | 'expect' | 'endLive' | 'settleLive'>;
};

/** Creates the store of the Speech screen; it follows main's events until disposed of. */
export function createSpeechStore({ ipc, session, drafts, history, desk, sound }: SpeechParts): SpeechStore {
  const scope = createScope();
  const beginReload = latestOnly();

  const settings = saveSoon(async () => {
    const speech = settingsOf(store.getState());
    if (isDeepSame(speech, settingsOf(session.getState().settings.speech))) return;
    session.getState().updateSettings({ speech });
  });
  /** Changes settings as a step that can be undone. */
  const changeSettings = (next: Partial<Speech>): void => {
    const before = settingsOf(store.getState());
    store.setState(next);
    const after = settingsOf(store.getState());
    settings.soon();
    if (isDeepSame(before, after)) return;
    const set = (values: SpeechSettings) => async () => {
      store.setState({ ...values, notice: null });
      settings.soon();
      return true;
    };
    history.getState().push('speech', {
      name: (t) => t('history.settings'),
      kind: Object.keys(next).sort().join(),
      undo: set(before),
      redo: set(after),
    });
  };

  let readText: (() => string) | undefined;
  const reading = saveSoon(async () => {
    store.getState().settleText();
    // Together with the time to here, not later than for a short text.
    await drafts.keepNow(draftOf(store.getState().text));
  });

  const remember = (voices: Settings['voices']): void => {
    if (voices !== session.getState().settings.voices) session.getState().updateSettings({ voices });
  };

  const send = async (request: SpeechRequest, again = false): Promise<void> => {
    store.getState().dismissProblem();
    sound.prepare(request.format);
    store.setState({ notice: null });
    const result = await ipc.request('speech.generate', again ? { ...request, again } : request);
    if (request.voice !== null) remember(rememberUsed(session.getState().settings.voices, request.voice));
    if (!result.ok) {
      store.setState({ problem: problemOfError(result.error, [request]) });
    } else if (result.data.kind === 'made') {
      const found = await ipc.request('library.getItem', { id: result.data.itemId });
      if (found.ok && found.data.kind === 'speech') sound.play(found.data);
      store.setState({ notice: { kind: 'made', request } });
    } else if (result.data.kind === 'running') {
      store.setState({ notice: { kind: 'running' } });
    } else {
      const { job } = result.data;
      if (job.kind === 'speech') sound.expect(job);
      follower.follow(job.id, job);
    }
  };

  const finish = async (job: SpeechJob): Promise<void> => {
    const itemId = job.itemIds[0];
    const found = itemId === undefined ? null : await ipc.request('library.getItem', { id: itemId });
    const item = found?.ok && found.data.kind === 'speech' ? found.data : null;
    // The sound first, because it is more urgent than rendering the new row.
    sound.settleLive(job.id, item, job.state === 'done');
    if (item === null) return;
    const { takes } = store.getState();
    if (!takes.some((take) => take.id === item.id)) store.setState({ takes: [item, ...takes].sort(byAge) });
  };

  /** Ends live playback as soon as no more bytes will arrive. */
  const endSound = (job: SpeechJob): void => {
    if (!isJobRunning(job) || job.state === 'saving') sound.endLive(job.id);
  };
  const follower = createJobFollower({
    session,
    isKind: isSpeechJob,
    onUpdate: (job) => {
      endSound(job);
      const { problem } = store.getState();
      const next = problemAfter(problem, job, [job.request]);
      if (next !== problem) store.setState({ problem: next });
    },
    onSettled: (job) => {
      if (store.getState().notice?.kind === 'running') store.setState({ notice: null });
      void finish(job);
    },
    onAmended: (job) => {
      const { problem } = store.getState();
      if (problem?.jobId === job.id) store.setState({ problem: problemAfter(problem, job, [job.request]) });
    },
    // A job of an earlier window, or one whose reply is still pending: it is not played live.
    onOtherUpdate: (job) => {
      endSound(job);
      if (!isJobRunning(job)) sound.settleLive(job.id, null, false);
    },
  });

  const store: SpeechStore = createStore<Speech>()((set, get) => ({
    ...session.getState().settings.speech,
    text: '',
    revision: 0,
    problem: interruptedProblem(session.getState().jobs.filter(isSpeechJob), ({ request }) => [request]),
    notice: null,
    takes: [],
    hasMoreTakes: false,
    setText: (text) => {
      readText = undefined;
      set({ text, notice: null });
    },
    setTextSoon: (read) => {
      readText = read;
      reading.soon();
    },
    settleText: () => {
      if (readText !== undefined) get().setText(readText());
    },
    replaceText: (text) => {
      readText = undefined;
      set({ text, revision: get().revision + 1, notice: null });
    },
    change: (change) => {
      const next: Partial<Speech> = { ...change, notice: null };
      if (change.voice !== undefined) next.extras = extrasForVoice(change.extras ?? get().extras, change.voice);
      changeSettings(next);
    },
    generate: async () => {
      get().settleText();
      if (blockedReason(session.getState(), get().text) !== null) return;
      void settings.now();
      const { text, voice, speed, format, extras } = get();
      await send({ connectionId: activeConnection(session.getState())?.id ?? '', text, voice, speed, format, extras });
    },
    makeAgain: async () => {
      const { notice } = get();
      if (notice?.kind === 'made') await send(notice.request, true);
    },
    generateRequest: (request) => send(request),
    repeat: async () => {
      for (const request of get().problem?.requests ?? []) await send(request, true);
    },
    cancelNewest: () => {
      const newest = session.getState().jobs.filter(isSpeechJob).filter(isJobRunning).at(-1);
      if (newest !== undefined) session.getState().cancelJob(newest.id);
    },
    report: (error) => {
      if (error !== null) set({ problem: problemOfError(error) });
    },
    dismissProblem: () => {
      const { problem } = get();
      set({ problem: null });
      dismissJobOf(problem, ipc);
    },
    adopt: (request, withText) => {
      if (withText) {
        set({ ...settingsOf(request), notice: null });
        get().replaceText(request.text);
        settings.soon();
      } else changeSettings({ ...settingsOf(request), notice: null });
    },
    reloadTakes: async () => {
      const isLatest = beginReload();
      const result = await ipc.request('library.list', {
        search: '',
        kind: 'speech',
        beforeId: null,
        limit: TAKES_SHOWN,
      });
      // A later reload has newer data.
      if (!isLatest()) return;
      if (result.ok) {
        // Displayed takes keep their objects, so that their rows are not rendered again. Only the title and the sample
        // rate of pcm can change.
        const shown = new Map(get().takes.map((take) => [take.id, take]));
        const takes = result.data.items.filter(isSpeechItem).map((take) => {
          const before = shown.get(take.id);
          const isSame = before?.audio.sampleRateHz === take.audio.sampleRateHz && before.title === take.title;
          return isSame ? before : take;
        });
        set({ takes, hasMoreTakes: result.data.hasMore });
      } else get().report(result.error);
    },
    dispose: scope.dispose,
  }));

  desk.getState().offer({
    screen: 'speech',
    current: () => {
      store.getState().settleText();
      const { text } = store.getState();
      return isWritten(text) ? { ...settingsOf(store.getState()), text } : null;
    },
    show: async (work) => {
      if (work !== null) store.setState(settingsOf(work));
      store.getState().replaceText(work?.text ?? '');
      settings.soon();
      await drafts.keepNow(draftOf(work?.text ?? ''));
    },
  });

  scope.add(
    follower.dispose,
    ipc.on('library.changed', () => void store.getState().reloadTakes()),
    ipc.onGap(() => void store.getState().reloadTakes()),
    () => void settings.now(),
    store.subscribe(({ text }, before) => {
      if (text !== before.text) drafts.keep(draftOf(text));
    }),
    // Disposed of first.
    () => store.getState().settleText(),
  );
  return store;
}

/** Returns the reason why no speech can be generated, or null. */
export function blockedReason(
  session: Pick<Session, 'connections' | 'settings' | 'storage' | 'practice'>,
  text: string,
): Blocked | null {
  return notReady(session) ?? (isSpeechInputValid(text) ? null : 'text');
}

function draftOf(text: string): Draft {
  return { name: 'speech', body: isWritten(text) ? { text } : null };
}

function settingsOf({ voice, speed, format, extras }: SpeechSettings): SpeechSettings {
  return { voice, speed, format, extras };
}

function isDeepSame(a: SpeechSettings, b: SpeechSettings): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether a job generates speech. */
export function isSpeechJob(job: Job): job is SpeechJob {
  return job.kind === 'speech';
}

function isSpeechItem(item: LibraryItem): item is SpeechItem {
  return item.kind === 'speech';
}

function byAge(a: SpeechItem, b: SpeechItem): number {
  return b.createdAtMs - a.createdAtMs;
}
