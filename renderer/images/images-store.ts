// Owns the state of the Images screen: tray, request, problem, results. Independent of how any of it is drawn.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { isCancellable } from '../../shared/app/job-states.ts';
import type { EditOrder, EditRequest } from '../../shared/contract/images.ts';
import type { EditJob, Job } from '../../shared/contract/jobs.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { DEFAULT_SIZE_RULES } from '../../shared/images/size.ts';
import type { Ipc } from '../ipc.ts';
import { type MissingMediaStore, missingError } from '../items/missing-media.ts';
import { attention, requestForMissing } from '../jobs/attention.ts';
import { type NotReady, notReady } from '../jobs/readiness.ts';
import { createScope } from '../lifetime/scope.ts';
import {
  activeConnection,
  followJobs,
  isJobRunning,
  picturesNotUsedBy,
  type Session,
  type SessionStore,
} from '../shell/session-store.ts';
import type { DraftKeeper } from '../work/draft-keeper.ts';
import type { HistoryStore } from '../work/history.ts';
import type { WorkDeskStore } from '../work/work-desk.ts';
import { createCropping } from './crop/cropping.ts';
import { createDraftPart, draftOf, EMPTY_DRAFT, filesOf, followDraft, withoutLostFit } from './draft.ts';
import { type Images, type MissingFiles, NO_MASK, sizeOf, type TrayPicture } from './images-state.ts';
import { createMaskStep, followMask } from './mask/mask-steps.ts';
import { isCanvasShown, paintedBackId, withMiddle } from './middle.ts';
import { type Bytes, type MaskPort, type PicturePort, startingAdjustments } from './ports.ts';
import { createEditPreparer } from './request/edit-flow.ts';
import {
  DEFAULT_CHOICES,
  type EditChoices,
  isTransparentJpeg,
  resolveSize,
  sizeRules,
} from './request/edit-options.ts';
import { composePrompt, NO_GUIDE, namesGonePicture } from './request/instruction.ts';
import { createPaintingBack, itemOfKey, type PaintingBackFollower } from './results/painting-back.ts';
import { createPresentation } from './results/presentation.ts';
import { createProtection } from './results/protection.ts';
import { createResults } from './results/results.ts';
import { sampleMask } from './sample-picture.ts';
import { createTray } from './tray/tray.ts';

export type ImagesStore = StoreApi<Images>;

/** Number of masks that are kept for removed pictures. */
const MASKS_KEPT = 4;

type ImagesDeps = {
  ipc: Ipc;
  session: SessionStore;
  mask: MaskPort;
  pictures: PicturePort;
  missing: MissingMediaStore;
  drafts: DraftKeeper;
  history: HistoryStore;
  desk: WorkDeskStore;
  /** Reads the sample picture. */
  readSample: () => Promise<Bytes>;
};

/** Why no edit can be started right now. */
export type Blocked =
  | NotReady
  | 'picture'
  | 'adding'
  | 'cropping'
  | 'missing'
  | 'instruction'
  | 'gone'
  | 'size'
  | 'transparentJpeg';

