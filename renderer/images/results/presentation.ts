// Decides where new results are shown: on the canvas by themselves, or only announced while a person does something
// else there. Independent of how they are drawn.

import type { EditJob, Job } from '../../../shared/contract/jobs.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import { isJobRunning } from '../../shell/session-store.ts';
import type { Images, PresentationPart } from '../images-state.ts';
import {
  arrived,
  back,
  compared,
  comparedId,
  MASK,
  type Middle,
  opened,
  presentation,
  presentedIds,
  watchedId,
  withBefore,
  withJobs,
  withPicture,
  withRaw,
  worked,
} from '../middle.ts';
import { isArriving } from './result-tiles.ts';

/** What a person does in the middle; while it is the same, a new result may replace it. */
type Doing = {
  selectedId: string | null;
  watchedJobId: string | null;
  /** Counts what a person did on the canvas. */
  work: number;
  /** Key of picture 1. */
  sourceKey: string | undefined;
};

/** The requests of one press of *Edit image*. */
type Batch = {
  add: (jobId: string) => void;
  /** No further request is added. */
  close: () => void;
};

type PresentationTools = { get: () => Images; set: (change: Partial<Images>) => void; jobs: () => readonly Job[] };

type Presentation = PresentationPart & {
  doing: () => Doing;
  /** Begins a batch, whose results are shown together once all of them are there. */
  beginBatch: (doing: Doing) => Batch;
  /** Called when results were read. */
  followResults: () => void;
  /** Called when jobs have changed. */
  leaveRemoved: (now: readonly Pick<EditJob, 'id'>[], before: readonly Pick<EditJob, 'id'>[]) => void;
  /** Called when a person works on the mask. */
  followWork: () => void;
};

type OpenBatch = { doing: Doing; jobIds: string[]; isClosed: boolean };

/** Creates the presentation part. `get` and `set` are those of its store. */
export function createPresentation({ get, set, jobs }: PresentationTools): Presentation {
  let work = 0;
  const batches = new Set<OpenBatch>();

  const doing = (): Doing => {
    const { middle, pictures } = get();
    return {
      work,
      selectedId: comparedId(middle),
      watchedJobId: watchedId(middle),
      sourceKey: pictures[0]?.key,
    };
  };
  const isUndisturbed = (before: Doing): boolean => {
    const now = doing();
    return (
      now.work === before.work &&
      now.selectedId === before.selectedId &&
      now.watchedJobId === before.watchedJobId &&
      now.sourceKey === before.sourceKey
    );
  };
  const resultsOf = (ids: readonly string[]): EditItem[] => get().results.filter(({ id }) => ids.includes(id));

  const move = (middle: Middle): void => {
    if (middle !== get().middle) set({ middle });
  };
  /** A single result of another picture does not fit onto the canvas, so it is compared with its own source. */
  const show = (items: readonly EditItem[]): void => {
    const [only, ...others] = items;
    if (only === undefined) return;
    if (others.length > 0 || isOfPicture1(only, get())) showAll(items.map(({ id }) => id));
    else get().select(only.id);
  };
  const showAll = (ids: readonly string[]): void => set({ middle: presentation(ids), ready: without(ids) });
  const without = (ids: readonly string[]): string[] => get().ready.filter((id) => !ids.includes(id));

  /** The jobs with these ids that are known; undefined while one runs, or its results are still to be read. */
  const ended = (ids: readonly string[]): EditJob[] | undefined => {
    const found = jobs().filter((job) => job.kind === 'edit' && ids.includes(job.id)) as EditJob[];
    const { resultsAsOf } = get();
    return found.some((job) => isJobRunning(job) || isArriving(job, resultsAsOf)) ? undefined : found;
  };
  const finish = (batch: OpenBatch): void => {
    const made = batch.isClosed ? ended(batch.jobIds) : undefined;
    if (made === undefined) return;
    batches.delete(batch);
    // A result of another picture is in the library, and cannot be shown here.
    const { middle } = get();
    const ids = resultsOf(made.flatMap(({ itemIds }) => itemIds)).map(({ id }) => id);
    if (ids.every((id) => id === comparedId(middle) || presentedIds(middle).includes(id))) return;
    if (isUndisturbed(batch.doing)) set({ middle: arrived(middle, ids), ready: without(ids) });
    else set({ ready: [...without(ids), ...ids] });
  };

  return {
    middle: MASK,
    ready: [],
    select: (id) => {
      if (id === null) return set({ middle: MASK });
      set({ middle: compared(get().middle, id), ready: without([id]) });
    },
    compareTwo: (id, withId) => set({ middle: compared(get().middle, id, withId), ready: without([id]) }),
    showRaw: (isRaw) => move(withRaw(get().middle, isRaw)),
    watch: (jobId) => set({ middle: jobId === null ? MASK : { kind: 'running', jobId } }),
    showPicture: (key) => move(withPicture(get().middle, key)),
    showBefore: (isBefore) => move(withBefore(get().middle, isBefore)),
    showReady: () => {
      const items = resultsOf(get().ready);
      set({ ready: [] });
      show(items);
    },
    openPresented: (id) => {
      const item = get().results.find((one) => one.id === id);
      if (item === undefined || isOfPicture1(item, get())) move(opened(get().middle, id));
      else get().select(item.id);
    },
    returnToMask: () => move(MASK),
    goBack: () => move(back(get().middle)),
    doing,
    beginBatch: (before) => {
      const batch: OpenBatch = { doing: before, jobIds: [], isClosed: false };
      batches.add(batch);
      return {
        add: (jobId) => batch.jobIds.push(jobId),
        close: () => {
          batch.isClosed = true;
          finish(batch);
        },
      };
    },
    followResults: () => {
      const watched = watchedId(get().middle);
      const [job] = watched === null ? [] : (ended([watched]) ?? []);
      if (job !== undefined) {
        move(MASK);
        show(resultsOf(job.itemIds));
      }
      for (const batch of batches) finish(batch);
    },
    leaveRemoved: (now, before) => move(withJobs(get().middle, now, before)),
    followWork: () => {
      work += 1;
      move(worked(get().middle));
    },
  };
}

/** Whether a result was made of the picture on the canvas, so that it fits into its place there. */
function isOfPicture1({ request }: EditItem, { pictures: [source] }: Pick<Images, 'pictures'>): boolean {
  return source !== undefined && request.pictures[0]?.mediaId === source.mediaId;
}
