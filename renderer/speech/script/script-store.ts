// Owns the open script: its text, lines, cast and pronunciation, the takes of its lines and what is being made.
// Independent of how it is edited and displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SpeechJob } from '../../../shared/contract/jobs.ts';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { CastRole, LexiconRule, Script, ScriptLine } from '../../../shared/contract/scripts.ts';
import type { SpeechOrder, SpeechRequest } from '../../../shared/contract/speech.ts';
import type { AppError } from '../../../shared/errors.ts';
import { compileLexicon } from '../../../shared/script/lexicon.ts';
import { type IdentifiedLine, keepIds } from '../../../shared/script/line-ids.ts';
import { type LineState, lineState, type Plan, planLines, usedTake } from '../../../shared/script/line-state.ts';
import { linesAfter, linesOf, type TextChange, type TextLine } from '../../../shared/script/lines.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import {
  type BaseSettings,
  createSentLines,
  type FoundRole,
  rolesOf,
  type SentLine,
  speechKey,
} from '../../../shared/script/sent-text.ts';
import { USUAL_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import { createJobFollower } from '../../app/queue/job-follower.ts';
import { isJobRunning, type SessionStore } from '../../app/session-store.ts';
import type { Ipc } from '../../ipc.ts';
import { latestOnly } from '../../lifetime/latest-only.ts';
import { saveSoon } from '../../lifetime/save-soon.ts';
import { createScope } from '../../lifetime/scope.ts';
import { isSpeechJob } from '../speech-store.ts';

/** Typing in a long script waits for no work on all of its lines: they follow this long after a key, in milliseconds. */
const LINES_FOLLOW_MS = 80;
/** Requests that are ordered at once. */
const ORDERS_AT_ONCE = 200;

/** A line of the open script with all that is known of it. */
export type ScriptLineView = {
  id: string;
  sent: SentLine;
  /** What was chosen for it. */
  record: Omit<ScriptLine, 'index'> | undefined;
  state: LineState;
  /** Its takes, oldest first, and the one that is played and exported. */
  takes: readonly LineTake[];
  used: LineTake | undefined;
  /** Its newest job that has not become a take. */
  job: SpeechJob | undefined;
};

/** What a person can set for a line; undefined removes the setting. */
type LineChange = { [N in keyof Omit<ScriptLine, 'id' | 'index' | 'takeIds'>]?: ScriptLine[N] | undefined };

/** The requested format, and the connection to ask. */
type Target = Pick<SpeechRequest, 'connectionId' | 'format'>;

/** State and actions of the open script. */
type OpenScript = {
  id: string;
  title: string;
  text: string;
  cast: readonly CastRole[];
  lexicon: readonly LexiconRule[];
  /** Lines that are longer than their cues are sped up so many times at most. */
  maxSpeedUp: number;
  lines: readonly ScriptLineView[];
  /** The roles found in the text. */
  roles: readonly FoundRole[];
  /** What *Generate* would do. */
  plan: Plan;
  /**
   * Replaces the text; `lines`, `roles` and `plan` follow within a moment. @param change where it changed, if that is
   * known: only these lines are read then.
   */
  setText: (text: string, change?: TextChange) => void;
  setTitle: (title: string) => void;
  changeLine: (id: string, change: LineChange) => void;
  /** Sets how a role speaks; the first setting adds it to the cast. */
  changeRole: (name: string, change: Partial<Omit<CastRole, 'name'>>) => void;
  setLexicon: (lexicon: readonly LexiconRule[]) => void;
  setMaxSpeedUp: (maxSpeedUp: number) => void;
  /** The settings of the screen, which apply where neither line nor role has its own. */
  setBase: (base: BaseSettings) => void;
  /** Requests what is new, changed or failed, in order. @param ids only these lines. @returns an error if it could not. */
  generate: (target: Target, ids?: readonly string[]) => Promise<AppError | null>;
  /** Requests one line again although it may have a take. */
  redo: (target: Target, id: string) => Promise<AppError | null>;
  /** Cancels the requests of this script. */
  stop: () => void;
  /** Opens a script of the library. @returns why it could not be opened; the one before stays open then. */
  open: (id: string) => Promise<AppError | null>;
  /** Opens an empty script; it is in the library as soon as it has a text or a title. */
  begin: (text?: string) => void;
  reloadTakes: () => Promise<void>;
  /** Saves at once what has changed. Resolves when main has it. */
  saveNow: () => Promise<void>;
  dispose: () => void;
};

export type ScriptStore = StoreApi<OpenScript>;

type ScriptParts = {
  ipc: Ipc;
  session: SessionStore;
  base: BaseSettings;
  makeId: () => string;
};

/** What is kept of the open script between its changes. */
type Work = {
  createdAtMs: number;
  textLines: readonly TextLine[];
  ids: readonly string[];
  lost: readonly IdentifiedLine[];
  /** What was chosen for lines, by id; without their positions. */
  records: ReadonlyMap<string, Omit<ScriptLine, 'index'>>;
  takes: readonly LineTake[];
  base: BaseSettings;
};

/** Creates the store with an empty script; it follows main's events until disposed of. */
export function createScriptStore({ ipc, session, base, makeId }: ScriptParts): ScriptStore {
  const scope = createScope();
  const beginReload = latestOnly();
  const beginOpening = latestOnly();
  let findSent = createSentLines();
  let lexicon = compileLexicon([]);
  let work: Work = emptyWork(base);
  /** The last records with their positions, so that unchanged ones stay the same objects. */
  let placed = new Map<string, ScriptLine>();

  const saving = saveSoon(async () => {
    placed = placeRecords(work.ids, work.records, placed);
    const { id, title, text, cast, lexicon: rules, maxSpeedUp } = store.getState();
    const { createdAtMs } = work;
    const lines = [...placed.values()];
    const script: Script = {
      id,
      title,
      text,
      lines,
      cast: [...cast],
      lexicon: [...rules],
      maxSpeedUp,
      createdAtMs,
      changedAtMs: Date.now(),
    };
    // A failure is kept by main, which writes again; a script that cannot be replaced was never opened.
    await ipc.request('scripts.save', script);
  });

  let following: ReturnType<typeof setTimeout> | undefined;
  const refreshSoon = (): void => {
    following ??= setTimeout(refresh, LINES_FOLLOW_MS);
  };
  /** Works out the lines of a text that has just changed. */
  const catchUp = (): void => {
    if (following !== undefined) refresh();
  };

  /** Works out all lines. */
  const refresh = (): void => {
    clearTimeout(following);
    following = undefined;
    const { text, cast } = store.getState();
    const { textLines, ids, records, takes } = work;
    placed = placeRecords(ids, records, placed);
    const sent = findSent({ text, cast: [...cast], lines: [...placed.values()] }, textLines, work.base, lexicon);
    const takesOf = findTakes(takes, records);
    const jobOf = findJobs(session.getState().jobs.filter(isSpeechJob), store.getState().id);
    const lines = sent.map((one, index): ScriptLineView => {
      const id = ids[index] ?? '';
      const record = records.get(id);
      const facts = { sent: one, record, takes: takesOf(id, one.key), job: jobOf(id, one.key) };
      return { id, ...facts, state: lineState(facts), used: usedTake(facts) };
    });
    store.setState({ lines, roles: rolesOf(sent), plan: planLines(lines) });
  };

  const changeRecord = (id: string, change: LineChange & { takeIds?: string[] }): void => {
    const before = work.records.get(id) ?? { id, takeIds: [], usedTakeId: null };
    const kept = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined);
    const record = { ...before, ...Object.fromEntries(kept) };
    for (const name of Object.keys(before))
      if (!kept.some(([known]) => known === name)) Reflect.deleteProperty(record, name);
    work = { ...work, records: new Map(work.records).set(id, record) };
  };

  const follower = createJobFollower({
    session,
    isKind: isSpeechJob,
    onUpdate: refreshSoon,
    onSettled: (job) => void addTakes(job.itemIds),
    onAmended: (job) => void addTakes(job.itemIds),
  });

  /** Adds takes that were just made. */
  const addTakes = async (itemIds: readonly string[]): Promise<void> => {
    const items = await Promise.all(itemIds.map((id) => ipc.request('library.getItem', { id })));
    const made = items.flatMap((item) => (item.ok && item.data.kind === 'speech' ? [item.data] : []));
    const known = new Set(work.takes.map(({ id }) => id));
    work = { ...work, takes: [...work.takes, ...made.filter(({ id }) => !known.has(id))].sort(byAge) };
    refresh();
  };

  const order = async (orders: readonly (SpeechOrder & { line: { lineId: string } })[]): Promise<AppError | null> => {
    if (orders.length === 0) return null;
    // The ids of these lines are on disk before anything is sent, so that their takes are found again.
    for (const { line } of orders) changeRecord(line.lineId, {});
    refresh();
    saving.soon();
    await saving.now();
    for (let first = 0; first < orders.length; first += ORDERS_AT_ONCE) {
      const some = orders.slice(first, first + ORDERS_AT_ONCE);
      const result = await ipc.request('speech.generateLines', [...some]);
      if (!result.ok) return result.error;
      const made: string[] = [];
      for (const [index, answer] of result.data.entries()) {
        const lineId = some[index]?.line.lineId ?? '';
        if (answer.kind === 'job') follower.follow(answer.job.id, answer.job);
        if (answer.kind === 'running') follower.follow(answer.jobId);
        if (answer.kind === 'made') {
          made.push(answer.itemId);
          const takeIds = work.records.get(lineId)?.takeIds ?? [];
          if (!takeIds.includes(answer.itemId)) changeRecord(lineId, { takeIds: [...takeIds, answer.itemId] });
        }
      }
      if (made.length > 0) saving.soon();
      await addTakes(made);
    }
    return null;
  };
  const orderFor = ({ id, sent }: ScriptLineView, target: Target) => ({
    ...target,
    text: sent.sent.text,
    voice: sent.voice,
    speed: sent.speed,
    extras: sent.extras,
    line: { scriptId: store.getState().id, lineId: id },
  });

  const readText = (text: string, change?: TextChange): void => {
    const before = store.getState().text;
    const known = work.ids.map((id, index) => ({ id, text: paragraphOf(before, work.textLines[index]) }));
    const textLines = change === undefined ? linesOf(text) : linesAfter(work.textLines, text, change);
    const { ids, lost } = keepIds(
      known,
      textLines.map((line) => paragraphOf(text, line)),
      makeId,
      work.lost,
    );
    work = { ...work, textLines, ids, lost };
    store.setState({ text });
  };

  const show = (script: Omit<Script, 'changedAtMs'>): void => {
    const textLines = linesOf(script.text);
    const recordAt = new Map(script.lines.map(({ index, ...record }) => [index, record]));
    const ids = textLines.map(({ index }) => recordAt.get(index)?.id ?? makeId());
    const records = new Map([...recordAt.values()].map((record) => [record.id, record]));
    work = { ...emptyWork(work.base), createdAtMs: script.createdAtMs, textLines, ids, records };
    findSent = createSentLines();
    lexicon = compileLexicon(script.lexicon);
    placed = new Map();
    const { id, title, text, cast, lexicon: rules, maxSpeedUp = USUAL_SPEED_UP } = script;
    store.setState({ id, title, text, cast, lexicon: rules, maxSpeedUp });
    const jobs = session.getState().jobs.filter(isSpeechJob);
    for (const job of jobs) if (job.line?.scriptId === id && isJobRunning(job)) follower.follow(job.id, job);
    refresh();
  };

  const store: ScriptStore = createStore<OpenScript>()((set, get) => ({
    id: makeId(),
    title: '',
    text: '',
    cast: [],
    lexicon: [],
    maxSpeedUp: USUAL_SPEED_UP,
    lines: [],
    roles: [],
    plan: planLines([]),
    setText: (text, change) => {
      readText(text, change);
      refreshSoon();
      saving.soon();
    },
    setTitle: (title) => {
      set({ title });
      saving.soon();
    },
    changeLine: (id, change) => {
      changeRecord(id, change);
      refresh();
      saving.soon();
    },
    changeRole: (name, change) => {
      const { cast } = get();
      const key = roleKey(name);
      const before = cast.find((role) => roleKey(role.name) === key);
      const colour = cast.length % 12;
      const role: CastRole = { ...work.base, colour, name, ...before, ...change };
      set({ cast: before === undefined ? [...cast, role] : cast.map((one) => (one === before ? role : one)) });
      refresh();
      saving.soon();
    },
    setLexicon: (rules) => {
      lexicon = compileLexicon(rules);
      set({ lexicon: rules });
      refresh();
      saving.soon();
    },
    setMaxSpeedUp: (maxSpeedUp) => {
      set({ maxSpeedUp });
      saving.soon();
    },
    setBase: (next) => {
      work = { ...work, base: next };
      refresh();
    },
    generate: async (target, ids) => {
      catchUp();
      const { lines } = get();
      const { toRequest } = ids === undefined ? get().plan : planLines(lines.filter(({ id }) => ids.includes(id)));
      return order(toRequest.flatMap((index) => lines[index] ?? []).map((line) => orderFor(line, target)));
    },
    redo: async (target, id) => {
      catchUp();
      const line = get().lines.find((one) => one.id === id);
      return line?.sent.isSpoken ? order([{ ...orderFor(line, target), again: true }]) : null;
    },
    stop: () => {
      const { id } = get();
      for (const job of session.getState().jobs.filter(isSpeechJob))
        if (job.line?.scriptId === id && isJobRunning(job)) session.getState().cancelJob(job.id);
    },
    open: async (id) => {
      const isLatest = beginOpening();
      await saving.now();
      const read = await ipc.request('scripts.read', { id });
      if (!isLatest()) return null;
      if (!read.ok) return read.error;
      show(read.data);
      await get().reloadTakes();
      return null;
    },
    begin: (text = '') => {
      beginOpening();
      void saving.now();
      show({ id: makeId(), title: '', text, lines: [], cast: [], lexicon: [], createdAtMs: Date.now() });
      if (text.trim() !== '') saving.soon();
    },
    reloadTakes: async () => {
      const { id } = get();
      const isLatest = beginReload();
      const takeIds = [...work.records.values()].flatMap((record) => record.takeIds);
      const found = await ipc.request('scripts.takes', { id, takeIds });
      if (!isLatest() || !found.ok || get().id !== id) return;
      work = { ...work, takes: [...found.data].sort(byAge) };
      refresh();
    },
    saveNow: saving.now,
    dispose: scope.dispose,
  }));

  scope.add(
    follower.dispose,
    () => clearTimeout(following),
    () => void saving.now(),
    ipc.on('library.changed', ({ ids }) => {
      // Takes were deleted or restored.
      if (ids.length === 0 || ids.some((id) => work.takes.some((take) => take.id === id)))
        void store.getState().reloadTakes();
    }),
    ipc.onGap(() => void store.getState().reloadTakes()),
  );
  return store;
}