/** Creates the store of the Images screen; it follows main's events until disposed of. */
export function createImagesStore({
  ipc,
  session,
  mask,
  pictures,
  missing,
  drafts,
  history,
  desk,
  readSample,
}: ImagesDeps): ImagesStore {
  const scope = createScope();
  const prepare = createEditPreparer({ ipc, pictures, mask });
  /** The sample that was added, and its instruction. */
  let sampleKey: string | undefined;
  let sampleInstruction = '';
  let sourceChanged = (): void => undefined;
  let followPaintingBack: PaintingBackFollower;

  const { doing, beginBatch, followResults, leaveRemoved, followWork, ...presentation } = createPresentation({
    get: () => store.getState(),
    set: (change) => store.setState((now) => withMiddle(now, change)),
    jobs: () => session.getState().jobs,
  });

  const lookAt = async (mediaIds: readonly string[]): Promise<MissingFiles> => {
    await missing.getState().look(mediaIds);
    return missing.getState().files;
  };

  /** Orders an edit, whose results are shown together. @param onTaken called when main has taken it */
  const send = async (order: EditOrder, onTaken: () => void, before = doing()): Promise<void> => {
    store.setState({ problem: null, explainedId: null, repeatedJobIds: [] });
    const batch = beginBatch(before);
    const answered = await session
      .getState()
      .order(order.inPlaceOf === null ? [] : [order.inPlaceOf], () => ipc.request('images.edit', order));
    if (answered.ok) {
      const jobs = answered.data.flatMap((answer) => (answer.kind === 'job' ? [answer.job] : []));
      session.getState().addJobs(jobs);
      // Previews were requested, so the job is shown while it runs; of several jobs the first.
      const [first] = jobs;
      const isWatched = order.requests[0]?.options.previews;
      if (first !== undefined && isWatched) store.getState().watch(first.id);
      for (const { id } of jobs) batch.add(id);
      if (first !== undefined) onTaken();
      const repeatedJobIds = answered.data.flatMap((answer) => (answer.kind === 'running' ? [answer.jobId] : []));
      store.setState({ repeatedJobIds });
    } else store.setState({ problem: { error: answered.error, again: () => send(order, onTaken) } });
    batch.close();
  };

  /** Results appear in the history, and in the middle unless a person does something else there. */
  const readMade = async (job: EditJob, isNew: boolean): Promise<void> => {
    await store.getState().reloadResults();
    if (isNew) void store.getState().checkOthers(job.itemIds);
    followResults();
  };

  const store: ImagesStore = createStore<Images>()((setState, get) => {
    const set = (change: Partial<Images>): void => setState((now) => withMiddle(now, change));
    const report: Images['report'] = (error) => {
      if (error !== null) set({ problem: { error, again: null } });
    };
    const connection = () => activeConnection(session.getState());
    const { begin, endAll, storePaintedBack, unpainted, ...protection } = createProtection({
      ipc,
      pictures,
      get,
      set,
      starting: () => startingAdjustments(session.getState().settings.newResults),
      report,
      reportUnstored: (error, storeAgain) => {
        const again = async (): Promise<void> => {
          set({ problem: null });
          storeAgain();
        };
        set({ problem: { error, again } });
      },
    });
    scope.add(endAll);
    const { followFigures, followPainting, followMiddle, ...paintBackPart } = createPaintingBack({
      mask,
      pictures,
      protection: { storePaintedBack, unpainted },
      get,
      set,
      report,
      showSource: () => showSource(get()),
    });
    followPaintingBack = { followFigures, followPainting, followMiddle };
    /** The picture of which a person has said that the whole of it may change, or taken up an edit that said so. */
    let wholeOf: string | undefined;
    /** Whether an edit without a mask was perhaps meant to have one, as the edit before. */
    const isMaskMissed = (source: TrayPicture, [request]: readonly EditRequest[]): boolean => {
      const last = get().results.at(-1);
      const wasMasked = last !== undefined && last.request.mask !== null;
      return request?.mask === null && wasMasked && wholeOf !== source.mediaId;
    };
    const edit = async (): Promise<void> => {
      if (blockedReason(session.getState(), get()) !== null || get().isPreparing) return;
      set({ problem: null, explainedId: null, isMaskMissed: false, isSampleNew: false, isPreparing: true });
      await sendEdit().finally(() => set({ isPreparing: false }));
    };
    const sendEdit = async (): Promise<void> => {
      const prepared = await prepareEdit();
      if (prepared === null) return;
      const { source, requests, before } = prepared;
      if (isMaskMissed(source, requests)) set({ isMaskMissed: true });
      else await send({ requests, inPlaceOf: null }, () => dismissAnswered(requests), before);
    };
    /** Makes the requests of the edit on the screen, once that is complete; null if there are none, which is reported. */
    const prepareEdit = async () => {
      const isComplete = await get().whenReplaced();
      await mask.applyPreview();
      const target = connection();
      const [source, ...references] = get().pictures;
      if (!isComplete || blockedReason(session.getState(), get()) !== null) return null;
      if (target === undefined || source === undefined) return null;
      const before = doing();
      const lost = await findLost(get().pictures);
      if (lost !== null) {
        report(lost);
        return null;
      }
      const { instruction, guide, choices } = get();
      const prepared = await prepare({
        connection: target,
        prompt: composePrompt(instruction, guide),
        choices,
        pictures: [source, ...references],
        picturesNotUsedBy: picturesNotUsedBy(session.getState()),
      });
      if (prepared.ok) return { source, requests: prepared.data, before };
      report(prepared.error);
      return null;
    };
    const { followSource, startOver, ...results } = createResults({
      ipc,
      pictures,
      lookAt,
      begin,
      connection,
      jobs: () => session.getState().jobs,
      get,
      set,
      report,
      replaceWork: (how, put) => desk.getState().replace('images', how, put),
      showWithMask: (picture, coverage) => mask.show(picture, coverage ?? undefined),
    });
    sourceChanged = followSource;
    return {
      ...createTray({
        ipc,
        pictures,
        readSample,
        maskSample: (picture) => {
          sampleKey = picture.key;
          mask.show(picture, sampleMask(picture.widthPx, picture.heightPx));
        },
        showWithMask: (picture, coverage) => mask.show(picture, coverage),
        coverageOf: async (key) => {
          await mask.applyPreview();
          return mask.coverage(key);
        },
        record: (step) => history.getState().push('images', step),
        severalPictures: () => session.getState().settings.severalPictures,
        rememberSeveral: (severalPictures) => session.getState().updateSettings({ severalPictures }),
        putAside: async (apart) => {
          const ids: string[] = [];
          // The last first, so that the list has them in their order.
          for (const picture of apart.toReversed()) {
            const body = draftOf({ ...get(), pictures: [picture], instruction: '', guide: NO_GUIDE });
            const id = await desk.getState().addAside({ screen: 'images', body });
            if (id !== null) ids.push(id);
          }
          return ids;
        },
        takeOff: (id) => desk.getState().takeOff(id),
        replaceWork: (how, put) => desk.getState().replace('images', how, put),
        startOver,
        connectionId: () => connection()?.id ?? '',
        lookAt,
        get,
        set,
        report,
      }),
      ...results,
      ...presentation,
      ...protection,
      ...paintBackPart,
      ...createCropping({
        get,
        set,
        lookAt,
        applyPreview: () => mask.applyPreview(),
        record: (step) => history.getState().push('images', step),
      }),
      ...createDraftPart({ ipc, mask, lookAt, startOver, get, set }),
      instruction: '',
      guide: NO_GUIDE,
      choices: DEFAULT_CHOICES,
      mask: NO_MASK,
      isPreparing: false,
      repeatedJobIds: [],
      isMaskMissed: false,
      isSampleNew: false,
      problem: null,
      explainedId: null,
      setInstruction: (instruction) => set({ instruction }),
      setGuide: (change) => set({ guide: { ...get().guide, ...change } }),
      trySample: async (name, instruction) => {
        sampleInstruction = instruction;
        await get().addSample(name, instruction);
        set({ isSampleNew: get().pictures[0]?.key === sampleKey });
      },
      change: (change) => {
        const before = get().choices;
        const after = { ...before, ...change };
        set({ choices: after });
        const put = (choices: EditChoices) => async () => {
          set({ choices });
          return true;
        };
        const kind = Object.keys(change).sort().join();
        const step = { name: (t: Translate) => t('history.settings'), kind, undo: put(before), redo: put(after) };
        if (JSON.stringify(before) !== JSON.stringify(after)) history.getState().push('images', step);
      },
      edit,
      recall: async (request) => {
        const isRecalled = await results.recall(request);
        if (isRecalled && request.mask === null) wholeOf = request.pictures[0]?.mediaId;
        return isRecalled;
      },
      editWhole: () => {
        wholeOf = get().pictures[0]?.mediaId;
        return edit();
      },
      declineWhole: () => set({ isMaskMissed: false }),
      editInSize: async (text) => {
        get().change({ size: { kind: 'size', text } });
        await edit();
      },
      editAgain: async (request, changed) => {
        if (!(await get().recall(request))) return;
        get().change(changed);
        await get().edit();
      },
      sendAgain: (job) =>
        send({ requests: [job.request], inPlaceOf: job.id }, () => session.getState().dismissJobs([job.id])),
      explain: (explainedId) => set({ explainedId }),
      retry: (failure) =>
        send({ requests: [requestForMissing(failure)], inPlaceOf: failure.id }, () =>
          session.getState().dismissPicture(failure.job.id, failure.index),
        ),
      cancelNewest: () => {
        const newest = session.getState().jobs.filter(isEditJob).filter(isCancellable).at(-1);
        if (newest !== undefined) session.getState().cancelJob(newest.id);
      },
      report,
      dismissProblem: () => set({ problem: null }),
      dispose: scope.dispose,
    };
  });

  /** What went wrong before gives way to a new attempt. */
  const dismissAnswered = ([request]: readonly EditRequest[]): void => {
    const { jobs, dismissJobs } = session.getState();
    const wrong = attention(jobs).edits.flatMap((alert) => (alert.isWaiting ? [] : alert.jobs));
    dismissJobs(wrong.filter((job) => request !== undefined && isAnsweredBy(job, request)).map(({ id }) => id));
  };

  /** Returns the error for the first picture whose file is missing. A reduced version that is missing is dropped. */
  const findLost = async (sent: readonly TrayPicture[]): Promise<AppError | null> => {
    const files = await lookAt(sent.flatMap(filesOf));
    const lost = sent.find((picture) => filesOf(picture).some((id) => files.has(id)));
    const file =
      lost &&
      filesOf(lost)
        .map((id) => files.get(id))
        .find((one) => one !== undefined);
    if (lost === undefined || file === undefined) return null;
    store.setState(({ pictures: all }) => ({ pictures: all.map((picture) => withoutLostFit(picture, files)) }));
    return missingError(file, lost.name);
  };

  const stepParts = {
    mask,
    reveal: async (key: string): Promise<boolean> => {
      const itemId = itemOfKey(key);
      if (itemId !== null) {
        store.getState().present(itemId);
        await store.getState().paintBack(itemId);
        return paintedBackId(store.getState().middle) === itemId;
      }
      if (painted?.key !== key) return false;
      const { middle } = store.getState();
      if (!isCanvasShown(middle) || paintedBackId(middle) !== null) store.getState().showPicture(key);
      return true;
    },
  };
  /** Picture 1, unless its file is missing: its mask then stays as it was restored. */
  const paintable = ({ pictures: [source], missingFiles }: Pick<Images, 'pictures' | 'missingFiles'>) =>
    source === undefined || missingFiles.has(source.mediaId) ? undefined : source;
  /** The picture that is open in the mask engine, unless its result is while the source is painted back over that. */
  let painted: TrayPicture | undefined;
  const showSource = (state: Images): void => {
    painted = paintable(state);
    mask.show(painted ?? null);
    if (painted === undefined) store.setState({ mask: NO_MASK });
  };

  /** Keys of removed pictures whose masks are kept for Undo, latest last. */
  const removed: string[] = [];
  const forgetOld = (now: Images['pictures'], before: Images['pictures']): void => {
    const isHere = (key: string): boolean => [...now, ...store.getState().chain].some((picture) => picture.key === key);
    removed.push(...before.map(({ key }) => key).filter((key) => !isHere(key) && !removed.includes(key)));
    while (removed.length > MASKS_KEPT) {
      const key = removed.shift();
      if (key !== undefined && !isHere(key)) mask.forget(key);
    }
  };

  /** Whether there is anything that somebody would miss: the sample as it came is nothing. */
  const isWorth = ({ pictures: all, instruction, guide, mask: { canUndo } }: Images): boolean => {
    const isSample = all.length === 1 && all[0]?.key === sampleKey && !canUndo;
    if (isSample && instruction === sampleInstruction) return false;
    return all.length > 0 || composePrompt(instruction, guide) !== '';
  };
  desk.getState().offer({
    screen: 'images',
    current: () => (isWorth(store.getState()) ? draftOf(store.getState()) : null),
    show: async (draft) => {
      await store.getState().show(draft ?? EMPTY_DRAFT);
      await drafts.keepNow({ name: 'images', body: draftOf(store.getState()) });
    },
  });

  scope.add(
    followJobs(session, (job, before) => {
      if (!isEditJob(job) || isJobRunning(job)) return;
      const isNew = before === undefined || isJobRunning(before);
      if (isNew || before.itemIds.length < job.itemIds.length) void readMade(job, isNew);
    }),
    store.subscribe(followDraft(drafts)),
    store.subscribe((state, before) => {
      followPaintingBack.followMiddle(before.middle);
      if (state.pictures === before.pictures) return;
      if (state.pictures[0]?.key !== before.pictures[0]?.key) {
        showSource(state);
        sourceChanged();
        store.setState({ isMaskMissed: false, isSampleNew: false });
      }
      forgetOld(state.pictures, before.pictures);
    }),
    missing.subscribe(({ files: missingFiles }) => {
      store.setState({ missingFiles });
      const state = store.getState();
      // A picture that is back is opened with its mask. One that is open already stays: it is in memory.
      if (painted === undefined && paintable(state) !== undefined) showSource(state);
    }),
    mask.subscribe((summary) => {
      const itemId = itemOfKey(summary.pictureKey ?? '');
      if (itemId !== null) followPaintingBack.followFigures(itemId, summary);
      else store.setState(summary.isEmpty ? { mask: summary } : { mask: summary, isMaskMissed: false });
      history
        .getState()
        .moved('images', (steps) => followMask(steps, summary, (key) => createMaskStep(stepParts, key)));
    }),
    mask.onWork(followWork),
    mask.onWork(() => followPaintingBack.followPainting()),
    session.subscribe(({ jobs }, before) => leaveRemoved(jobs, before.jobs)),
    ipc.on('library.changed', () => void store.getState().reloadResults()),
    ipc.onGap(() => void store.getState().reloadResults()),
  );
  return store;
}

