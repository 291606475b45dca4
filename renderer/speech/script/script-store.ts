// Owns the open script: its text, lines, cast and pronunciation, the takes of its lines and what is being made.
// Independent of how it is edited and displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { LexiconRule, Script, ScriptLine } from '../../../shared/contract/scripts.ts';
import type { AppError } from '../../../shared/errors.ts';
import { roleColours } from '../../../shared/script/cast.ts';
import { compileLexicon } from '../../../shared/script/lexicon.ts';
import { planLines } from '../../../shared/script/line-state.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import { MAX_CAST } from '../../../shared/script/script-size.ts';
import { type BaseSettings, createSentLines, rolesOf } from '../../../shared/script/sent-text.ts';
import { USUAL_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import { isJobRunning, type SessionStore } from '../../app/session-store.ts';
import type { DraftKeeper } from '../../app/work/draft-keeper.ts';
import type { Ipc } from '../../ipc.ts';
import { latestOnly } from '../../lifetime/latest-only.ts';
import { createScope } from '../../lifetime/scope.ts';
import { isWritten } from '../sample-texts.ts';
import { changeText, type IdentifiedText, identifyLines, spokenLines } from './identified-text.ts';
import { createLineJobs, type LineOrder } from './line-jobs.ts';
import type { OpenScript, Target } from './open-script.ts';
import { withRoleChange } from './role-change.ts';
import {
  joinedTakes,
  type LineChange,
  type LineRecords,
  placeRecords,
  type ScriptLineView,
  viewLines,
  withLineChange,
} from './script-lines.ts';
import { createScriptSaving } from './script-saving.ts';
import { createWorkLater } from './work-later.ts';

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
type Work = IdentifiedText & { createdAtMs: number; records: LineRecords; takes: readonly LineTake[] };

/** Creates the store with an empty script; it follows main's events until disposed of. */
export function createScriptStore({ ipc, session, drafts, base, makeId }: ScriptParts): ScriptStore {
  const scope = createScope();
  const beginReload = latestOnly();
  const beginOpening = latestOnly();
  let findSent = createSentLines();
  const compile = (rules: readonly LexiconRule[]) => compileLexicon([...rules, ...session.getState().settings.lexicon]);
  let lexicon = compile([]);
  const nothing = { text: '', textLines: [], ids: [], lost: [] };
  let work: Work = { ...nothing, createdAtMs: Date.now(), records: new Map(), takes: [] };
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
  const refresh = createWorkLater(() => {
    readNow();
    const { cast, base: settings, id: scriptId } = store.getState();
    const { text, ids, records, takes } = work;
    placed = placeRecords(ids, records, placed);
    const script = { text, cast: [...cast], lines: [...placed.values()] };
    const sent = findSent(script, spokenLines(work), settings, lexicon);
    const lines = viewLines({ ids, sent, records, takes, jobs: jobs.all(), scriptId });
    const roles = rolesOf(sent);
    store.setState({ lines, roles, colours: roleColours(roles, cast), plan: planLines(lines) });
  });

  const changeRecords = (changes: Iterable<readonly [id: string, change: LineChange]>): void => {
    const records = new Map(work.records);
    for (const [id, change] of changes)
      records.set(id, withLineChange(records.get(id) ?? { id, takeIds: [], usedTakeId: null }, change));
    work = { ...work, records };
  };

  /** Adds takes that were just made. */
  const addTakes = (made: readonly LineTake[]): void => {
    work = { ...work, takes: joinedTakes(work.takes, made) };
    refresh.nowIfShort();
  };
  const jobs = createLineJobs({
    ipc,
    session,
    onUpdate: refresh.soon,
    onTakes: addTakes,
    onMade: (lineId, itemId) => store.getState().addTakes(lineId, [itemId]),
  });

  /** Resolves when the ids of these lines are on disk, so that their takes are found again. */
  const keepLines = async (ids: readonly string[]): Promise<void> => {
    changeRecords(ids.map((id) => [id, {}]));
    store.setState({ isKept: true });
    refresh.now();
    saving.soon();
    await saving.now();
  };

  const order = async (orders: readonly LineOrder[]): Promise<AppError | null> => {
    if (orders.length === 0) return null;
    await keepLines(orders.map(({ line }) => line.lineId));
    // What failed gives way to the new attempt.
    const asked = new Set(orders.map(({ line }) => line.lineId));
    for (const { id, job } of store.getState().lines)
      if (job !== undefined && asked.has(id) && !isJobRunning(job)) void ipc.request('jobs.dismiss', { id: job.id });
    return jobs.order(orders);
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
    if (text === work.text) return;
    work = { ...work, ...changeText(work, text, makeId) };
    store.setState({ text });
  };

  const show = (script: Omit<Script, 'changedAtMs'>, isKept: boolean): void => {
    const recordAt = new Map(script.lines.map(({ index, ...record }) => [index, record]));
    const identified = identifyLines(script.text, (index) => recordAt.get(index)?.id, makeId);
    const records = new Map([...recordAt.values()].map((record) => [record.id, record]));
    work = { ...identified, createdAtMs: script.createdAtMs, records, takes: [] };
    unread = undefined;
    findSent = createSentLines();
    lexicon = compile(script.lexicon);
    placed = new Map();
    const { base: settings = store.getState().base, maxSpeedUp = USUAL_SPEED_UP } = script;
    const { id, title, text, cast, lexicon: rules } = script;
    store.setState({ id, isKept, saveError: null, title, text, base: settings, cast, lexicon: rules, maxSpeedUp });
    jobs.followAll(id);
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
    follow: (job) => jobs.follow(job.id, job),
    stop: () => jobs.stop(get().id),
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
      await jobs.readTakes(itemIds);
    },
    reloadTakes: async () => {
      const { id } = get();
      const isLatest = beginReload();
      const takeIds = [...work.records.values()].flatMap((record) => record.takeIds);
      const before = new Set(work.takes);
      const found = await ipc.request('scripts.takes', { id, takeIds });
      if (!isLatest() || !found.ok || get().id !== id) return;
      // Those made in the meantime may not be among the answer.
      const made = work.takes.filter((take) => !before.has(take));
      work = { ...work, takes: joinedTakes(found.data, made) };
      refresh.now();
    },
    saveNow: saving.now,
    dispose: scope.dispose,
  }));

  scope.add(
    jobs.dispose,
    refresh.dispose,
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
      refresh.now();
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
