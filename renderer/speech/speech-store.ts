// Owns the state of the Speech screen beside its script: settings, the current error, and the takes. Independent of how
// it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SpeechJob } from '../../shared/contract/jobs.ts';
import type { LibraryItem, SpeechItem } from '../../shared/contract/library.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { LineRef, SpeechOrder, SpeechRequest } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import { planLines } from '../../shared/script/line-state.ts';
import type { BaseSettings, SentLine } from '../../shared/script/sent-text.ts';
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
import { activeConnection, isJobRunning, isSpeechJob, type Session, type SessionStore } from '../app/session-store.ts';
import type { HistoryStore } from '../app/work/history.ts';
import type { Ipc } from '../ipc.ts';
import { latestOnly } from '../lifetime/latest-only.ts';
import { saveSoon } from '../lifetime/save-soon.ts';
import { createScope } from '../lifetime/scope.ts';
import { requestsOf } from './script/long-lines.ts';
import type { Target } from './script/open-script.ts';
import type { ScriptStore } from './script/script-store.ts';
import { rememberUsed } from './voice-memory.ts';

/** From this number of requests on, a person is asked before they are sent. */
const ASK_FROM = 100;
/** Number of takes under the editor; older ones are in the library. */
const TAKES_SHOWN = 50;

/** Why the last press of Generate sent nothing: a take exists already, or the same request is running. */
type Notice = { kind: 'made'; request: SpeechRequest } | { kind: 'running' };
/** Very many requests that are not sent yet. */
type ManyRequests = { count: number; sizeBytes: number; send: () => Promise<void> };
/** Why no speech can be generated right now. */
type Blocked = 'text' | NotReady;
type SpeechSettings = Settings['speech'];

/** State and actions of the Speech screen. */
type Speech = SpeechSettings & {
  problem: JobProblem<SpeechRequest> | null;
  notice: Notice | null;
  takes: readonly SpeechItem[];
  hasMoreTakes: boolean;
  change: (change: Partial<SpeechSettings>) => void;
  /** Requests the text if it is one line, otherwise what is new, changed or failed of the script. */
  generate: () => Promise<void>;
  /** What a person is asked about before it is sent; null if there is no question. */
  asking: ManyRequests | null;
  confirmMany: () => Promise<void>;
  declineMany: () => void;
  /** Shows why a line of the script failed. */
  showFailure: (lineId: string) => void;
  /** Requests one line of the script again. */
  redoLine: (lineId: string) => Promise<void>;
  /** Requests the missing parts of an incomplete take, and nothing else. */
  completeTake: (take: SpeechItem) => Promise<void>;
  /** Sends a request again although its take exists. */
  makeAgain: () => Promise<void>;
  /** Generates a request other than the editor's, and plays the result. */
  generateRequest: (request: SpeechRequest) => Promise<void>;
  /** Sends the failed requests again, unchanged; of a script all lines that failed, and nothing else. */
  repeat: () => Promise<void>;
  /** Cancels the newest request, or all of the script if it has several lines. */
  cancel: () => void;
  report: (error: AppError | null) => void;
  dismissProblem: () => void;
  /** Takes over the settings of an earlier request. */
  adopt: (request: SpeechSettings) => void;
  reloadTakes: () => Promise<void>;
  dispose: () => void;
};

export type SpeechStore = StoreApi<Speech>;

type SpeechParts = {
  ipc: Ipc;
  session: SessionStore;
  history: HistoryStore;
  script: ScriptStore;
  /** Plays the requested speech from its first bytes on. */
  sound: Pick<PlayerBarState, 'play' | 'prepare' | 'expect' | 'endLive' | 'settleLive'>;
  /** Plays the script from a line on, which may still have to arrive, unless something is heard. */
  hear: (lineId: string) => void;
};

