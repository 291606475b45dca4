// Owns the open script: its text, lines, cast and pronunciation, the takes of its lines and what is being made.
// Independent of how it is edited and displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Job, SpeechJob } from '../../../shared/contract/jobs.ts';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { CastRole, LexiconRule, Script, ScriptLine } from '../../../shared/contract/scripts.ts';
import type { SpeechOrder, SpeechRequest } from '../../../shared/contract/speech.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { fail } from '../../../shared/result.ts';
import { roleColours } from '../../../shared/script/cast.ts';
import { compileLexicon } from '../../../shared/script/lexicon.ts';
import { type IdentifiedLine, keepIds } from '../../../shared/script/line-ids.ts';
import { lineState, type Plan, planLines, usedTake } from '../../../shared/script/line-state.ts';
import { linesAfter, linesOf, type TextChange, type TextLine } from '../../../shared/script/lines.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import { MAX_CAST, MAX_SCRIPT_LINES, MAX_SCRIPT_TEXT } from '../../../shared/script/script-size.ts';
import { type BaseSettings, createSentLines, type FoundRole, rolesOf } from '../../../shared/script/sent-text.ts';
import { USUAL_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import { createJobFollower } from '../../app/queue/job-follower.ts';
import { isJobRunning, isSpeechJob, type SessionStore } from '../../app/session-store.ts';
import type { DraftKeeper } from '../../app/work/draft-keeper.ts';
import type { Ipc } from '../../ipc.ts';
import { latestOnly } from '../../lifetime/latest-only.ts';
import { saveSoon } from '../../lifetime/save-soon.ts';
import { createScope } from '../../lifetime/scope.ts';
import { isWritten } from '../sample-texts.ts';
import {
  byAge,
  findJobs,
  findTakes,
  type LineChange,
  type LineRecords,
  placeRecords,
  type ScriptLineView,
  withLineChange,
} from './script-lines.ts';

/**
 * Typing in a long script waits for no work on all of its lines: they follow this long after a change, in milliseconds,
 * and later by this many times what the work takes. Typing puts it off again, but not longer than this.
 */
const LINES_FOLLOW_MS = 80;
const IDLE_RATIO = 10;
const LINES_FOLLOW_AT_LATEST_MS = 10_000;
/** Work that is not noticed, in milliseconds. */
const SHORT_WORK_MS = 8;
/** Requests that are ordered at once. */
const ORDERS_AT_ONCE = 200;

/** What a person can set for a role; undefined removes the setting. */
export type RoleChange = { [N in keyof Omit<CastRole, 'name'>]?: CastRole[N] | undefined };

/** The requested format, and the connection to ask. */
export type Target = Pick<SpeechRequest, 'connectionId' | 'format'>;

/** State and actions of the open script. */
type OpenScript = {
  id: string;
  /** It is in the library. A text to begin with is not kept until something of a person's own is in it. */
  isKept: boolean;
  /** Why it cannot be saved; null while it can. What the disk does not take is kept by main, and is no such error. */
  saveError: AppError | null;
  title: string;
  text: string;
  /** The settings of the screen, which apply where neither line nor role has its own. */
  base: BaseSettings;
  cast: readonly CastRole[];
  lexicon: readonly LexiconRule[];
  /** Lines that are longer than their cues are sped up so many times at most. */
  maxSpeedUp: number;
  lines: readonly ScriptLineView[];
  /** The line in which the cursor is, from 0; null in a blank one. */
  currentIndex: number | null;
  /** The line that the editor shows next, from 0; null when it has shown it. */
  shownNext: number | null;
  /** The roles found in the text, in the order of their first lines. */
  roles: readonly FoundRole[];
  /** The colour of each role of the text and of the cast, by `roleKey`: an index below `ROLE_COLOURS`. */
  colours: ReadonlyMap<string, number>;
  /** What *Generate* would do. */
  plan: Plan;
  /** Replaces the text; `lines`, `roles` and `plan` follow within a moment. */
  setText: (text: string) => void;
  /**
   * The same for a long text, whose string takes time to make: it is read soon, and before it is used here.
   * @param read returns the text as it is then
   */
  setTextSoon: (read: () => string) => void;
  /** Reads what `setTextSoon` has left to read, and works out the lines. */
  settle: () => void;
  /** Puts the cursor into a line and scrolls to it; does nothing if there is no such line. */
  showLine: (id: string) => void;
  setTitle: (title: string) => void;
  changeLine: (id: string, change: LineChange) => void;
  /** The same for several lines, by their ids. */
  changeLines: (changes: ReadonlyMap<string, LineChange>) => void;
  /** Sets how a role speaks; the first setting adds it to the cast, unless that has `MAX_CAST` roles. */
  changeRole: (name: string, change: RoleChange) => void;
  /** Replaces the whole cast; roles over `MAX_CAST` are left out. */
  setCast: (cast: readonly CastRole[]) => void;
  /** Sets the rules of this script; those of the app, which are in the settings, apply after them. */
  setLexicon: (lexicon: readonly LexiconRule[]) => void;
  setMaxSpeedUp: (maxSpeedUp: number) => void;
  setBase: (base: BaseSettings) => void;
  /** Requests what is new, changed or failed, in order. @param ids only these lines. @returns an error if it could not. */
  generate: (target: Target, ids?: readonly string[]) => Promise<AppError | null>;
  /** Requests one line again although it may have a take. */
  redo: (target: Target, id: string) => Promise<AppError | null>;
  /** Follows a job for one of its lines that was requested elsewhere. */
  follow: (job: Job) => void;
  /** Cancels the requests of this script. */
  stop: () => void;
  /** Opens a script of the library. @returns why it could not be opened; the one before stays open then. */
  open: (id: string) => Promise<AppError | null>;
  /** Opens a new script; it is in the library as soon as it has a title, or a text of a person's own. */
  begin: (text?: string, title?: string) => void;
  /**
   * The line of a text of one line, for its request; its id is kept, so that its takes are found again. Null if there is
   * not exactly one, or the text is none of a person's own.
   */
  keepOnlyLine: () => ScriptLineView | null;
  /** Gives a line takes that were made elsewhere. */
  addTakes: (lineId: string, itemIds: readonly string[]) => Promise<void>;
  reloadTakes: () => Promise<void>;
  /** Saves at once what has changed. Resolves when main has it. */
  saveNow: () => Promise<void>;
  dispose: () => void;
};

export type ScriptStore = StoreApi<OpenScript>;

type ScriptParts = {
  ipc: Ipc;
  session: SessionStore;
  /** Keeps which script is open. */
  drafts: Pick<DraftKeeper, 'keep' | 'keepNow'>;
  base: BaseSettings;
  makeId: () => string;
};

/** What is kept of the open script between its changes. */
type Work = {
  createdAtMs: number;
  textLines: readonly TextLine[];
  ids: readonly string[];
  lost: readonly IdentifiedLine[];
  records: LineRecords;
  takes: readonly LineTake[];
};

/** Creates the store with an empty script; it follows main's events until disposed of. */
export function createScriptStore({ ipc, session, drafts, base, makeId }: ScriptParts): ScriptStore {
  const scope = createScope();
  const beginReload = latestOnly();
  const beginOpening = latestOnly();
  let findSent = createSentLines();
  const compile = (rules: readonly LexiconRule[]) => compileLexicon([...rules, ...session.getState().settings.lexicon]);
  let lexicon = compile([]);
  let work: Work = emptyWork();
  /** Returns the text, which has changed since it was read; see `setTextSoon`. */
  let unread: (() => string) | undefined;
  /** The last records with their positions, so that unchanged ones stay the same objects. */
  let placed = new Map<string, ScriptLine>();

  const saving = saveSoon(async () => {
    readNow();
    const { id, isKept, title, text, base: settings, cast, lexicon: rules, maxSpeedUp } = store.getState();
    if (!isKept && title === '' && !isWritten(text)) return;
    placed = placeRecords(work.ids, work.records, placed);
    const script: Script = {
      id,
      title,
      text,
      base: settings,
      lines: [...placed.values()],
      cast: [...cast],
      lexicon: [...rules],
      maxSpeedUp,
      createdAtMs: work.createdAtMs,
      changedAtMs: Date.now(),
    };
    const isTooLong = text.length > MAX_SCRIPT_TEXT || work.textLines.length > MAX_SCRIPT_LINES;
    if (!isTooLong) store.setState({ isKept: true });
    const saved = isTooLong ? fail(appError('script.too_long')) : await ipc.request('scripts.save', script);
    const saveError = saved.ok ? null : saved.error;
    // Another one may be open by now; the same error is shown once.
    if (store.getState().id === id && store.getState().saveError?.code !== saveError?.code)
      store.setState({ saveError });
  });
  /** Reads the text if it has changed since. */
  const readNow = (): void => {
    const read = unread;
    unread = undefined;
    if (read !== undefined) readText(read());
  };

  let following: ReturnType<typeof setTimeout> | undefined;
  /** When the first change was that the lines do not show yet, and how long it took to work them out last. */
  let waitingSinceMs = 0;
  let tookMs = 0;
  const followMs = (): number => LINES_FOLLOW_MS + tookMs * IDLE_RATIO;
  const refreshSoon = (): void => {
    following ??= setTimeout(refresh, followMs());
  };
  /** The same once nobody has typed for that long. */
  const refreshWhenIdle = (): void => {
    const now = performance.now();
    if (following === undefined) waitingSinceMs = now;
    clearTimeout(following);
    const latestMs = waitingSinceMs + LINES_FOLLOW_AT_LATEST_MS - now;
    following = setTimeout(refresh, Math.max(0, Math.min(followMs(), latestMs)));
  };
  /** Shows a take: at once, unless the script is so long that takes would keep it busy. */
  const showTake = (): void => {
    if (tookMs < SHORT_WORK_MS) refresh();
    else refreshSoon();
  };

  /** Works out all lines. */
  const refresh = (): void => {
    const startedMs = performance.now();
    clearTimeout(following);
    following = undefined;
    readNow();
    const { text, cast, base: settings } = store.getState();
    const { ids, records, takes } = work;
    placed = placeRecords(ids, records, placed);
    const textLines = spokenLines(text, work.textLines);
    const sent = findSent({ text, cast: [...cast], lines: [...placed.values()] }, textLines, settings, lexicon);
    const takesOf = findTakes(takes, records);
    const reported = session.getState().jobs.filter(isSpeechJob);
    for (const { id } of reported) answered.delete(id);
    const jobOf = findJobs(
      [...reported, ...answered.values()].map((job) =>
        arriving.has(job.id) ? { ...job, state: 'saving' as const } : job,
      ),
      store.getState().id,
    );
    const lines = sent.map((one, index): ScriptLineView => {
      const id = ids[index] ?? '';
      const record = records.get(id);
      const facts = { sent: one, record, takes: takesOf(id, one.key), job: jobOf(id, one.key) };
      return { id, ...facts, state: lineState(facts), used: usedTake(facts) };
    });
    const roles = rolesOf(sent);
    store.setState({ lines, roles, colours: roleColours(roles, cast), plan: planLines(lines) });
    tookMs = performance.now() - startedMs;
  };

  const changeRecords = (changes: Iterable<readonly [id: string, change: LineChange]>): void => {
    const records = new Map(work.records);
    for (const [id, change] of changes)
      records.set(id, withLineChange(records.get(id) ?? { id, takeIds: [], usedTakeId: null }, change));
    work = { ...work, records };
  };

  const follower = createJobFollower({
    session,
    isKind: isSpeechJob,
    onUpdate: refreshSoon,
    onSettled: (job) => {
      answered.delete(job.id);
      if (job.itemIds.length > 0) arriving.add(job.id);
      void addTakes(job.itemIds, job.id);
    },
    onAmended: (job) => void addTakes(job.itemIds),
  });

  /** Jobs that main has answered with, until the session has them: their events can follow the answer. */
  const answered = new Map<string, SpeechJob>();
  /** Jobs that are done and whose takes are being read; until then their lines are still being made. */
  const arriving = new Set<string>();
  /** Adds takes that were just made. */
  const addTakes = async (itemIds: readonly string[], jobId = ''): Promise<void> => {
    const items = await Promise.all(itemIds.map((id) => ipc.request('library.getItem', { id })));
    const made = items.flatMap((item) => (item.ok && item.data.kind === 'speech' ? [item.data] : []));
    const known = new Set(work.takes.map(({ id }) => id));
    work = { ...work, takes: [...work.takes, ...made.filter(({ id }) => !known.has(id))].sort(byAge) };
    arriving.delete(jobId);
    showTake();
  };

  /** Resolves when the ids of these lines are on disk, so that their takes are found again. */
  const keepLines = async (ids: readonly string[]): Promise<void> => {
    changeRecords(ids.map((id) => [id, {}]));
    store.setState({ isKept: true });
    refresh();
    saving.soon();
    await saving.now();
  };

  const order = async (orders: readonly (SpeechOrder & { line: { lineId: string } })[]): Promise<AppError | null> => {
    if (orders.length === 0) return null;
    await keepLines(orders.map(({ line }) => line.lineId));
    // What failed gives way to the new attempt.
    const asked = new Set(orders.map(({ line }) => line.lineId));
    for (const { id, job } of store.getState().lines)
      if (job !== undefined && asked.has(id) && !isJobRunning(job)) void ipc.request('jobs.dismiss', { id: job.id });
    for (let first = 0; first < orders.length; first += ORDERS_AT_ONCE) {
      const some = orders.slice(first, first + ORDERS_AT_ONCE);
      const result = await ipc.request('speech.generateLines', [...some]);
      if (!result.ok) return result.error;
      for (const [index, answer] of result.data.entries()) {
        const lineId = some[index]?.line.lineId ?? '';
        if (answer.kind === 'job') {
          if (isSpeechJob(answer.job)) answered.set(answer.job.id, answer.job);
          follower.follow(answer.job.id, answer.job);
        }
        if (answer.kind === 'running') follower.follow(answer.jobId);
        if (answer.kind === 'made') await store.getState().addTakes(lineId, [answer.itemId]);
      }
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

  const readText = (text: string): void => {
    const before = store.getState().text;
    if (text === before) return;
    const known = work.ids.map((id, index) => ({ id, text: paragraphOf(before, work.textLines[index]) }));
    const textLines = linesAfter(work.textLines, text, changeBetween(before, text));
    const { ids, lost } = keepIds(
      known,
      textLines.map((line) => paragraphOf(text, line)),
      makeId,
      work.lost,
    );
    work = { ...work, textLines, ids, lost };
    store.setState({ text });
  };

  const show = (script: Omit<Script, 'changedAtMs'>, isKept: boolean): void => {
    const textLines = linesOf(script.text);
    const recordAt = new Map(script.lines.map(({ index, ...record }) => [index, record]));
    const ids = textLines.map(({ index }) => recordAt.get(index)?.id ?? makeId());
    const records = new Map([...recordAt.values()].map((record) => [record.id, record]));
    work = { ...emptyWork(), createdAtMs: script.createdAtMs, textLines, ids, records };
    unread = undefined;
    findSent = createSentLines();
    lexicon = compile(script.lexicon);
    placed = new Map();
    const { base: settings = store.getState().base, maxSpeedUp = USUAL_SPEED_UP } = script;
    const { id, title, text, cast, lexicon: rules } = script;
    store.setState({ id, isKept, saveError: null, title, text, base: settings, cast, lexicon: rules, maxSpeedUp });
    const jobs = session.getState().jobs.filter(isSpeechJob);
    for (const job of jobs) if (job.line?.scriptId === id && isJobRunning(job)) follower.follow(job.id, job);
    refresh();
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
    plan: planLines([]),
    setText: (text) => {
      unread = undefined;
      readText(text);
      refreshWhenIdle();
      saving.soon();
    },
    setTextSoon: (read) => {
      unread = read;
      refreshWhenIdle();
      saving.soon();
    },
    settle: () => {
      if (following !== undefined) refresh();
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
      refresh();
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
      refresh();
      saving.soon();
    },
    setLexicon: (rules) => {
      lexicon = compile(rules);
      set({ lexicon: rules });
      refresh();
      saving.soon();
    },
    setMaxSpeedUp: (maxSpeedUp) => {
      set({ maxSpeedUp });
      saving.soon();
    },
    setBase: (next) => {
      set({ base: next });
      refreshSoon();
      saving.soon();
    },
    generate: async (target, ids) => {
      get().settle();
      const { lines } = get();
      const { toRequest } = ids === undefined ? get().plan : planLines(lines.filter(({ id }) => ids.includes(id)));
      return order(toRequest.flatMap((index) => lines[index] ?? []).map((line) => orderFor(line, target)));
    },
    redo: async (target, id) => {
      get().settle();
      const line = get().lines.find((one) => one.id === id);
      return line?.sent.isSpoken ? order([{ ...orderFor(line, target), again: true }]) : null;
    },
    follow: (job) => follower.follow(job.id, job),
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
      // What was typed in the meantime.
      void saving.now();
      show(read.data, true);
      await get().reloadTakes();
      return null;
    },
    begin: (text = '', title = '') => {
      beginOpening();
      void saving.now();
      show({ id: makeId(), title, text, lines: [], cast: [], lexicon: [], createdAtMs: Date.now() }, false);
      saving.soon();
    },
    keepOnlyLine: () => {
      get().settle();
      const { lines, text, title, isKept } = get();
      const [only, ...others] = lines;
      if (only === undefined || others.length > 0 || !(isKept || title !== '' || isWritten(text))) return null;
      changeRecords([[only.id, {}]]);
      saving.soon();
      return only;
    },
    addTakes: async (lineId, itemIds) => {
      const takeIds = work.records.get(lineId)?.takeIds ?? [];
      const added = itemIds.filter((id) => !takeIds.includes(id));
      if (added.length > 0) get().changeLine(lineId, { takeIds: [...takeIds, ...added] });
      await addTakes(itemIds);
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
    // Ends after the last save, which may be the first of a new script.
    store.subscribe(({ id, isKept }, before) => {
      if (id !== before.id || isKept !== before.isKept)
        drafts.keep({ name: 'speech', body: isKept ? { scriptId: id } : null });
    }),
    () => void saving.now(),
    session.subscribe(({ settings }, before) => {
      // Main sends all settings when one has changed.
      if (JSON.stringify(settings.lexicon) === JSON.stringify(before.settings.lexicon)) return;
      lexicon = compile(store.getState().lexicon);
      refresh();
    }),
    ipc.on('library.changed', ({ ids }) => {
      // Takes were deleted or restored.
      if (ids.length === 0 || ids.some((id) => work.takes.some((take) => take.id === id)))
        void store.getState().reloadTakes();
    }),
    ipc.onGap(() => void store.getState().reloadTakes()),
  );
  return store;
}

function emptyWork(): Work {
  return { createdAtMs: Date.now(), textLines: [], ids: [], lost: [], records: new Map(), takes: [] };
}

/** Returns a role with changed settings. */
export function withRoleChange(role: CastRole, change: RoleChange): CastRole {
  const { name, voice, speed, extras, colour } = { ...role, ...change };
  return {
    name,
    ...(voice !== undefined && { voice }),
    ...(speed !== undefined && { speed }),
    extras: extras ?? {},
    colour: colour ?? role.colour,
  };
}

/** The lines as they are spoken: a single line is no script yet and has no role, whatever stands before a colon. */
function spokenLines(text: string, lines: readonly TextLine[]): readonly TextLine[] {
  const [only] = lines;
  if (only === undefined || lines.length > 1 || only.role === '') return lines;
  const indent = text.slice(only.from, only.to).search(/\S/);
  return [{ ...only, role: '', textFrom: only.from + indent }];
}

/** Characters that are compared at once. */
const COMPARED_AT_ONCE = 4096;

/** The smallest edit that makes `after` of `before`. Long texts are compared in pieces, which is fast. */
function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from + COMPARED_AT_ONCE <= shorter && after.startsWith(before.slice(from, from + COMPARED_AT_ONCE), from))
    from += COMPARED_AT_ONCE;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let same = 0;
  const endsEqually = (length: number): boolean =>
    before.slice(before.length - same - length, before.length - same) ===
    after.slice(after.length - same - length, after.length - same);
  while (same + COMPARED_AT_ONCE <= shorter - from && endsEqually(COMPARED_AT_ONCE)) same += COMPARED_AT_ONCE;
  while (same < shorter - from && endsEqually(1)) same++;
  return { from, to: before.length - same, newTo: after.length - same };
}

function paragraphOf(text: string, line: TextLine | undefined): string {
  return line === undefined ? '' : text.slice(line.from, line.to);
}
