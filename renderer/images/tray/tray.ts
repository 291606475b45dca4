// Adds pictures to the tray and keeps their order: files, addresses, the sample, results. Independent of how the tray
// is displayed.

import { BOUNDS } from '../../../shared/bounds.ts';
import type { CutFrom } from '../../../shared/contract/images.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { isWhole } from '../../../shared/images/cropping.ts';
import { IMPORT_LIMITS } from '../../../shared/images/limits.ts';
import { importProblem, problemFacts, readPictureHeader } from '../../../shared/images/picture-header.ts';
import { fittingSize } from '../../../shared/images/reference-problems.ts';
import type { SeveralPictures } from '../../../shared/images/several-pictures.ts';
import { planWire } from '../../../shared/images/wire-geometry.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import { missingError } from '../../items/missing-media.ts';
import { mapConcurrent } from '../../lifetime/map-concurrent.ts';
import type { Step } from '../../work/history.ts';
import type { Replacement } from '../../work/work-desk.ts';
import { type Images, type MissingFiles, sizeOf, type TrayPart, type TrayPicture } from '../images-state.ts';
import { MASK } from '../middle.ts';
import { type Bytes, MaskEnded, type PicturePort, PictureProblem } from '../ports.ts';
import { forNextPicture } from '../request/edit-options.ts';
import { NO_GUIDE, withMentions } from '../request/instruction.ts';
import { chainOf, withNextSource, withPresent } from './source-chain.ts';

type StoredPicture = Omit<TrayPicture, 'key'>;
type Opening = () => Promise<Result<StoredPicture, AppError>>;

/** The fields of a picture that is sent unchanged. */
export const AS_IT_IS = { address: null, isSentAsAddress: false, fitted: null, cutFrom: null } as const;

/** How far beyond its mask an edit of a straightened picture is put back, and how softly. */
const AROUND_PX = 2;

/** What the tray part needs. `get` and `set` are those of its store. */
export type TrayTools = {
  ipc: Ipc;
  pictures: PicturePort;
  readSample: () => Promise<Bytes>;
  /** Shows the sample with its subject masked. */
  maskSample: (picture: TrayPicture) => void;
  /** Shows a picture with coverage as its mask. */
  showWithMask: (picture: TrayPicture, coverage: Bytes) => void;
  /** The mask of a picture; null if nothing is painted. Rejects with {@link MaskEnded}. */
  coverageOf: (key: string) => Promise<Bytes | null>;
  connectionId: () => string;
  /** Looks whether stored files are in their place; resolves to those that are not. */
  lookAt: (mediaIds: readonly string[]) => Promise<MissingFiles>;
  get: () => TrayPart & Pick<Images, 'instruction' | 'choices' | 'problem'>;
  set: (change: Partial<Images>) => void;
  report: (error: AppError) => void;
  /** What becomes of the others of several pictures, and the function that remembers another choice. */
  severalPictures: () => SeveralPictures;
  rememberSeveral: (kind: SeveralPictures) => void;
  /** Puts pictures under Recent, each on its own. Resolves to their ids there. */
  putAside: (pictures: readonly TrayPicture[]) => Promise<string[]>;
  /** Takes one off that list. */
  takeOff: (id: string) => Promise<void>;
  /** Puts what is on the screen aside before it is replaced. */
  replaceWork: (how: Replacement, put: () => Promise<boolean>) => Promise<boolean>;
  /** Forgets the results of the pictures that were there. */
  startOver: () => void;
  /** Adds a step to the screen's history. */
  record: (step: Step) => void;
};

