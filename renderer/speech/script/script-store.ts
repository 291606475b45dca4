// Owns the open script: its text, lines, cast and pronunciation, and the takes of its lines.
// Independent of how it is edited and displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { isCancellable } from '../../../shared/app/job-states.ts';
import type { LexiconRule, Script, ScriptLine } from '../../../shared/contract/scripts.ts';
import type { SpeechOrder } from '../../../shared/contract/speech.ts';
import { roleColours } from '../../../shared/script/cast.ts';
import { compileLexicon } from '../../../shared/script/lexicon.ts';
import { isUnderWay, planLines } from '../../../shared/script/line-state.ts';
import { judgeNames, roleKey } from '../../../shared/script/roles.ts';
import { MAX_CAST } from '../../../shared/script/script-size.ts';
import { type BaseSettings, createSentLines, openNames, rolesOf } from '../../../shared/script/sent-text.ts';
import { USUAL_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import type { Ipc } from '../../ipc.ts';
import { createScope } from '../../lifetime/scope.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import { isSpeechJob, type SessionStore } from '../../shell/session-store.ts';
import type { DraftKeeper } from '../../work/draft-keeper.ts';
import { isWritten } from '../sample-texts.ts';
import { orderSpeech } from '../speech-orders.ts';
import { createDebouncedWork } from './debounced-work.ts';
import { changeText, type IdentifiedText, identifyLines, spokenLines } from './identified-text.ts';
import { createLineTakes } from './line-takes.ts';
import type { OpenScript, Target } from './open-script.ts';
import { withRoleChange } from './role-change.ts';
import {
  followHeadings,
  type LineChange,
  type LineRecords,
  placeRecords,
  type ScriptLineView,
  viewLines,
  withLineChange,
} from './script-lines.ts';
import { createScriptSaving } from './script-saving.ts';

export type ScriptStore = StoreApi<OpenScript>;

type ScriptDeps = {
  ipc: Ipc;
  session: SessionStore;
  /** Keeps which script is open. */
  drafts: Pick<DraftKeeper, 'keep' | 'keepNow'>;
  base: BaseSettings;
  makeId: () => string;
};

/** What is kept of the open script between its changes. */
type Work = IdentifiedText & { createdAtMs: number; records: LineRecords };

/** Creates the store with an empty script; it follows main's events until disposed of. */
export function createScriptStore({ ipc, session, drafts, base, makeId }: ScriptDeps): ScriptStore {
  const scope = createScope();
  const beginOpening = staleGuard();
  let findSent = createSentLines();
  const compile = (rules: readonly LexiconRule[]) => compileLexicon([...rules, ...session.getState().settings.lexicon]);
  let lexicon = compile([]);
  const nothing = { text: '', textLines: [], ids: [], lost: [] };
  let work: Work = { ...nothing, createdAtMs: Date.now(), records: new Map() };
  /** Returns the text, which has changed since it was read; see `setTextSoon`. */
  let unread: (() => string) | undefined;
  /** The last records with their positions, so that unchanged ones stay the same objects. */
  let placed = new Map<string, ScriptLine>();

  const saving = createScriptSaving({
    ipc,
    read: () => {
      readNow();
      const { id, isKept, title, text, base: settings, cast, lexicon: rules, maxSpeedUp } = store.getState();
      if (!isKept && title === '' && !isWritten(text)) return null;
      placed = placeRecords(work.ids, work.records, placed);
      const lines = [...placed.values()];
      const chosen = { base: settings, lines, cast: [...cast], lexicon: [...rules], maxSpeedUp };
      const script = { id, title, text, ...chosen, createdAtMs: work.createdAtMs };
      return { script, lineCount: work.textLines.length };
    },
    onSaving: () => store.setState({ isKept: true }),
    onSaved: (id, saveError) => {
      // Another one may be open by now; the same error is shown once.
      if (store.getState().id === id && store.getState().saveError?.code !== saveError?.code)
        store.setState({ saveError });
    },
  });
  /** Reads the text if it has changed since. */
  const readNow = (): void => {
    const read = unread;
    unread = undefined;
    if (read !== undefined) readText(read());
  };

  /** Works out all lines. */
  const refresh = createDebouncedWork(() => {
    readNow();
    const { cast, base: settings, id: scriptId } = store.getState();
    const { text, ids, records } = work;
    placed = placeRecords(ids, records, placed);
    const script = { text, cast: [...cast], lines: [...placed.values()] };
    const spoken = spokenLines(work);
    const sent = findSent(script, spoken, settings, lexicon);
    const { undecided } = judgeNames(openNames(script, spoken), cast);
    const { ordering: ordered } = session.getState();
    const known = { takes: lineTakes.all(), jobs: lineTakes.jobs(), ordered };
    const lines = viewLines({ ids, sent, records, ...known, scriptId });
    const roles = rolesOf(sent);
    store.setState({ lines, roles, undecided, colours: roleColours(roles, cast), plan: planLines(lines) });
  });

  const changeRecords = (changes: Iterable<readonly [id: string, change: LineChange]>): void => {
    const records = new Map(work.records);
    for (const [id, change] of changes)
      records.set(id, withLineChange(records.get(id) ?? { id, takeIds: [], usedTakeId: null }, change));
    work = { ...work, records };
  };

  const lineTakes = createLineTakes({
    ipc,
    session,
    scriptId: () => store.getState().id,
    givenIds: () => [...work.records.values()].flatMap((record) => record.takeIds),
    onJobs: refresh.soon,
    onTakes: refresh.nowIfShort,
  });

  /** Main gets the ids of these lines before their requests, so that their takes are found again. */
  const keepLines = (ids: readonly string[]): void => {
    changeRecords(ids.map((id) => [id, {}]));
    store.setState({ isKept: true });
    saving.soon();
    void saving.now();
  };

  /** Whether it is in the library, or belongs there because something of a person's own is in it. */
  const isWorthKeeping = (): boolean => {
    const { text, title, isKept } = store.getState();
    return isKept || title !== '' || isWritten(text);
  };
  /** The request of a line. That of a text to begin with, which is not kept, is one beside any script. */
  const orderFor = ({ id, sent }: ScriptLineView, target: Target, again: boolean): SpeechOrder => ({
    ...target,
    text: sent.sent.text,
    voice: sent.voice,
    speed: sent.speed,
    extras: sent.extras,
    ...(sent.sent.pauses && { pauses: [...sent.sent.pauses] }),
    ...(isWorthKeeping() && { line: { scriptId: store.getState().id, lineId: id } }),
    ...(again && { again }),
  });

  /** What failed of lines that were deleted gives way to a new attempt; what was perhaps billed does not. */
  const dismissGone = (): void => {
    const { id, lines } = store.getState();
    const lineIds = new Set(lines.map((line) => line.id));
    const { jobs, dismissJobs } = session.getState();
    const gone = jobs.filter(isSpeechJob).filter(({ state, line }) => {
      return state === 'failed' && line?.scriptId === id && !lineIds.has(line.lineId);
    });
    dismissJobs(gone.map((job) => job.id));
  };

  const readText = (text: string): void => {
    if (text === work.text) return;
    const changed = changeText(work, text, makeId);
    work = { ...work, ...changed, records: followHeadings(work.records, work, changed) };
    store.setState({ text });
  };

  const show = (script: Omit<Script, 'changedAtMs'>, isKept: boolean): void => {
    const recordAt = new Map(script.lines.map(({ index, ...record }) => [index, record]));
    const identified = identifyLines(script.text, (index) => recordAt.get(index)?.id, makeId);
    const records = new Map([...recordAt.values()].map((record) => [record.id, record]));
    work = { ...identified, createdAtMs: script.createdAtMs, records };
    unread = undefined;
    findSent = createSentLines();
    lexicon = compile(script.lexicon);
    placed = new Map();
    const { base: settings = store.getState().base, maxSpeedUp = USUAL_SPEED_UP } = script;
    const { id, title, text, cast, lexicon: rules } = script;
    store.setState({ id, isKept, saveError: null, title, text, base: settings, cast, lexicon: rules, maxSpeedUp });
    lineTakes.begin();
    refresh.now();
  };

  const store: ScriptStore = createStore<OpenScript>()((set, get) => ({
    id: makeId(),
    isKept: false,
    saveError: null,
    title: '',
    text: '',
    base,
    cast: [],
    lexicon: [],
    maxSpeedUp: USUAL_SPEED_UP,
    lines: [],
    currentIndex: null,
    shownNext: null,
    roles: [],
    colours: new Map(),
    undecided: [],
    plan: planLines([]),
    setText: (text) => {
      unread = undefined;
      readText(text);
      refresh.whenIdle();
      saving.soon();
    },
    setTextSoon: (read) => {
      unread = read;
      refresh.whenIdle();
      saving.soon();
    },
    settle: () => {
      if (refresh.isWaiting()) refresh.now();
    },
    showLine: (id) => {
      get().settle();
      const index = work.ids.indexOf(id);
      if (index !== -1) set({ shownNext: index });
    },
    setTitle: (title) => {
      set({ title });
      saving.soon();
    },
    changeLine: (id, change) => get().changeLines(new Map([[id, change]])),
    changeLines: (changes) => {
      changeRecords(changes);
      refresh.now();
      saving.soon();
    },
    changeRole: (name, change) => {
      const { cast, roles } = get();
      const key = roleKey(name);
      const before = cast.find((role) => roleKey(role.name) === key);
      const colour = roleColours([...roles, { key }], cast).get(key) ?? 0;
      const role = withRoleChange(before ?? { name, extras: {}, colour }, change);
      get().setCast(before === undefined ? [...cast, role] : cast.map((one) => (one === before ? role : one)));
    },
    setCast: (cast) => {
      set({ cast: cast.slice(0, MAX_CAST) });
      refresh.now();
      saving.soon();
    },
    setLexicon: (rules) => {
      lexicon = compile(rules);
      set({ lexicon: rules });
      refresh.now();
      saving.soon();
    },
    setMaxSpeedUp: (maxSpeedUp) => {
      set({ maxSpeedUp });
      saving.soon();
    },
    setBase: (next) => {
      set({ base: next });
      refresh.soon();
      saving.soon();
    },
    request: async (target, ids, { again = false } = {}) => {
      get().settle();
      const { lines: all, id: scriptId } = get();
      const asked = new Set(ids);
      const lines = all.filter(
        ({ id, sent, state }) => asked.has(id) && sent.isSpoken && !(again && isUnderWay(state)),
      );
      if (lines.length === 0) return { answers: [], error: null };
      if (isWorthKeeping()) keepLines(lines.map(({ id }) => id));
      const orders = lines.map((line) => orderFor(line, target, again));
      // They are shown as waiting from here on.
      const answered = await session.getState().order(
        lines.map(({ id }) => id),
        () => orderSpeech(orders, { ipc, session }),
      );
      if (get().id !== scriptId) return answered;
      if (answered.error === null) dismissGone();
      refresh.soon();
      for (const [index, answer] of answered.answers.entries()) {
        if (answer.kind === 'running') lineTakes.share(answer.jobId);
        // The take of a text that is not kept is known to be of it while it is open.
        if (answer.kind === 'job' && answer.job.kind === 'speech' && answer.job.line === null)
          lineTakes.share(answer.job.id);
        const line = lines[index];
        if (answer.kind === 'made' && line !== undefined) await get().addTakes(line.id, [answer.itemId]);
      }
      return answered;
    },
    stop: () => {
      const { jobs, cancelJob } = session.getState();
      const ofScript = jobs.filter(isSpeechJob).filter(({ line }) => line?.scriptId === get().id);
      for (const { id } of ofScript.filter(isCancellable)) cancelJob(id);
    },
    open: async (id) => {
      const isLatest = beginOpening();
      await saving.now();
      const read = await ipc.request('scripts.read', { id });
      if (!isLatest()) return null;
      if (!read.ok) return read.error;
      // What was typed in the meantime.
      void saving.now();
      show(read.data, true);
      await get().reloadTakes();
      // On a busy computer the lines may be shown later than their takes are known.
      if (isLatest()) get().settle();
      return null;
    },
    begin: (text = '', title = '') => {
      beginOpening();
      void saving.now();
      show({ id: makeId(), title, text, lines: [], cast: [], lexicon: [], createdAtMs: Date.now() }, false);
      saving.soon();
    },
    addTakes: async (lineId, itemIds) => {
      const takeIds = work.records.get(lineId)?.takeIds ?? [];
      const added = itemIds.filter((id) => !takeIds.includes(id));
      if (added.length > 0) get().changeLine(lineId, { takeIds: [...takeIds, ...added] });
      await lineTakes.read(itemIds);
    },
    reloadTakes: () => lineTakes.read(null),
    saveNow: saving.now,
    dispose: scope.dispose,
  }));

  scope.add(
    lineTakes.dispose,
    refresh.dispose,
    // Ends after the last save, which may be the first of a new script.
    store.subscribe(({ id, isKept }, before) => {
      if (id !== before.id || isKept !== before.isKept)
        drafts.keep({ name: 'speech', body: isKept ? { scriptId: id } : null });
    }),
    () => void saving.now(),
    session.subscribe(({ ordering }, before) => {
      if (ordering.size > before.ordering.size) refresh.now();
      else if (ordering !== before.ordering) refresh.soon();
    }),
    session.subscribe(({ settings }, before) => {
      // Main sends all settings when one has changed.
      if (JSON.stringify(settings.lexicon) === JSON.stringify(before.settings.lexicon)) return;
      lexicon = compile(store.getState().lexicon);
      refresh.now();
    }),
    // Takes were made, deleted or restored; nobody says which.
    ipc.on('library.changed', ({ ids }) => void lineTakes.read(ids.length === 0 ? null : ids)),
    ipc.onGap(() => void store.getState().reloadTakes()),
  );
  return store;
}
