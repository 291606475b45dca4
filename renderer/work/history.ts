// Undo and redo of each screen: the steps that were done there, in their order. Independent of what a step does.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Screen } from '../../shared/app/commands.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';

/** More steps than this are forgotten, the oldest first. */
const MAX_STEPS = 200;
/** Changes of the same kind that follow within this time, in milliseconds, are one step. */
const MERGE_MS = 1500;

/** Something that was done and can be undone. */
export type Step = {
  /** What was done, as part of *Undo …*. */
  name: (t: Translate, locale: Locale) => string;
  /** Both resolve to false if nothing changed, because of a failure that was reported or since it no longer applies. */
  undo: () => Promise<boolean>;
  redo: () => Promise<boolean>;
  /** Steps in a row with the same kind, shortly after one another, become one. */
  kind?: string;
  /**
   * The step belongs to a part with an undo of its own, which calls `moved` when it was undone or redone, in whatever
   * way.
   */
  isForeign?: boolean;
};

/** The steps of a screen, the latest last. */
export type Steps = { done: readonly Step[]; undone: readonly Step[] };

/** The histories of all screens. */
export type History = {
  screens: Readonly<Partial<Record<Screen, Steps>>>;
  /** A step was done; what was undone before can no longer be redone. */
  push: (screen: Screen, step: Step) => void;
  undo: (screen: Screen) => Promise<void>;
  redo: (screen: Screen) => Promise<void>;
  /** Undoes one step even if it is not the latest: *Undo* of its toast. */
  undoStep: (screen: Screen, step: Step) => Promise<void>;
  /** Replaces the steps of a screen: those of a part with an undo of its own have changed. */
  moved: (screen: Screen, change: (steps: Steps) => Steps) => void;
};

export type HistoryStore = StoreApi<History>;

const NONE: Steps = { done: [], undone: [] };

/** Returns the steps of a screen. */
export function stepsOf({ screens }: Pick<History, 'screens'>, screen: Screen): Steps {
  return screens[screen] ?? NONE;
}

/** Creates empty histories. @param now the time in milliseconds. */
export function createHistoryStore(now: () => number = Date.now): HistoryStore {
  /** One step at a time, because a step may take a while. */
  let turn: Promise<unknown> = Promise.resolve();
  let pushedAtMs = Number.NEGATIVE_INFINITY;

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };

  return createStore<History>()((set, get) => {
    const change = (screen: Screen, steps: Steps): void => set({ screens: { ...get().screens, [screen]: steps } });
    const without = (steps: readonly Step[], step: Step): Step[] => steps.filter((one) => one !== step);
    const take = async (screen: Screen, step: Step, way: 'undo' | 'redo'): Promise<boolean> => {
      const isChanged = await step[way]();
      if (step.isForeign && isChanged) return true;
      const { done, undone } = stepsOf(get(), screen);
      const rest = { done: without(done, step), undone: without(undone, step) };
      if (!isChanged) change(screen, rest);
      else if (way === 'undo') change(screen, { ...rest, undone: [...rest.undone, step] });
      else change(screen, { ...rest, done: [...rest.done, step] });
      return isChanged;
    };
    /** Takes the latest step that still applies. */
    const takeLatest = (screen: Screen, way: 'undo' | 'redo'): Promise<void> =>
      inTurn(async () => {
        for (;;) {
          const { done, undone } = stepsOf(get(), screen);
          const step = (way === 'undo' ? done : undone).at(-1);
          if (step === undefined || (await take(screen, step, way))) return;
        }
      });
    return {
      screens: {},
      push: (screen, step) => {
        const { done } = stepsOf(get(), screen);
        const last = done.at(-1);
        const isSame = step.kind !== undefined && last?.kind === step.kind && now() - pushedAtMs < MERGE_MS;
        pushedAtMs = now();
        const next = isSame && last ? [...done.slice(0, -1), { ...last, redo: step.redo }] : [...done, step];
        change(screen, { done: next.slice(-MAX_STEPS), undone: [] });
      },
      undo: (screen) => takeLatest(screen, 'undo'),
      redo: (screen) => takeLatest(screen, 'redo'),
      undoStep: (screen, step) =>
        inTurn(async () => {
          if (stepsOf(get(), screen).done.includes(step)) await take(screen, step, 'undo');
        }),
      moved: (screen, changeSteps) => {
        const before = stepsOf(get(), screen);
        const after = changeSteps(before);
        if (after !== before) change(screen, after);
      },
    };
  });
}