/** Creates the tray's part of the store. */
export function createTray(tools: TrayTools): TrayPart {
  const { ipc, get, set } = tools;

  const openFile = async (file: File): Promise<Result<StoredPicture, AppError>> => {
    const { name } = file;
    // A file that is too large is rejected before it is read.
    if (file.size > IMPORT_LIMITS.maxBytes) return unusable(name, 'tooManyBytes', { sizeBytes: file.size });
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) return unusable(name, 'unreadable');
    return open(new Uint8Array(bytes), name);
  };

  const open = async (bytes: Bytes, name: string): Promise<Result<StoredPicture, AppError>> => {
    const problem = importProblem(readPictureHeader(bytes), bytes.length, bytes);
    if (problem) return unusable(name, problem, problemFacts(problem, bytes.length, bytes));
    const working = await tools.pictures.working(bytes).catch(problemOf);
    if (typeof working === 'string') return unusable(name, working);
    const stored = await ipc.request('media.importBytes', { bytes: working.bytes });
    if (!stored.ok) return fail({ ...stored.error, details: { ...stored.error.details, name } });
    const { mediaId, sizeBytes } = stored.data;
    return ok({ ...AS_IT_IS, mediaId, sizeBytes, name, widthPx: working.widthPx, heightPx: working.heightPx });
  };

  const openAddress = async (url: string): Promise<Result<StoredPicture, AppError>> => {
    const downloaded = await ipc.request('media.importUrl', { connectionId: tools.connectionId(), url });
    if (!downloaded.ok) return downloaded;
    const opened = await openStored(downloaded.data.mediaId, nameOfAddress(url));
    return opened.ok ? ok({ ...opened.data, address: url }) : opened;
  };

  const openStored = async (mediaId: string, name: string): Promise<Result<StoredPicture, AppError>> => {
    const reply = await fetch(`/media/${mediaId}`).catch(() => null);
    if (!reply?.ok) {
      const file = (await tools.lookAt([mediaId])).get(mediaId);
      return fail(file === undefined ? appError('item.not_found') : missingError(file, name));
    }
    return open(new Uint8Array(await reply.arrayBuffer()), name);
  };

  /** What could not be opened gives way to the next picture. */
  const forgetUnopened = (): void => {
    if (get().problem?.error.code.startsWith('picture.')) set({ problem: null });
  };

  /**
   * Begins to open pictures, as many as there is room for. @param taken pictures that are there.
   * @returns `report` says what went wrong, which is one thing at a time: how many there was no room for, if any, is not
   * replaced by a picture that cannot be opened.
   */
  const begin = (openings: readonly Opening[], taken: number) => {
    forgetUnopened();
    const begun = mapConcurrent(openings.slice(0, Math.max(0, BOUNDS.picturesOfTray - taken)), BOUNDS.picturesOpening);
    const left = openings.length - begun.length;
    let unopened = 0;
    const tooMany = (): AppError =>
      appError('picture.too_many', { count: left, limit: BOUNDS.picturesOfTray, unopened });
    if (left > 0) tools.report(tooMany());
    const report = (error: AppError): void => {
      unopened += 1;
      tools.report(left > 0 ? tooMany() : error);
    };
    return { openings: begun, report };
  };

  /** Opens pictures and adds them in their order; those that cannot be opened are reported, the others are still added. */
  const addAll = async (wanted: readonly Opening[]): Promise<void> => {
    const { openings, report } = begin(wanted, get().pictures.length + get().opening);
    set({ opening: get().opening + openings.length });
    const isFirst = get().pictures.length === 0;
    const isApart = isFirst && openings.length > 1 && tools.severalPictures() === 'separate';
    const added: TrayPicture[] = [];
    for (const opening of openings) {
      const opened = await opening;
      set({ opening: get().opening - 1 });
      if (!opened.ok) report(opened.error);
      else if (isApart && added.length > 0) added.push({ ...opened.data, key: crypto.randomUUID() });
      else added.push(add(opened.data));
    }
    recordAdded(isApart ? added.slice(0, 1) : added);
    if (isFirst && added.length > 1) await arrive(added.slice(1), isApart ? 'separate' : 'references');
  };

  /** Says what was done with the others of several pictures. Those that are apart are put under Recent. */
  const arrive = async (others: readonly TrayPicture[], kind: SeveralPictures): Promise<void> => {
    const asideIds = kind === 'separate' ? await tools.putAside(others) : [];
    set({ arrival: { kind, others, asideIds } });
  };

  /** Opens pictures instead of those that are there. */
  const openInstead = async (wanted: readonly Opening[]): Promise<void> => {
    if (get().pictures.length === 0) return addAll(wanted);
    const { openings, report } = begin(wanted, 0);
    set({ opening: get().opening + openings.length });
    const opened = await Promise.all(openings);
    set({ opening: get().opening - openings.length });
    for (const one of opened) if (!one.ok) report(one.error);
    const [first, ...rest] = opened
      .flatMap((one) => (one.ok ? [one.data] : []))
      .map((picture): TrayPicture => ({ ...picture, key: crypto.randomUUID() }));
    if (first === undefined) return;
    const kind = tools.severalPictures();
    const title = (t: Translate): string => t('recent.openedPicture', { name: first.name });
    const isOpened = await tools.replaceWork({ title }, async () => {
      tools.startOver();
      set({
        chain: [],
        pictures: kind === 'separate' ? [first] : [first, ...rest],
        instruction: '',
        guide: NO_GUIDE,
        choices: forNextPicture(get().choices),
        arrival: null,
      });
      return true;
    });
    if (isOpened && rest.length > 0) await arrive(rest, kind);
  };

  const add = (picture: StoredPicture): TrayPicture => {
    const added = { ...picture, key: crypto.randomUUID() };
    set({ pictures: [...get().pictures, added] });
    return added;
  };
  const setPictures = (pictures: readonly TrayPicture[]): void => {
    const keysOf = (some: readonly TrayPicture[]): string[] => some.map(({ key }) => key);
    const instruction = withMentions(get().instruction, keysOf(get().pictures), keysOf(pictures));
    set({ pictures, instruction });
  };
  const takeOut = (keys: readonly string[]): void =>
    setPictures(get().pictures.filter(({ key }) => !keys.includes(key)));
  /** Adds a step to the history. Both ways change the tray at once. */
  const record = (name: Step['name'], undo: () => void, redo: () => void): Step => {
    const step: Step = {
      name,
      undo: async () => {
        undo();
        return true;
      },
      redo: async () => {
        redo();
        return true;
      },
    };
    tools.record(step);
    return step;
  };
  const recordAdded = (added: readonly TrayPicture[]): void => {
    if (added.length === 0) return;
    record(
      (t) => t('history.addPictures', { count: added.length }),
      () => takeOut(added.map(({ key }) => key)),
      () => set({ pictures: [...get().pictures, ...added] }),
    );
  };

  const change = (key: string, by: Partial<TrayPicture>): void =>
    set({ pictures: get().pictures.map((picture) => (picture.key === key ? { ...picture, ...by } : picture)) });

  /** Inserts a picture in place of another, or at the front; does nothing if it was given up. */
  const takePlace = async (
    key: string | undefined,
    opening: Promise<Result<StoredPicture, AppError> | null>,
    nameOf: (old: TrayPicture | undefined) => Step['name'],
    chainAfter: (old: TrayPicture | undefined, next: TrayPicture) => readonly TrayPicture[] = () => get().chain,
  ): Promise<Step | null> => {
    forgetUnopened();
    const opened = await opening;
    if (opened === null) return null;
    if (!opened.ok) {
      tools.report(opened.error);
      return null;
    }
    const { pictures: before, chain } = get();
    const at = Math.max(
      0,
      before.findIndex((one) => one.key === key),
    );
    const old = before.find((one) => one.key === key);
    const next = { ...opened.data, key: crypto.randomUUID() };
    const chainNow = chainAfter(old, next);
    set({
      pictures: [...before.slice(0, at), next, ...before.slice(old === undefined ? at : at + 1)],
      chain: chainNow,
    });
    const swap =
      (from: TrayPicture | undefined, to: TrayPicture | undefined, sources: readonly TrayPicture[]) => () => {
        const { pictures } = get();
        const place = Math.max(
          0,
          pictures.findIndex((one) => one.key === from?.key),
        );
        const others = pictures.filter((one) => one.key !== from?.key);
        const changed = to === undefined ? others : [...others.slice(0, place), to, ...others.slice(place)];
        set({ pictures: changed, chain: sources });
      };
    return record(nameOf(old), swap(next, old, chain), swap(old, next, chainNow));
  };

  /** Makes a source of the chain picture 1, and shows it. */
  const goTo = (source: TrayPicture): Step | 'there' => {
    const { pictures, chain } = get();
    const [present, ...others] = pictures;
    if (source.key === present?.key) {
      set({ middle: MASK });
      return 'there';
    }
    const rest = others.filter(({ key }) => key !== source.key);
    const after = { pictures: [source, ...rest], chain: withPresent(chain, pictures) };
    set(after);
    return record(
      (t) => t('history.useAsSource'),
      () => set({ pictures, chain }),
      () => set(after),
    );
  };

  let replacing: Promise<Step | 'there' | null> = Promise.resolve(null);
  /** Replaces picture 1, unless another picture is coming in its place already. `there`: it is picture 1 already. */
  const replaceFirst = async (begin: () => Promise<Step | 'there' | null>): Promise<Step | null> => {
    if (get().isReplacing) return null;
    set({ isReplacing: true });
    replacing = begin().finally(() => set({ isReplacing: false }));
    const replaced = await replacing;
    return replaced === 'there' ? null : replaced;
  };
  /** Opens a result of a picture that was cut: it can be put back where that was. */
  const openResult = async (
    mediaId: string,
    name: string,
    cutFrom: CutFrom | null,
  ): Promise<Result<StoredPicture, AppError>> => {
    const opened = await openStored(mediaId, name);
    return opened.ok ? ok({ ...opened.data, cutFrom: editedCut(cutFrom, opened.data) }) : opened;
  };
  const known = (mediaId: string): TrayPicture | undefined =>
    [...get().pictures, ...get().chain].find((one) => one.mediaId === mediaId);
  /**
   * Replaces picture 1 by one that is made of it, with its mask, and continues the chain. `make`: the file, or the id of
   * a stored one.
   */
  const becomeFirst = async ({ make, step, name, cutFrom = null }: Becoming): Promise<Step | null> => {
    const [source] = get().pictures;
    if (source === undefined) return null;
    let coverage: Bytes | null = null;
    const begin = async (): Promise<Result<StoredPicture, AppError> | null> => {
      const made = await make(source).catch(failureOf);
      if (made === 'cancelled') return null;
      if (typeof made === 'string')
        return made === 'ended' ? fail(appError('mask.ended')) : unusable(source.name, made);
      coverage = made.coverage ?? null;
      const imported = made.bytes && (await ipc.request('media.importBytes', { bytes: made.bytes }));
      if (imported?.ok === false) return imported;
      const opened = await openStored(imported?.data.mediaId ?? made.mediaId ?? source.mediaId, name ?? source.name);
      // A picture that was taken away meanwhile does not come back.
      if (get().pictures[0]?.key !== source.key) return null;
      return opened.ok ? ok({ ...opened.data, cutFrom }) : opened;
    };
    return replaceFirst(() =>
      takePlace(
        source.key,
        begin(),
        () => step,
        (old, next) => {
          if (coverage !== null) tools.showWithMask(next, coverage);
          return withNextSource(get().chain, old, next);
        },
      ),
    );
  };
  const replaceReference = async (begin: () => Promise<Step | null>): Promise<Step | null> => {
    set({ opening: get().opening + 1 });
    return begin().finally(() => set({ opening: get().opening - 1 }));
  };

  /** Returns the reduced version of a picture; null if it fits already. */
  const fitOne = async (picture: TrayPicture, maxBytes: number): Promise<Result<Picture | null, AppError>> => {
    const plan = planWire(sizeOf(picture), fittingSize(sizeOf(picture)));
    const bytes = await tools.pictures.wire(picture.mediaId, plan, { maxBytes }).catch(problemOf);
    if (typeof bytes === 'string') return unusable(picture.name, bytes);
    return bytes === null ? ok(null) : ipc.request('media.importBytes', { bytes });
  };

  const insertAt = (picture: TrayPicture, at: number): void => {
    const pictures = get().pictures.filter((one) => one.key !== picture.key);
    setPictures([...pictures.slice(0, at), picture, ...pictures.slice(at)]);
  };

  const moveTo = (key: string, at: number): void => {
    const picture = get().pictures.find((one) => one.key === key);
    if (picture !== undefined) insertAt(picture, at);
  };

  return {
    pictures: [],
    missingFiles: new Map(),
    opening: 0,
    isReplacing: false,
    whenReplaced: async () => !get().isReplacing || (await replacing) !== null,
    addFiles: (files) => addAll(files.map((file) => () => openFile(file))),
    addAddresses: (urls) => addAll(urls.map((url) => () => openAddress(url))),
    addSample: async (name, instruction) => {
      forgetUnopened();
      set({ opening: get().opening + 1 });
      const opened = await open(await tools.readSample(), name);
      set({ opening: get().opening - 1 });
      if (!opened.ok) return tools.report(opened.error);
      const picture = { ...opened.data, key: crypto.randomUUID() };
      if (get().pictures.length === 0) tools.maskSample(picture);
      set({ pictures: [...get().pictures, picture] });
      recordAdded([picture]);
      if (get().instruction.trim() === '') set({ instruction });
    },
    openFiles: (files) => openInstead(files.map((file) => () => openFile(file))),
    openAddresses: (urls) => openInstead(urls.map((url) => () => openAddress(url))),
    arrival: null,
    changeArrival: async () => {
      const { arrival, pictures } = get();
      if (arrival === null) return;
      const kind = arrival.kind === 'references' ? 'separate' : 'references';
      tools.rememberSeveral(kind);
      const keys = arrival.others.map(({ key }) => key);
      if (kind === 'references') {
        set({ pictures: [...pictures.filter(({ key }) => !keys.includes(key)), ...arrival.others], arrival: null });
        for (const id of arrival.asideIds) await tools.takeOff(id);
      } else takeOut(keys);
      await arrive(arrival.others, kind);
    },
    dismissArrival: () => set({ arrival: null }),
    addStored: (mediaId, name) => addAll([() => openStored(mediaId, name)]),
    chain: [],
    replaceSource: (result, name, cutFrom = null) =>
      replaceFirst(async () => {
        const { mediaId } = await result;
        const { pictures, chain } = get();
        // It led to picture 1 or from it, so it is there already, with its mask.
        const there = chainOf(chain, pictures[0]).findLast((one) => one.mediaId === mediaId);
        if (there !== undefined) return goTo(there);
        return takePlace(
          pictures[0]?.key,
          openResult(mediaId, name, cutFrom),
          () => (t) => t('history.useAsSource'),
          (old, next) => withNextSource(get().chain, old, next),
        );
      }),
    extend: (margins, fill) =>
      becomeFirst({
        make: ({ mediaId }) => tools.pictures.extend(mediaId, margins, fill),
        step: (t) => t('history.extend'),
      }),
    crop: ({ mediaId, widthPx, heightPx }, from, to, signal) => {
      const cutFrom = { mediaId, widthPx, heightPx, crop: to, isEdited: false };
      return becomeFirst({
        make: async ({ key }) => {
          const coverage = await tools.coverageOf(key);
          const made = await tools.pictures.crop(mediaId, to, coverage && { coverage, from }, signal);
          return { ...made, mediaId };
        },
        step: (t) => t('history.crop'),
        cutFrom: isWhole(to, sizeOf(cutFrom)) ? (known(mediaId)?.cutFrom ?? null) : cutFrom,
      });
    },
    cutOut: async (kept) => {
      const [source] = get().pictures;
      return becomeFirst({
        make: async ({ key, mediaId }) => {
          const masked = await tools.coverageOf(key);
          if (masked === null) throw new PictureProblem('cancelled');
          const coverage = kept === 'masked' ? masked : masked.map((share) => 255 - share);
          return { bytes: await tools.pictures.cutOut(mediaId, coverage) };
        },
        step: (t) => t('history.cutOut'),
        cutFrom: source === undefined ? null : editedCut(source.cutFrom, source),
      });
    },
    putBack: ({ item, mediaId, cutFrom }, signal) => {
      const { growPx = 0, featherPx = 0 } = item.protected?.adjustments ?? {};
      // Around the edit, a straightened picture would lose sharpness for nothing. What was edited before is everywhere.
      const isMasked = cutFrom.crop.angle !== 0 && !cutFrom.isEdited;
      return becomeFirst({
        make: async () => ({
          bytes: await tools.pictures.layBack(
            {
              mediaId: cutFrom.mediaId,
              crop: cutFrom.crop,
              resultMediaId: mediaId,
              coverageMediaId: isMasked ? (item.request.mask?.coverageMediaId ?? null) : null,
              growPx: growPx + AROUND_PX,
              featherPx: featherPx + AROUND_PX,
            },
            signal,
          ),
        }),
        step: (t) => t('history.putBack'),
        name: known(cutFrom.mediaId)?.name,
        cutFrom: editedCut(known(cutFrom.mediaId)?.cutFrom ?? null, cutFrom),
      });
    },
    goToSource: (key) => {
      const { pictures, chain } = get();
      const source = chainOf(chain, pictures[0]).find((one) => one.key === key);
      if (source !== undefined) goTo(source);
    },
    replace: (key, file) => {
      const begin = () =>
        takePlace(key, openFile(file), (old) => (t) => t('history.replacePicture', { name: old?.name ?? file.name }));
      return key === get().pictures[0]?.key ? replaceFirst(begin) : replaceReference(begin);
    },
    sendAddress: (key, isSentAsAddress) => change(key, { isSentAsAddress }),
    fit: async (keys, maxBytes) => {
      for (const picture of get().pictures.filter(({ key }) => keys.includes(key))) {
        const fitted = await fitOne(picture, maxBytes);
        if (fitted.ok) change(picture.key, { fitted: fitted.data });
        else tools.report(fitted.error);
      }
    },
    remove: (key) => {
      const { pictures, choices, instruction } = get();
      const at = pictures.findIndex((picture) => picture.key === key);
      const removed = pictures[at];
      if (removed === undefined) return null;
      const takeOutThis = (): void => {
        takeOut([key]);
        if (get().pictures.length === 0) set({ choices: forNextPicture(get().choices) });
      };
      takeOutThis();
      const left = get().instruction;
      return record(
        (t) => t('history.removePicture', { name: removed.name }),
        () => {
          const isSame = get().instruction === left;
          insertAt(removed, at);
          if (isSame) set({ instruction });
          if (pictures.length === 1) set({ choices });
        },
        takeOutThis,
      );
    },
    move: (key, by) => {
      const { pictures } = get();
      const at = pictures.findIndex((picture) => picture.key === key);
      const picture = pictures[at];
      const to = Math.max(0, Math.min(pictures.length - 1, at + by));
      if (picture === undefined || to === at) return;
      insertAt(picture, to);
      record(
        (t) => t('history.movePicture', { name: picture.name }),
        () => moveTo(key, at),
        () => moveTo(key, to),
      );
    },
  };
}

