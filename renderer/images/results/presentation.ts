// Decides where new results are shown: on the canvas by themselves, or only announced while a person does something
// else there. Independent of how they are drawn.

import type { EditJob, Job } from '../../../shared/contract/jobs.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import { faultOf } from '../../../shared/images/picture-states.ts';
import { canShow } from '../../items/picture-text.ts';
import { shownPicture } from '../../items/versions.ts';
import { isJobRunning } from '../../shell/session-store.ts';
import type { Images, PresentationPart } from '../images-state.ts';
import {
  arrived,
  back,
  canvasContent,
  chosenCompared,
  compared,
  comparedAmong,
  comparedId,
  comparedIds,
  MASK,
  MAX_COMPARED,
  type Middle,
  opened,
  paintedBackId,
  presentation,
  presentedIds,
  resultAtHand,
  toggledCompared,
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
  paintedId: string | null;
  watchedJobId: string | null;
  isCropping: boolean;
  /** Counts what a person did on the canvas, and the results that were asked for. */
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
      paintedId: paintedBackId(middle),
      watchedJobId: watchedId(middle),
      isCropping: middle.kind === 'cropping',
      sourceKey: pictures[0]?.key,
    };
  };
  const isUndisturbed = (before: Doing): boolean => {
    const now = doing();
    return (
      now.work === before.work &&
      now.selectedId === before.selectedId &&
      now.paintedId === before.paintedId &&
      now.watchedJobId === before.watchedJobId &&
      now.isCropping === before.isCropping &&
      now.sourceKey === before.sourceKey
    );
  };
  const resultsOf = (ids: readonly string[]): EditItem[] => get().results.filter(({ id }) => ids.includes(id));

  const move = (middle: Middle): void => {
    if (middle !== get().middle) set({ middle });
  };
  /**
   * Shows a result large: in the grid that is there, or in that of its request. One that does not fit onto the canvas,
   * or cannot be drawn there, is compared, which says what is wrong with it.
   */
  const showOne = (item: EditItem): void => {
    if (!fits(item, get())) {
      get().select(item.id);
      return;
    }
    const { middle, results } = get();
    const there = presentedIds(middle);
    const ofRequest = results.filter(({ createdAtMs }) => createdAtMs === item.createdAtMs).map(({ id }) => id);
    const ids = there.includes(item.id) ? there : ofRequest;
    set({ middle: presentation(ids, item.id), ready: without([item.id]) });
  };
  const show = (items: readonly EditItem[]): void => {
    const [only, ...others] = items;
    const ids = items.map(({ id }) => id);
    if (others.length > 0) set({ middle: presentation(ids), ready: without(ids) });
    else if (only !== undefined) showOne(only);
  };
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
    if (ids.every((id) => presentedIds(middle).includes(id))) return;
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
    present: (id) => {
      work += 1;
      const item = get().results.find((one) => one.id === id);
      if (item !== undefined) showOne(item);
    },
    compareMode: 'slider',
    setCompareMode: (compareMode) => set({ compareMode }),
    compareTwo: (id, withId) => set({ middle: comparedAmong(get().middle, [withId, id], id), ready: without([id]) }),
    compareAll: (ids) => {
      const found = ids.filter((id) => get().results.some((item) => item.id === id));
      const [first, ...others] = found;
      if (first === undefined) return true;
      if (others.length === 0) get().present(first);
      else {
        const middle = comparedAmong(get().middle, found, first);
        set({ middle, compareMode: 'side', ready: without(comparedIds(middle)) });
      }
      return found.length <= MAX_COMPARED;
    },
    toggleCompared: (id) => {
      const { middle } = get();
      const shown = resultAtHand(get())?.id;
      if (shown === undefined) {
        get().present(id);
        return true;
      }
      if (middle.kind !== 'result' && shown === id) return true;
      const next = toggledCompared(middle.kind === 'result' ? middle : compared(middle, shown), id);
      if (next === middle) return comparedIds(middle).length < MAX_COMPARED;
      const isMany = comparedIds(next).length > 2;
      set({ middle: next, ready: without([id]), ...(isMany && { compareMode: 'side' }) });
      return true;
    },
    chooseCompared: (id) => move(chosenCompared(get().middle, id)),
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
      if (item === undefined) move(opened(get().middle, id));
      else showOne(item);
    },
    returnToMask: () => move(MASK),
    goBack: () => {
      if (paintedBackId(get().middle) !== null) return void get().finishPaintingBack();
      const next = back(get().middle);
      const content = canvasContent({ ...get(), middle: next });
      move(content.kind === 'result' && !fits(content.item, get()) ? MASK : next);
    },
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

/**
 * Whether a result can be drawn in the place of picture 1: it is whole, and was made of that or of a picture of the same
 * size.
 */
function fits(item: EditItem, { pictures: [source], chain, missingFiles }: Images): boolean {
  if (source === undefined || missingFiles.has(source.mediaId)) return false;
  const editedId = item.request.pictures[0]?.mediaId;
  const edited = [source, ...chain].find(({ mediaId }) => mediaId === editedId) ?? item.protected?.picture;
  const isOfSize = edited?.widthPx === source.widthPx && edited.heightPx === source.heightPx;
  return isOfSize && faultOf(item.raw.state) === undefined && canShow(item, shownPicture(item, missingFiles));
}
