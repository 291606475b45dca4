// Puts a picture in the place of another one of the tray: a file, a result, or what is made of picture 1.

import type { CutFrom } from '../../../shared/contract/images.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { isWhole } from '../../../shared/images/cropping.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import type { Step } from '../../work/history.ts';
import { type Images, sizeOf, type TrayPart, type TrayPicture } from '../images-state.ts';
import { MASK } from '../middle.ts';
import { type Bytes, MaskEnded, type PicturePort, PictureProblem } from '../ports.ts';
import { type PictureOpener, problemOf, type StoredPicture, unusable } from './open-pictures.ts';
import { chainOf, withMadeSource, withNextSource, withPresent } from './source-chain.ts';

/** What replacing needs of the store, whose `get` and `set` these are. */
export type ReplacingTools = {
  ipc: Ipc;
  pictures: PicturePort;
  /** Shows a picture with coverage as its mask. */
  showWithMask: (picture: TrayPicture, coverage: Bytes) => void;
  /** The mask of a picture; null if nothing is painted. Rejects with {@link MaskEnded}. */
  coverageOf: (key: string) => Promise<Bytes | null>;
  get: () => TrayPart & Pick<Images, 'instruction' | 'choices' | 'problem'>;
  set: (change: Partial<Images>) => void;
  report: (error: AppError) => void;
};

/** What it needs of the tray. */
type OfTray = {
  opener: PictureOpener;
  /** Adds a step to the screen's history. Both ways change the tray at once. */
  record: (name: Step['name'], undo: () => void, redo: () => void) => Step;
  /** What could not be opened or stored gives way to the next picture. */
  forgetUnopened: () => void;
};

/** The part of the tray that replaces pictures. */
type ReplacingPart = Pick<
  TrayPart,
  | 'isReplacing'
  | 'stopReplacing'
  | 'whenReplaced'
  | 'replaceSource'
  | 'extend'
  | 'crop'
  | 'cutOut'
  | 'putBack'
  | 'goToSource'
  | 'replace'
>;

/** Creates the part. */
export function createReplacing(tools: ReplacingTools & OfTray): ReplacingPart {
  const { ipc, pictures, get, set, report, showWithMask, coverageOf, record, forgetUnopened } = tools;
  const { openFile, openStored } = tools.opener;

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
      report(opened.error);
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
  const replaceFirst = async (
    begin: () => Promise<Step | 'there' | null>,
    stop: AbortController | null = null,
  ): Promise<Step | null> => {
    if (get().isReplacing) return null;
    set({ isReplacing: true, stopReplacing: stop && (() => stop.abort()) });
    replacing = begin().finally(() => set({ isReplacing: false, stopReplacing: null }));
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
   * Replaces picture 1 by one that is made of it, with its mask, and continues the chain; nothing changes if that is
   * stopped. `make`: the file, or the id of a stored one.
   */
  const becomeFirst = async ({ make, step, name, cutFrom = null }: Becoming): Promise<Step | null> => {
    const [source] = get().pictures;
    if (source === undefined) return null;
    let coverage: Bytes | null = null;
    const stop = new AbortController();
    const begin = async (): Promise<Result<StoredPicture, AppError> | null> => {
      const made = await make(source, stop.signal).catch(failureOf);
      if (made === 'cancelled') return null;
      if (typeof made === 'string')
        return made === 'ended' ? fail(appError('mask.ended')) : unusable(source.name, made);
      coverage = made.coverage ?? null;
      const imported = made.bytes && (await ipc.request('media.importBytes', { bytes: made.bytes }));
      if (imported?.ok === false) return imported;
      const opened = await openStored(imported?.data.mediaId ?? made.mediaId ?? source.mediaId, name ?? source.name);
      // A picture that was taken away meanwhile does not come back.
      if (stop.signal.aborted || get().pictures[0]?.key !== source.key) return null;
      return opened.ok ? ok({ ...opened.data, cutFrom }) : opened;
    };
    return replaceFirst(
      () =>
        takePlace(
          source.key,
          begin(),
          () => step,
          (old, next) => {
            if (coverage !== null) showWithMask(next, coverage);
            return withMadeSource(get().chain, old, next);
          },
        ),
      stop,
    );
  };
  const replaceReference = async (begin: () => Promise<Step | null>): Promise<Step | null> => {
    set({ opening: get().opening + 1 });
    return begin().finally(() => set({ opening: get().opening - 1 }));
  };

  return {
    isReplacing: false,
    stopReplacing: null,
    whenReplaced: async () => !get().isReplacing || (await replacing) !== null,
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
        make: ({ mediaId }, signal) => pictures.extend(mediaId, margins, fill, signal),
        step: (t) => t('history.extend'),
      }),
    crop: ({ mediaId, widthPx, heightPx }, from, to) => {
      const cutFrom = { mediaId, widthPx, heightPx, crop: to, isEdited: false };
      return becomeFirst({
        make: async ({ key }, signal) => {
          const coverage = await coverageOf(key);
          const made = await pictures.crop(mediaId, to, coverage && { coverage, from }, signal);
          return { ...made, mediaId };
        },
        step: (t) => t('history.crop'),
        cutFrom: isWhole(to, sizeOf(cutFrom)) ? (known(mediaId)?.cutFrom ?? null) : cutFrom,
      });
    },
    cutOut: async (kept) => {
      const [source] = get().pictures;
      return becomeFirst({
        make: async ({ key, mediaId }, signal) => {
          const masked = await coverageOf(key);
          if (masked === null) throw new PictureProblem('cancelled');
          const coverage = kept === 'masked' ? masked : masked.map((share) => 255 - share);
          return { bytes: await pictures.cutOut(mediaId, coverage, signal) };
        },
        step: (t) => t('history.cutOut'),
        cutFrom: source === undefined ? null : editedCut(source.cutFrom, source),
      });
    },
    putBack: ({ mediaId: resultMediaId, cutFrom }) => {
      const { mediaId, crop } = cutFrom;
      return becomeFirst({
        make: async (_source, signal) => ({ bytes: await pictures.layBack({ mediaId, crop, resultMediaId }, signal) }),
        step: (t) => t('history.putBack'),
        name: known(mediaId)?.name,
        cutFrom: editedCut(known(mediaId)?.cutFrom ?? null, cutFrom),
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
  };
}

/** How a picture becomes picture 1. `name`: that of picture 1 unless given. `cutFrom`: what it is cut from. */
type Becoming = {
  make: (
    source: TrayPicture,
    signal: AbortSignal,
  ) => Promise<{ bytes: Bytes | null; mediaId?: string; coverage?: Bytes | null }>;
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
