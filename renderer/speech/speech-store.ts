// Owns the state of the Speech screen beside its script: settings, what was refused, and the takes. Independent of how it
// is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { isCancellable } from '../../shared/app/job-states.ts';
import type { SpeechJob } from '../../shared/contract/jobs.ts';
import type { LibraryItem, SpeechItem } from '../../shared/contract/library.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { SpeechOrder, SpeechRequest } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import type { BaseSettings } from '../../shared/script/sent-text.ts';
import { isSpeechInputValid } from '../../shared/speech/limits.ts';
import { extrasForVoice } from '../../shared/speech/voices.ts';
import type { Ipc } from '../ipc.ts';
import type { Problem } from '../jobs/problem.ts';
import { type NotReady, notReady } from '../jobs/readiness.ts';
import { autosave } from '../lifetime/autosave.ts';
import { createScope } from '../lifetime/scope.ts';
import { staleGuard } from '../lifetime/stale-guard.ts';
import type { PlayerBarState } from '../player/player-store.ts';
import {
  activeConnection,
  followJobs,
  isJobRunning,
  isSpeechJob,
  type Session,
  type SessionStore,
} from '../shell/session-store.ts';
import type { HistoryStore } from '../work/history.ts';
import { requestsOf } from './script/long-lines.ts';
import type { Target } from './script/open-script.ts';
import type { ScriptStore } from './script/script-store.ts';
import { orderKey, orderSpeech, type SpeechAnswers } from './speech-orders.ts';
import { rememberUsed } from './voice-memory.ts';

/** From this number of requests on, a person is asked before they are sent. */
const ASK_FROM = 100;
/** Number of takes under the editor; older ones are in the library. */
const TAKES_SHOWN = 50;

/** Why the last press of Generate sent nothing: a take exists already, or this job makes the same. */
type Notice = { kind: 'made'; again: () => Promise<void> } | { kind: 'running'; jobId: string };
/** Very many requests that are not sent yet. */
type ManyRequests = { count: number; characters: number; send: () => Promise<void> };
/** Why no speech can be generated right now. */
type Blocked = 'text' | NotReady;
type SpeechSettings = Settings['speech'];