function unusable(
  name: string,
  problem: string,
  facts: ReturnType<typeof problemFacts> = {},
): { ok: false; error: AppError } {
  return fail(appError('picture.unusable', { problem, name, ...facts }));
}

/** How a picture becomes picture 1. `name`: that of picture 1 unless given. `cutFrom`: what it is cut from. */
type Becoming = {
  make: (source: TrayPicture) => Promise<{ bytes: Bytes | null; mediaId?: string; coverage?: Bytes | null }>;
  step: Step['name'];
  name?: string | undefined;
  cutFrom?: CutFrom | null;
};

/** What a picture was cut from whose pixels were changed since; null if it is not as large as that crop any more. */
function editedCut(cutFrom: CutFrom | null, { widthPx, heightPx }: { widthPx: number; heightPx: number }) {
  const isOfSize = cutFrom?.crop.frame.width === widthPx && cutFrom.crop.frame.height === heightPx;
  return cutFrom !== null && isOfSize ? { ...cutFrom, isEdited: true } : null;
}

function failureOf(cause: unknown): ReturnType<typeof problemOf> | 'cancelled' | 'ended' {
  if (cause instanceof MaskEnded) return 'ended';
  return cause instanceof PictureProblem && cause.failure === 'cancelled' ? 'cancelled' : problemOf(cause);
}

/** Returns why a picture with a valid header could not be opened. */
export function problemOf(cause: unknown): 'undecodable' | 'outOfMemory' | 'tooComplex' | 'tooSlow' {
  const failure = cause instanceof PictureProblem ? cause.failure : 'unreadable';
  return failure === 'outOfMemory' || failure === 'tooComplex' || failure === 'tooSlow' ? failure : 'undecodable';
}

/** Returns the last path segment of an address, or its host. */
function nameOfAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const last = url?.pathname.split('/').filter(Boolean).at(-1);
  if (url === null) return address;
  return last === undefined ? url.host : safeDecode(last);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
