// Owns the voice gallery: its filters, the shortlist, and the audition of that: one line, its results, and which one is
// playing. Independent of how they are displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftBody } from '../../shared/contract/drafts.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { isSpeechInputValid } from '../../shared/speech/limits.ts';
import { extrasForVoice } from '../../shared/speech/voices.ts';
import type { AuditionPlayer } from '../engines/audio/audition-player.ts';
import type { Ipc } from '../ipc.ts';
import { notReady } from '../jobs/readiness.ts';
import { createScope } from '../lifetime/scope.ts';
import { staleGuard } from '../lifetime/stale-guard.ts';
import type { PlayerBarState, Transport } from '../player/player-store.ts';
import { takeUrl } from '../player/take-url.ts';
import { activeConnection, followJobs, type SessionStore } from '../shell/session-store.ts';
import type { DraftKeeper } from '../work/draft-keeper.ts';
import {
  type Candidate,
  type CandidateState,
  candidateState,
  isMade,
  MAX_VOICES,
  PAGE_SIZE,
  pageCount,
  shuffle,
} from './audition-candidates.ts';
import type { VoiceFilters } from './gallery/voice-filters.ts';
import { transportOf } from './heard-sound.ts';
import type { ScriptLineView } from './script/script-lines.ts';
import { orderSpeech } from './speech-orders.ts';
import type { SpeechStore } from './speech-store.ts';
import { rememberKey } from './voice-memory.ts';

const LOOK_UP_DELAY_MS = 150;

/** The role of a script that an audition is for. */
type AuditionRole = Pick<SpeechRequest, 'voice' | 'speed' | 'extras'> & { name: string; use: (voice: string) => void };

/** State and actions of the gallery and its audition. */
type Audition = {
  isOpen: boolean;
  /** The results are shown in place of the voices. */
  isComparing: boolean;
  filters: VoiceFilters;
  text: string;
  /** Null: the voice is for the screen. */
  role: AuditionRole | null;
  /** The shortlist. */
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
  /** Names are hidden. */
  isBlind: boolean;
  /** The results were heard blind and keep their letters and places. */
  isRevealed: boolean;
  /** The voice that was preferred while names were hidden. */
  preferred: string | null;
  playing: string | null;
  /** The voice that plays or played last, until others are shown. */
  heard: string | null;
  /** Moves in the sound of `heard`. */
  transport: Transport;
  /** Opens the gallery with the line of before, or with `text` if there is none, and always with that of a role. */
  open: (text: string, role?: AuditionRole) => void;
  /** Goes back: from the results to the voices, and from those to the text; what is under way goes on. */
  back: () => void;
  /** Goes back to the text. */
  close: () => void;
  /** Gives the screen or the role this voice, and goes back to the text. */
  use: (voice: string) => void;
  /** Restores what an earlier window left. */
  restore: (draft: DraftBody<'audition'>) => void;
  setFilters: (filters: VoiceFilters) => void;
  setText: (text: string) => void;
  toggleVoice: (voice: string) => void;
  /** Adds voices to the shortlist, as many as it holds. */
  addVoices: (voices: readonly string[]) => void;
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
  /** Hides the names and shuffles the results, or shows the names where the results are. */
  setBlind: (isBlind: boolean) => void;
  /** Shows the names where the results are; this one was preferred. */
  prefer: (voice: string) => void;
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
    isComparing: false,
    filters: {},
    text: '',
    role: null,
    voices: [],
    requestCount: 0,
    candidates: [],
    resultText: '',
    isFailureHidden: false,
    page: 0,
    isBlind: false,
    isRevealed: false,
    preferred: null,
    playing: null,
    heard: null,
    transport: transportOf(player, () => get().heard),
    open: (text, role) => {
      set({
        isOpen: true,
        isComparing: false,
        role: role ?? null,
        text: role === undefined ? get().text || text : text,
      });
      lookUpSoon();
    },
    back: () => {
      if (!get().isComparing) return get().close();
      player.stop();
      set({ isComparing: false, heard: null });
    },
    close: () => {
      player.stop();
      set({ isOpen: false, isComparing: false, heard: null });
    },
    use: (voice) => {
      const { role, close } = get();
      const { settings, updateSettings } = session.getState();
      const voices = rememberKey(settings.voices, voice);
      if (voices !== settings.voices) updateSettings({ voices });
      if (role === null) speech.getState().change({ voice });
      else role.use(voice);
      close();
    },
    restore: ({ text, voices, filters = {} }) => set({ text, voices: voices.slice(0, MAX_VOICES), filters }),
    setFilters: (filters) => set({ filters }),
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
    addVoices: (more) => {
      set({ voices: [...new Set([...get().voices, ...more])].slice(0, MAX_VOICES) });
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
        isComparing: true,
        isRevealed: false,
        preferred: null,
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
      const { candidates } = get();
      if (!isBlind) return set({ isBlind, isRevealed: candidates.length > 0 });
      player.stop();
      const hidden = { isBlind, isRevealed: false, preferred: null, heard: null };
      set({ ...hidden, page: 0, candidates: shuffle(candidates, random) });
    },
    prefer: (preferred) => {
      get().setBlind(false);
      set({ preferred });
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
    store.subscribe(({ text, voices, filters }, before) => {
      if (text === before.text && voices === before.voices && filters === before.filters) return;
      const isNothing = text.trim() === '' && voices.length === 0 && Object.keys(filters).length === 0;
      drafts.keep({ name: 'audition', body: isNothing ? null : { text, voices: [...voices], filters } });
    }),
    player.subscribe(() => store.setState({ playing: player.playingId() })),
  );
  return store;
}

/** Returns what is sent of the first line that is spoken, without its role: the initial line of an audition. */
export function firstLine(lines: readonly Pick<ScriptLineView, 'sent'>[]): string {
  return lines.find(({ sent }) => sent.isSpoken)?.sent.sent.text.trim() ?? '';
}
