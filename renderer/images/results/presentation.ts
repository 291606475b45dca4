// Decides where new results are shown: on the canvas by themselves, or only announced while a person does something
// else there. Independent of how they are drawn.

import type { EditJob } from '../../../shared/contract/jobs.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Images, PresentationPart } from '../images-state.ts';

/** Nothing but the mask is shown. */
export const ONLY_MASK = {
  selectedId: null,
  comparedWithId: null,
  isRawShown: false,
  watchedJobId: null,
  presented: [],
  openedId: null,
  isBeforeShown: false,
} as const satisfies Partial<Images>;

/** What a person sees in the middle; while it is the same, a new result may replace it. */
type Attention = Pick<Images, 'selectedId' | 'watchedJobId'> & {
  /** Counts what a person did on the canvas. */
  work: number;
  /** Key of picture 1. */
  sourceKey: string | undefined;
};

/** The requests of one press of *Edit image*. */
export type Batch = {
  add: (jobId: string) => void;
  /** No further request is added. */
  close: () => void;
};

type PresentationTools = { get: () => Images; set: (change: Partial<Images>) => void };

type Presentation = PresentationPart & {
  attention: () => Attention;
  /** Begins a batch, whose results are shown together once all of them are there. */
  beginBatch: (attention: Attention) => Batch;
  /** Called when a job has ended and its results are in the list of results. */
  followEnd: (job: Pick<EditJob, 'id' | 'itemIds'>) => void;
  /** Called when a person works on the mask. */
  followWork: () => void;
};

type OpenBatch = { attention: Attention; running: Set<string>; itemIds: string[]; isClosed: boolean };

/** Creates the presentation part. `get` and `set` are those of its store. */
export function createPresentation({ get, set }: PresentationTools): Presentation {
  let work = 0;
  const batches = new Set<OpenBatch>();

  const attention = (): Attention => {
    const { selectedId, watchedJobId, pictures } = get();
    return { work, selectedId, watchedJobId, sourceKey: pictures[0]?.key };
  };
  const isUndisturbed = (before: Attention): boolean => {
    const now = attention();
    return (
      now.work === before.work &&
      now.selectedId === before.selectedId &&
      now.watchedJobId === before.watchedJobId &&
      now.sourceKey === before.sourceKey
    );
  };
  const resultsOf = (ids: readonly string[]): EditItem[] => get().results.filter(({ id }) => ids.includes(id));

  const present = (ids: readonly string[]): void => set({ ...ONLY_MASK, presented: ids, ready: without(ids) });
  /** A single result of another picture does not fit onto the canvas, so it is compared with its own source. */
  const show = (items: readonly EditItem[]): void => {
    const [only, ...others] = items;
    if (only === undefined) return;
    if (others.length > 0 || isOfPicture1(only, get())) present(items.map(({ id }) => id));
    else get().select(only.id);
  };
  const without = (ids: readonly string[]): string[] => get().ready.filter((id) => !ids.includes(id));

  const finish = (batch: OpenBatch): void => {
    if (!batch.isClosed || batch.running.size > 0) return;
    batches.delete(batch);
    // A result of another picture is in the library, and cannot be shown here.
    const { selectedId, presented } = get();
    const ids = resultsOf(batch.itemIds).map(({ id }) => id);
    if (ids.length === 0 || ids.every((id) => id === selectedId || presented.includes(id))) return;
    if (isUndisturbed(batch.attention)) present(ids);
    else set({ ready: [...without(ids), ...ids] });
  };

  return {
    presented: [],
    openedId: null,
    ready: [],
    comparedWithId: null,
    isBeforeShown: false,
    showBefore: (isBeforeShown) => {
      if (get().isBeforeShown !== isBeforeShown) set({ isBeforeShown });
    },
    showReady: () => {
      const items = resultsOf(get().ready);
      set({ ready: [] });
      show(items);
    },
    openPresented: (id) => {
      const item = get().results.find((one) => one.id === id);
      if (item === undefined || isOfPicture1(item, get()))
        set({ openedId: id, selectedId: null, comparedWithId: null });
      else get().select(item.id);
    },
    returnToMask: () => set(ONLY_MASK),
    compareTwo: (id, withId) => {
      get().select(id);
      set({ comparedWithId: withId });
    },
    attention,
    beginBatch: (before) => {
      const batch: OpenBatch = { attention: before, running: new Set(), itemIds: [], isClosed: false };
      batches.add(batch);
      return {
        add: (jobId) => batch.running.add(jobId),
        close: () => {
          batch.isClosed = true;
          finish(batch);
        },
      };
    },
    followEnd: ({ id: jobId, itemIds }) => {
      if (jobId === get().watchedJobId) {
        set({ watchedJobId: null });
        show(resultsOf(itemIds));
      }
      for (const batch of batches) {
        if (!batch.running.delete(jobId)) continue;
        batch.itemIds.push(...itemIds);
        finish(batch);
      }
    },
    followWork: () => {
      work += 1;
      const { selectedId, watchedJobId, presented } = get();
      if (selectedId !== null || watchedJobId !== null || presented.length > 0) set(ONLY_MASK);
    },
  };
}

/** Whether a result was made of the picture on the canvas, so that it fits into its place there. */
function isOfPicture1({ request }: EditItem, { pictures: [source] }: Pick<Images, 'pictures'>): boolean {
  return source !== undefined && request.pictures[0]?.mediaId === source.mediaId;
}

/** What the canvas shows: the mask, one result, or several as a grid. */
export type CanvasContent = { kind: 'mask' } | { kind: 'result'; item: EditItem } | { kind: 'grid'; items: EditItem[] };

const MASK: CanvasContent = { kind: 'mask' };

type Presented = Pick<Images, 'results' | 'presented' | 'openedId'>;

/** Returns what the canvas shows. */
export function canvasContent({ results, presented, openedId }: Presented): CanvasContent {
  const items = presented.flatMap((id) => results.find((item) => item.id === id) ?? []);
  const [only] = items.length === 1 ? items : items.filter(({ id }) => id === openedId);
  if (only !== undefined) return { kind: 'result', item: only };
  return items.length === 0 ? MASK : { kind: 'grid', items };
}