/** The reason why no edit can be started, or null. */
export function blockedReason(
  session: Pick<Session, 'connections' | 'settings' | 'storage' | 'practice'>,
  images: Pick<Images, 'pictures' | 'missingFiles' | 'opening' | 'instruction' | 'guide' | 'choices' | 'middle'>,
): Blocked | null {
  const unready = notReady(session);
  if (unready !== null) return unready;
  const source = images.pictures[0];
  if (source === undefined) return images.opening > 0 ? 'adding' : 'picture';
  if (images.opening > 0) return 'adding';
  if (images.middle.kind === 'cropping') return 'cropping';
  if (images.pictures.some(({ mediaId }) => images.missingFiles.has(mediaId))) return 'missing';
  const prompt = composePrompt(images.instruction, images.guide);
  if (prompt === '') return 'instruction';
  if (namesGonePicture(prompt)) return 'gone';
  const rules = sizeRules(activeConnection(session)) ?? DEFAULT_SIZE_RULES;
  if (resolveSize(images.choices.size, sizeOf(source), rules).problem !== null) return 'size';
  return isTransparentJpeg(images.choices) ? 'transparentJpeg' : null;
}

/** Whether a job edits pictures. */
export function isEditJob(job: Job): job is EditJob {
  return job.kind === 'edit';
}

/** Whether an edit that went wrong gives way to a new one: of the same picture, and the same if it may have been billed. */
function isAnsweredBy(job: EditJob, request: EditRequest): boolean {
  const isSamePicture = sourceOf(job.request) === sourceOf(request);
  const mayBeBilled = job.state === 'unknown' || job.replyId !== null;
  return isSamePicture && (!mayBeBilled || job.request.prompt === request.prompt);
}

function sourceOf({ pictures: [source] }: EditRequest): string | undefined {
  return source?.mediaId ?? (source?.kind === 'address' ? source.url : undefined);
}
