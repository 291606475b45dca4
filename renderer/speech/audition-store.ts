// Owns an audition: one line, the chosen voices, their results, and which one is playing. Independent of how they are
// displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftBody } from '../../shared/contract/drafts.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import { isSpeechInputValid } from '../../shared/speech/limits.ts';
import { extrasForVoice } from '../../shared/speech/voices.ts';
import type { AuditionPlayer } from '../engines/audio/audition-player.ts';
import type { Ipc } from '../ipc.ts';
import { notReady } from '../jobs/readiness.ts';
import { createScope } from '../lifetime/scope.ts';
import { staleGuard } from '../lifetime/stale-guard.ts';
import type { PlayerBarState, Transport } from '../player/player-store.ts';
import { takeUrl } from '../player/take-url.ts';
import { activeConnection, followJobs, isJobRunning, type SessionStore } from '../shell/session-store.ts';
import type { DraftKeeper } from '../work/draft-keeper.ts';
import { transportOf } from './heard-sound.ts';
import type { ScriptLineView } from './script/script-lines.ts';
import { orderSpeech } from './speech-orders.ts';
import type { SpeechStore } from './speech-store.ts';

/** The maximum number of voices in an audition. */
export const MAX_VOICES = 20;
/** Number of results on a page, one for each of the keys 1 to 9. */
export const PAGE_SIZE = 9;
const LOOK_UP_DELAY_MS = 150;

/** The result of a voice: what was asked, by its job as soon as there is one; the take; or why there is none. */
export type Candidate = { voice: string } & (
  | { kind: 'asked'; jobId: string | null }
  | { kind: 'made'; item: SpeechItem }
  | { kind: 'refused'; error: AppError | null }
);

/** The same as it is shown. */
export type CandidateState =
  | { state: 'running' }
  | { state: 'ready'; item: SpeechItem }
  | { state: 'failed'; error: AppError | null };

/** Returns the state of a candidate, which is that of its job until its take is there. */
export function candidateState(candidate: Candidate, jobs: readonly Job[]): CandidateState {
  if (candidate.kind === 'made') return { state: 'ready', item: candidate.item };
  if (candidate.kind === 'refused') return { state: 'failed', error: candidate.error };
  if (candidate.jobId === null) return { state: 'running' };
  const job = jobs.find(({ id }) => id === candidate.jobId);
  if (job !== undefined && (isJobRunning(job) || isMade(job))) return { state: 'running' };
  return { state: 'failed', error: job?.error ?? null };
}

/** Whether the take of a job is there, or about to be loaded. */
function isMade({ state, itemIds }: Job): boolean {
  return state === 'done' && itemIds.length > 0;
}

/** The role of a script that an audition is for. */
type AuditionRole = Pick<SpeechRequest, 'speed' | 'extras'> & { name: string; use: (voice: string) => void };

/** State and actions of an audition. */
type Audition = {
  isOpen: boolean;
  text: string;
  /** Null: the audition is for the screen. */
  role: AuditionRole | null;
  voices: readonly string[];
  /** The number of voices that would need a paid request; null while it is being looked up. */
  requestCount: number | null;
  /** The results, in the order displayed. */
  candidates: readonly Candidate[];
  /** The line that the results speak. */
  resultText: string;
  /** A person has read why results failed. */
  isFailureHidden: boolean;
  page: number;
  isBlind: boolean;
  playing: string | null;
  /** The voice that plays or played last, until others are shown. */
  heard: string | null;
  /** Moves in the sound of `heard`. */
  transport: Transport;
  /** Opens the audition with the line of before, or with `text` if there is none, and always with that of a role. */
  open: (text: string, role?: AuditionRole) => void;
  /** Goes back to the text; what is under way goes on. */
  close: () => void;
  /** Restores the line and the voices of an earlier window. */
  restore: (draft: DraftBody<'audition'>) => void;
  setText: (text: string) => void;
  toggleVoice: (voice: string) => void;
  clearVoices: () => void;
  /** Generates the line in every voice. Existing takes are reused, not paid for again. */
  run: () => Promise<void>;
  cancel: () => void;
  /** Hides why results failed, here and on the screen; each keeps its own reason. */
  dismissFailures: () => void;
  /** Stops playback; the player bar is free for something else. */
  stop: () => void;
  /** Plays the result with this index on the page, from 0; pauses it if it is already playing. */
  flip: (place: number) => void;
  /** Pauses the result that was heard last, or plays it on. */
  toggle: () => void;
  setPage: (page: number) => void;
  /** Hides the names and shuffles the results, or shows the names in the chosen order again. */
  setBlind: (isBlind: boolean) => void;
  dispose: () => void;
};