/** State and actions of the Speech screen. */
type Speech = SpeechSettings & {
  /** What was refused or failed without a request; what became of requests is in the session's jobs. */
  problem: Problem | null;
  /** The request whose failure a person asked about. */
  explainedJobId: string | null;
  notice: Notice | null;
  takes: readonly SpeechItem[];
  hasMoreTakes: boolean;
  change: (change: Partial<SpeechSettings>) => void;
  /**
   * Requests the text if it is one line, otherwise what is new, changed or failed of the script. @param only these of its
   * lines, by their indices
   */
  generate: (only?: readonly number[]) => Promise<void>;
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
  /** Sends requests again: in today's settings if a line of the open script still has the text, else unchanged. */
  sendAgain: (jobs: readonly SpeechJob[]) => Promise<void>;
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

type SpeechDeps = {
  ipc: Ipc;
  session: SessionStore;
  history: HistoryStore;
  script: ScriptStore;
  /** Plays the requested speech from its first bytes on. */
  sound: Pick<PlayerBarState, 'play' | 'prepare' | 'expect' | 'awaits' | 'endLive' | 'settleLive'>;
  /** Plays the script from a line on, which may still have to arrive, unless something is heard. */
  hear: (lineId: string) => void;
};

/** Creates the store of the Speech screen; it follows main's events until disposed of. */
export function createSpeechStore({ ipc, session, history, script, sound, hear }: SpeechDeps): SpeechStore {
  const scope = createScope();
  const beginReload = staleGuard();

  const settings = autosave(async () => {
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

  /** Sends one request, of which what it makes is heard. */
  const sendOne = async (send: () => Promise<SpeechAnswers>, again: () => Promise<void>): Promise<void> => {
    store.setState({ problem: null, notice: null });
    sound.prepare(store.getState().format);
    const { answers, error } = await send();
    if (error !== null) return store.setState({ problem: { error, again } });
    const [answer] = answers;
    if (answer?.kind === 'made') {
      const found = await ipc.request('library.getItem', { id: answer.itemId });
      if (found.ok && found.data.kind === 'speech') sound.play(found.data);
      store.setState({ notice: { kind: 'made', again } });
    } else if (answer?.kind === 'running') {
      store.setState({ notice: answer });
    } else if (answer?.job.kind === 'speech') {
      sound.expect(answer.job);
      // It may have ended before the answer came.
      const job = session.getState().jobs.find(({ id }) => id === answer.job.id);
      if (job?.kind === 'speech' && !isJobRunning(job)) await finish(job);
    }
  };
  /** Sends a request beside the script. */
  const sendBeside = async (order: SpeechOrder): Promise<void> => {
    if (order.voice !== null) remember(rememberUsed(session.getState().settings.voices, order.voice));
    await sendOne(
      () => session.getState().order([orderKey(order)], () => orderSpeech([order], { ipc, session })),
      () => sendBeside({ ...order, again: true }),
    );
  };
  /** Sends the text of one line. */
  const sendText = async (again = false): Promise<void> => {
    const [only] = script.getState().lines;
    if (only === undefined) return;
    if (only.sent.voice !== null) remember(rememberUsed(session.getState().settings.voices, only.sent.voice));
    await sendOne(
      () => script.getState().request(target(), [only.id], { again }),
      () => sendOrAsk([0], () => sendText(true)),
    );
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
    const characters = indices.reduce((sum, index) => sum + (lines[index]?.sent.characters ?? 0), 0);
    store.setState({ asking: { count, characters, send } });
  };
  /** Requests lines of the script. */
  const requestLines = (
    lineIds: readonly string[],
    { again = false, isHeard = false }: { again?: boolean; isHeard?: boolean },
  ): Promise<void> => {
    const asked = new Set(lineIds);
    const indices = script.getState().lines.flatMap(({ id }, index) => (asked.has(id) ? [index] : []));
    return sendOrAsk(indices, async () => {
      store.setState({ problem: null, notice: null });
      const { error } = await script.getState().request(target(), lineIds, { again });
      store.getState().report(error);
      const [first] = lineIds;
      if (isHeard && error === null && first !== undefined) hear(first);
    });
  };

  /** Tells the player how a request ended. */
  const finish = async (job: SpeechJob): Promise<void> => {
    const itemId = sound.awaits(job.id) ? job.itemIds[0] : undefined;
    const found = itemId === undefined ? null : await ipc.request('library.getItem', { id: itemId });
    sound.settleLive(job.id, found?.ok && found.data.kind === 'speech' ? found.data : null, job.state === 'done');
  };

  const store: SpeechStore = createStore<Speech>()((set, get) => ({
    ...session.getState().settings.speech,
    problem: null,
    explainedJobId: null,
    notice: null,
    takes: [],
    hasMoreTakes: false,
    change: (change) => {
      const next: Partial<Speech> = { ...change, notice: null };
      if (change.voice !== undefined)
        next.extras = extrasForVoice(change.extras ?? get().extras, change.voice, change.extras !== undefined);
      changeSettings(next);
    },
    asking: null,
    declineMany: () => set({ asking: null }),
    showFailure: (lineId) =>
      set({ explainedJobId: script.getState().lines.find(({ id }) => id === lineId)?.job?.id ?? null }),
    generate: async (only) => {
      script.getState().settle();
      const { lines, plan, text } = script.getState();
      if (blockedReason(session.getState(), text) !== null) return;
      void settings.now();
      if (lines.length < 2) return sendOrAsk(plan.toRequest, sendText);
      const needed = (only ?? plan.toRequest).flatMap((index) => lines[index]?.id ?? []);
      // As one line is heard while it arrives.
      await requestLines(needed, { isHeard: true });
    },
    confirmMany: async () => {
      const { asking } = get();
      set({ asking: null });
      await asking?.send();
    },
    redoLine: async (lineId) => {
      if (notReady(session.getState()) === null) await requestLines([lineId], { again: true });
    },
    makeAgain: async () => {
      const { notice } = get();
      await (notice?.kind === 'made' ? notice.again() : sendOrAsk([0], () => sendText(true)));
    },
    completeTake: async ({ id, request, line }) => {
      if (notReady(session.getState()) !== null) return;
      await sendBeside({ ...request, ...(line && { line }), completes: id });
    },
    generateRequest: sendBeside,
    sendAgain: async (jobs) => {
      const { id: scriptId, lines } = script.getState();
      const textOf = new Map(lines.map(({ id, sent }) => [id, sent.sent.text]));
      const isInScript = ({ line, request }: SpeechJob): boolean =>
        line?.scriptId === scriptId && textOf.get(line.lineId) === request.text;
      const lineIds = jobs.filter(isInScript).flatMap(({ line }) => line?.lineId ?? []);
      if (lineIds.length > 0 && lines.length < 2) await sendOrAsk([0], () => sendText(true));
      else if (lineIds.length > 0) await requestLines(lineIds, { again: true });
      for (const { request, line } of jobs.filter((job) => !isInScript(job)))
        await sendBeside({ ...request, ...(line && { line }), again: true });
    },
    cancel: () => {
      if (script.getState().lines.length > 1) return script.getState().stop();
      const newest = session.getState().jobs.filter(isSpeechJob).filter(isCancellable).at(-1);
      if (newest !== undefined) session.getState().cancelJob(newest.id);
    },
    report: (error) => {
      if (error !== null) set({ problem: { error, again: null } });
    },
    dismissProblem: () => set({ problem: null }),
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
    followJobs(session, (job, before) => {
      if (!isSpeechJob(job)) return;
      const hasEnded = !isJobRunning(job);
      // Live playback ends as soon as no more bytes will arrive.
      if (hasEnded || job.state === 'saving') sound.endLive(job.id);
      if (hasEnded && (before === undefined || isJobRunning(before))) void finish(job);
    }),
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