/** Creates the store of the Speech screen; it follows main's events until disposed of. */
export function createSpeechStore({ ipc, session, history, script, sound, hear }: SpeechParts): SpeechStore {
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

  const remember = (voices: Settings['voices']): void => {
    if (voices !== session.getState().settings.voices) session.getState().updateSettings({ voices });
  };

  /** @param line of a script that it speaks, if it is known. */
  const send = async (
    request: SpeechRequest,
    line: LineRef | null,
    how: Pick<SpeechOrder, 'again' | 'completes'> = {},
  ): Promise<void> => {
    store.getState().dismissProblem();
    sound.prepare(request.format);
    store.setState({ notice: null });
    const order = { ...request, ...(line && { line }), ...how };
    const result = await ipc.request('speech.generate', order);
    if (request.voice !== null) remember(rememberUsed(session.getState().settings.voices, request.voice));
    if (!result.ok) {
      store.setState({ problem: problemOfError(result.error, [request]) });
    } else if (result.data.kind === 'made') {
      if (line?.scriptId === script.getState().id) void script.getState().addTakes(line.lineId, [result.data.itemId]);
      const found = await ipc.request('library.getItem', { id: result.data.itemId });
      if (found.ok && found.data.kind === 'speech') sound.play(found.data);
      store.setState({ notice: { kind: 'made', request } });
    } else if (result.data.kind === 'running') {
      store.setState({ notice: { kind: 'running' } });
    } else {
      const { job } = result.data;
      if (job.kind === 'speech') sound.expect(job);
      follower.follow(job.id, job);
      if (line?.scriptId === script.getState().id) script.getState().follow(job);
    }
  };

  /** The only line of the editor, if a request says what that does. */
  const onlyLine = ({ text }: SpeechRequest): LineRef | null => {
    if (script.getState().lines[0]?.sent.sent.text !== text) return null;
    const only = script.getState().keepOnlyLine();
    return only && { scriptId: script.getState().id, lineId: only.id };
  };
  const target = (): Target => ({
    connectionId: activeConnection(session.getState())?.id ?? '',
    format: store.getState().format,
  });
  /** Sends requests for these lines, by their indices; asks first if they are very many. */
  const sendOrAsk = async (indices: readonly number[], send: () => Promise<void>): Promise<void> => {
    const { lines } = script.getState();
    const dialect = activeConnection(session.getState())?.dialect;
    const count = dialect === undefined ? 0 : requestsOf(indices, lines, dialect, target());
    if (count < ASK_FROM) return send();
    const sizeBytes = indices.reduce((sum, index) => sum + (lines[index]?.sent.sizeBytes ?? 0), 0);
    store.setState({ asking: { count, sizeBytes, send } });
  };
  /** Requests what is needed of some lines of the script, or of all. */
  const requestLines = (lineIds?: readonly string[]): Promise<void> => {
    const { lines, plan: whole, generate } = script.getState();
    const plan = lineIds === undefined ? whole : planLines(lines.filter(({ id }) => lineIds.includes(id)));
    return sendOrAsk(plan.toRequest, async () => {
      store.getState().dismissProblem();
      const error = await generate(target(), lineIds);
      store.getState().report(error);
      const first = lines[plan.toRequest[0] ?? -1];
      // As one line is heard while it arrives. Who repeats single lines is working on them.
      if (error === null && first !== undefined && lineIds === undefined) hear(first.id);
    });
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
      if (job.line === null || job.line.scriptId !== script.getState().id) return;
      const next = problemAfter(store.getState().problem, job, [job.request]);
      if (next !== store.getState().problem) store.setState({ problem: next });
    },
  });

  const store: SpeechStore = createStore<Speech>()((set, get) => ({
    ...session.getState().settings.speech,
    problem: interruptedProblem(session.getState().jobs.filter(isSpeechJob), ({ request }) => [request]),
    notice: null,
    takes: [],
    hasMoreTakes: false,
    change: (change) => {
      const next: Partial<Speech> = { ...change, notice: null };
      if (change.voice !== undefined) next.extras = extrasForVoice(change.extras ?? get().extras, change.voice);
      changeSettings(next);
    },
    asking: null,
    declineMany: () => set({ asking: null }),
    showFailure: (lineId) => {
      const job = script.getState().lines.find(({ id }) => id === lineId)?.job;
      if (job !== undefined) set({ problem: problemAfter(null, job, [job.request]) });
    },
    generate: async () => {
      script.getState().settle();
      const { lines, plan, text } = script.getState();
      if (blockedReason(session.getState(), text) !== null) return;
      void settings.now();
      const [only] = lines;
      if (lines.length > 1) return requestLines();
      if (!only?.sent.isSpoken) return;
      const request = requestOf(only.sent, target());
      await sendOrAsk(plan.toRequest, () => send(request, onlyLine(request)));
    },
    confirmMany: async () => {
      const { asking } = get();
      set({ asking: null });
      await asking?.send();
    },
    redoLine: async (lineId) => {
      if (notReady(session.getState()) !== null) return;
      const index = script.getState().lines.findIndex(({ id }) => id === lineId);
      await sendOrAsk([index], async () => {
        get().dismissProblem();
        get().report(await script.getState().redo(target(), lineId));
      });
    },
    makeAgain: async () => {
      const { notice } = get();
      if (notice?.kind !== 'made') return;
      const { request } = notice;
      await sendOrAsk([0], () => send(request, onlyLine(request), { again: true }));
    },
    completeTake: async ({ id, request, line }) => {
      if (notReady(session.getState()) === null) await send(request, line, { completes: id });
    },
    generateRequest: (request) => send(request, null),
    repeat: async () => {
      const { problem } = get();
      const { id, lines } = script.getState();
      const line =
        session
          .getState()
          .jobs.filter(isSpeechJob)
          .find((job) => job.id === problem?.jobId)?.line ?? null;
      // Only what failed: new and changed lines were not meant.
      if (line?.scriptId === id && lines.length > 1) {
        const failed = lines.filter(({ state }) => state === 'failed');
        return requestLines(failed.map((one) => one.id));
      }
      for (const request of problem?.requests ?? []) await send(request, line ?? onlyLine(request), { again: true });
    },
    cancel: () => {
      if (script.getState().lines.length > 1) return script.getState().stop();
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
    adopt: (request) => changeSettings({ ...settingsOf(request), notice: null }),
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
        // Displayed takes keep their objects while they are the same, so that their rows are not rendered again.
        const shown = new Map(get().takes.map((take) => [take.id, take]));
        const takes = result.data.items.filter(isSpeechItem).map((take) => {
          const before = shown.get(take.id);
          return before !== undefined && isDeepSame(before, take) ? before : take;
        });
        set({ takes, hasMoreTakes: result.data.hasMore });
      } else get().report(result.error);
    },
    dispose: scope.dispose,
  }));

  scope.add(
    follower.dispose,
    ipc.on('library.changed', () => void store.getState().reloadTakes()),
    ipc.onGap(() => void store.getState().reloadTakes()),
    () => void settings.now(),
    // The script that is open has the settings of the screen: another one brings its own.
    store.subscribe((state) => {
      if (!isDeepSame(baseOf(state), script.getState().base)) script.getState().setBase(baseOf(state));
    }),
    script.subscribe(({ base, text, saveError }, before) => {
      if (saveError !== before.saveError) store.getState().report(saveError);
      if (text !== before.text) store.setState({ notice: null });
      if (base === before.base || isDeepSame(base, baseOf(store.getState()))) return;
      store.setState({ ...base, notice: null });
      settings.soon();
    }),
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

function requestOf({ sent, voice, speed, extras }: SentLine, target: Target): SpeechRequest {
  return { ...target, text: sent.text, voice, speed, extras };
}

function baseOf({ voice, speed, extras }: BaseSettings): BaseSettings {
  return { voice, speed, extras };
}

function settingsOf({ voice, speed, format, extras }: SpeechSettings): SpeechSettings {
  return { voice, speed, format, extras };
}

function isDeepSame<T>(a: T, b: T): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isSpeechItem(item: LibraryItem): item is SpeechItem {
  return item.kind === 'speech';
}

function byAge(a: SpeechItem, b: SpeechItem): number {
  return b.createdAtMs - a.createdAtMs;
}