export type AuditionStore = StoreApi<Audition>;

type VolumeSource = Pick<StoreApi<Pick<PlayerBarState, 'volume'>>, 'getState' | 'subscribe'>;

type AuditionDeps = {
  ipc: Ipc;
  session: SessionStore;
  speech: SpeechStore;
  drafts: DraftKeeper;
  player: AuditionPlayer;
  /** The bar whose volume applies. */
  bar: VolumeSource;
  /** Returns a number in [0, 1). */
  random?: () => number;
};

/** Creates the store; it follows main's events until disposed of. */
export function createAuditionStore({
  ipc,
  session,
  speech,
  drafts,
  player,
  bar,
  random = Math.random,
}: AuditionDeps): AuditionStore {
  const scope = createScope();
  let lookingUp: ReturnType<typeof setTimeout> | undefined;
  const beginLookUp = staleGuard();

  const requestFor = (voice: string): SpeechRequest => {
    const { format } = speech.getState();
    const connectionId = activeConnection(session.getState())?.id ?? '';
    const { text, role } = store.getState();
    const { speed, extras } = role ?? speech.getState();
    return { connectionId, text, voice, speed, format, extras: extrasForVoice(extras, voice) };
  };

  const lookUp = async (): Promise<void> => {
    const isLatest = beginLookUp();
    const { voices, text, isOpen } = store.getState();
    if (!isOpen || voices.length === 0 || !isSpeechInputValid(text)) return store.setState({ requestCount: 0 });
    const result = await ipc.request('speech.findMade', voices.map(requestFor));
    if (!isLatest()) return;
    store.setState({ requestCount: result.ok ? result.data.filter((id) => id === null).length : voices.length });
  };
  const lookUpSoon = (): void => {
    clearTimeout(lookingUp);
    store.setState({ requestCount: null });
    lookingUp = setTimeout(() => void lookUp(), LOOK_UP_DELAY_MS);
  };

  const replaceCandidate = (candidate: Candidate): void =>
    store.setState(({ candidates }) => ({
      candidates: candidates.map((one) => (one.voice === candidate.voice ? candidate : one)),
    }));

  const loadTake = async (voice: string, itemId: string): Promise<void> => {
    const found = await ipc.request('library.getItem', { id: itemId });
    const item = found.ok && found.data.kind === 'speech' ? found.data : null;
    const isLoaded = item !== null && (await player.load(voice, takeUrl(item)));
    if (item === null || !isLoaded) replaceCandidate({ voice, kind: 'refused', error: found.ok ? null : found.error });
    else replaceCandidate({ voice, kind: 'made', item });
  };

  const requestVoices = async (voices: readonly string[]): Promise<void> => {
    const { answers, error } = await orderSpeech(voices.map(requestFor), { ipc, session });
    const loading = voices.map((voice, index) => {
      const answer = answers[index];
      if (answer === undefined) return replaceCandidate({ voice, kind: 'refused', error });
      if (answer.kind === 'made') return loadTake(voice, answer.itemId);
      const jobId = answer.kind === 'job' ? answer.job.id : answer.jobId;
      replaceCandidate({ voice, kind: 'asked', jobId });
      // It may have ended before the answer came.
      const job = session.getState().jobs.find(({ id }) => id === jobId);
      return job && loadMade(job);
    });
    await Promise.all(loading);
  };

  const loadMade = (job: Job): void => {
    const candidate = store.getState().candidates.find((one) => one.kind === 'asked' && one.jobId === job.id);
    const [itemId] = isMade(job) ? job.itemIds : [];
    if (candidate !== undefined && itemId !== undefined) void loadTake(candidate.voice, itemId);
  };
  const stateOf = (candidate: Candidate): CandidateState => candidateState(candidate, session.getState().jobs);

  const store: AuditionStore = createStore<Audition>()((set, get) => ({
    isOpen: false,
    text: '',
    role: null,
    voices: [],
    requestCount: 0,
    candidates: [],
    resultText: '',
    isFailureHidden: false,
    page: 0,
    isBlind: false,
    playing: null,
    heard: null,
    transport: transportOf(player, () => get().heard),
    open: (text, role) => {
      set({ isOpen: true, role: role ?? null, text: role === undefined ? get().text || text : text });
      lookUpSoon();
    },
    close: () => {
      player.stop();
      set({ isOpen: false, heard: null });
    },
    restore: ({ text, voices }) => set({ text, voices: voices.slice(0, MAX_VOICES) }),
    setText: (text) => {
      set({ text });
      lookUpSoon();
    },
    toggleVoice: (voice) => {
      const { voices } = get();
      if (voices.includes(voice)) set({ voices: voices.filter((one) => one !== voice) });
      else if (voices.length < MAX_VOICES) set({ voices: [...voices, voice] });
      lookUpSoon();
    },
    clearVoices: () => {
      set({ voices: [] });
      lookUpSoon();
    },
    run: async () => {
      const { voices, text, isBlind, candidates: before } = get();
      const isRunning = before.some((one) => stateOf(one).state === 'running');
      if (isRunning || voices.length === 0 || !isSpeechInputValid(text) || notReady(session.getState()) !== null)
        return;
      player.clear();
      const candidates = voices.map((voice): Candidate => ({ voice, kind: 'asked', jobId: null }));
      set({
        candidates: isBlind ? shuffle(candidates, random) : candidates,
        resultText: text,
        page: 0,
        heard: null,
        isFailureHidden: false,
      });
      await requestVoices(voices);
      lookUpSoon();
    },
    cancel: () => {
      for (const candidate of get().candidates)
        if (candidate.kind === 'asked' && candidate.jobId !== null) session.getState().cancelJob(candidate.jobId);
    },
    dismissFailures: () => {
      set({ isFailureHidden: true });
      for (const candidate of get().candidates) {
        const shown = stateOf(candidate);
        if (candidate.kind !== 'asked' || candidate.jobId === null || shown.state !== 'failed') continue;
        replaceCandidate({ voice: candidate.voice, kind: 'refused', error: shown.error });
        session.getState().dismissJobs([candidate.jobId]);
      }
    },
    stop: () => {
      player.stop();
      set({ heard: null });
    },
    flip: (place) => {
      const { candidates, page } = get();
      const candidate = place < PAGE_SIZE ? candidates[page * PAGE_SIZE + place] : undefined;
      if (candidate?.kind !== 'made') return;
      set({ heard: candidate.voice });
      player.flip(candidate.voice);
    },
    toggle: () => {
      const { heard } = get();
      if (heard !== null) player.flip(heard);
    },
    setPage: (page) => set({ page: Math.max(0, Math.min(page, pageCount(get().candidates) - 1)) }),
    setBlind: (isBlind) => {
      const { candidates, voices } = get();
      player.stop();
      const inOrder = [...candidates].sort((a, b) => voices.indexOf(a.voice) - voices.indexOf(b.voice));
      set({ isBlind, heard: null, candidates: isBlind ? shuffle(candidates, random) : inOrder });
    },
    dispose: scope.dispose,
  }));

  player.setVolume(bar.getState().volume);
  scope.add(
    bar.subscribe(({ volume }) => player.setVolume(volume)),
    player.dispose,
    () => clearTimeout(lookingUp),
    followJobs(session, loadMade),
    // A deleted take must be paid for again; for a new one no request is needed.
    ipc.on('library.changed', () => {
      if (store.getState().isOpen) lookUpSoon();
    }),
    speech.subscribe((state, before) => {
      const isOther = state.speed !== before.speed || state.format !== before.format || state.extras !== before.extras;
      if (isOther && store.getState().isOpen) lookUpSoon();
    }),
    store.subscribe(({ text, voices }, before) => {
      if (text === before.text && voices === before.voices) return;
      const isNothing = text.trim() === '' && voices.length === 0;
      drafts.keep({ name: 'audition', body: isNothing ? null : { text, voices: [...voices] } });
    }),
    player.subscribe(() => store.setState({ playing: player.playingId() })),
  );
  return store;
}

/** Returns the number of pages of results, at least one. */
export function pageCount(candidates: readonly unknown[]): number {
  return Math.max(1, Math.ceil(candidates.length / PAGE_SIZE));
}

/** Returns a random permutation (Fisher–Yates); all are equally likely. */
function shuffle<T>(values: readonly T[], random: () => number): T[] {
  const mixed = [...values];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [mixed[i], mixed[j]];
    if (a !== undefined && b !== undefined) [mixed[i], mixed[j]] = [b, a];
  }
  return mixed;
}

/** Returns what is sent of the first line that is spoken, without its role: the initial line of an audition. */
export function firstLine(lines: readonly Pick<ScriptLineView, 'sent'>[]): string {
  return lines.find(({ sent }) => sent.isSpoken)?.sent.sent.text.trim() ?? '';
}