function emptyWork(base: BaseSettings): Work {
  return { createdAtMs: Date.now(), textLines: [], ids: [], lost: [], records: new Map(), takes: [], base };
}

function paragraphOf(text: string, line: TextLine | undefined): string {
  return line === undefined ? '' : text.slice(line.from, line.to);
}

/** The records of the lines that exist, with their positions; a record that is as before is the same object. */
function placeRecords(
  ids: readonly string[],
  records: Work['records'],
  before: ReadonlyMap<string, ScriptLine>,
): Map<string, ScriptLine> {
  const placed = new Map<string, ScriptLine>();
  if (records.size === 0) return placed;
  for (const [index, id] of ids.entries()) {
    const record = records.get(id);
    if (record === undefined) continue;
    const next: ScriptLine = { ...record, index };
    const last = before.get(id);
    placed.set(id, last !== undefined && JSON.stringify(last) === JSON.stringify(next) ? last : next);
  }
  return placed;
}

const keys = new WeakMap<LineTake, string>();

/** The key of a take, worked out once. */
function keyOf(take: LineTake): string {
  const key = keys.get(take) ?? speechKey(take.request);
  keys.set(take, key);
  return key;
}

/** Returns how to find the takes of a line: those made for it, those it was given, and those of the same request. */
function findTakes(takes: readonly LineTake[], records: Work['records']) {
  const byLine = new Map<string, LineTake[]>();
  const byKey = new Map<string, LineTake[]>();
  const byId = new Map(takes.map((take) => [take.id, take]));
  const add = (map: Map<string, LineTake[]>, key: string, take: LineTake): void => {
    const some = map.get(key);
    if (some === undefined) map.set(key, [take]);
    else some.push(take);
  };
  for (const take of takes) {
    if (take.line !== null) add(byLine, take.line.lineId, take);
    add(byKey, keyOf(take), take);
  }
  return (lineId: string, key: string): readonly LineTake[] => {
    const own = byLine.get(lineId) ?? [];
    const given = records.get(lineId)?.takeIds.flatMap((id) => byId.get(id) ?? []) ?? [];
    const same = byKey.get(key) ?? [];
    if (given.length === 0 && same.every((take) => own.includes(take))) return own;
    return [...new Set([...own, ...given, ...same])].sort(byAge);
  };
}

/** Returns how to find the newest job of a line that has not become a take: its own, or that of the same request. */
function findJobs(jobs: readonly SpeechJob[], scriptId: string) {
  const ofScript = jobs.filter(
    ({ line, state }) => line?.scriptId === scriptId && state !== 'done' && state !== 'cancelled',
  );
  const byLine = new Map(ofScript.map((job) => [job.line?.lineId, job]));
  const byKey = new Map(ofScript.map((job) => [speechKey(job.request), job]));
  return (lineId: string, key: string): SpeechJob | undefined => byLine.get(lineId) ?? byKey.get(key);
}

function byAge(a: LineTake, b: LineTake): number {
  return a.createdAtMs - b.createdAtMs;
}
