// Painting the source back over a result: a mask of its own on the canvas, through which the source is seen. What is
// painted is stored with the result, whose protected picture is made again.

import type { EditItem } from '../../../shared/contract/library.ts';
import { appError } from '../../../shared/errors.ts';
import { isShowable } from '../../../shared/images/picture-states.ts';
import { shownPicture } from '../../items/versions.ts';
import { type Images, type MaskFigures, NO_MASK, type PaintingBackPart } from '../images-state.ts';
import { back, canvasContent, type Middle, paintedBackId, shownResult, withPaintingBack } from '../middle.ts';
import type { CoveragePlane } from '../pipeline/tasks-contract.ts';
import { type Bytes, type MaskPort, type PicturePort, PictureProblem } from '../ports.ts';
import { type Protection, storedOf } from './protection.ts';

/** Number of results whose steps can still be undone after they were left. */
const CANVASES_KEPT = 4;
const PREFIX = 'back:';

/** The result over which a mask with this key is painted; null if it is that of a picture of the tray. */
export function itemOfKey(key: string): string | null {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
}

/** Whether a result lies over its source in the pixels of picture 1, so that the source can be painted back over it. */
export function canPaintBack(
  item: EditItem,
  { pictures: [source], missingFiles }: Pick<Images, 'pictures' | 'missingFiles'>,
) {
  const stored = storedOf(item);
  if (source === undefined || stored === null || !isShowable(item.raw.state)) return false;
  if (missingFiles.has(stored.sourceMediaId) || missingFiles.has(stored.rawMediaId)) return false;
  if (item.request.mask !== null && item.protected === null) return false;
  const shown = shownPicture(item, missingFiles);
  if (shown === item.raw && item.request.part !== null) return false;
  const { widthPx, heightPx } = shown;
  return widthPx === source.widthPx && heightPx === source.heightPx;
}

type PaintingBackTools = {
  mask: MaskPort;
  pictures: PicturePort;
  protection: Pick<Protection, 'storePaintedBack' | 'unpainted'>;
  get: () => Images;
  set: (change: Partial<Images>) => void;
  report: Images['report'];
  /** Shows picture 1 with its mask on the canvas. */
  showSource: () => void;
};

/** The functions that the store calls. */
export type PaintingBackFollower = {
  /** Called when a person works on the canvas. */
  followPainting: () => void;
  /** Called with the figures of a mask that is painted over a result. */
  followFigures: (itemId: string, figures: MaskFigures) => void;
  /** Called when the state has changed. @param before what the middle showed */
  followMiddle: (before: Middle) => void;
};

/** Creates the part. `get` and `set` are those of its store. */
export function createPaintingBack(tools: PaintingBackTools): PaintingBackPart & PaintingBackFollower {
  const { mask, pictures, protection, get, set, report, showSource } = tools;
  /** Results whose masks the engine has, the latest last. */
  const opened: string[] = [];
  /** The result over which something was painted, and what was read of that last. */
  let painted: { id: string; coverage: Bytes | null } | null = null;
  /** Nothing is painted any more; but until the result is drawn over the canvas, that shows how the result looks. */
  let isSourceDue = false;
  const showDueSource = (): void => {
    if (isSourceDue) showSource();
    isSourceDue = false;
  };

  const keep = (id: string): void => {
    opened.splice(0, opened.length, ...opened.filter((one) => one !== id), id);
    while (opened.length > CANVASES_KEPT) mask.forget(PREFIX + opened.shift());
  };

  const open = async (item: EditItem): Promise<void> => {
    const stored = storedOf(item);
    if (stored === null || !canPaintBack(item, get())) return;
    const backId = item.protected?.paintedBackMediaId ?? null;
    const coverage = backId === null || opened.includes(item.id) ? undefined : await pictures.decodeCoverage(backId);
    const { mediaId, widthPx, heightPx } = shownPicture(item, get().missingFiles);
    const without = await protection.unpainted(item);
    if (shownResult(get())?.id !== item.id) return;
    keep(item.id);
    painted = null;
    const result = { mediaId: without?.mediaId ?? mediaId, file: without?.file ?? null, widthPx, heightPx };
    mask.show({ key: PREFIX + item.id, ...result, beneathId: stored.sourceMediaId }, coverage);
    set({ middle: withPaintingBack(get().middle, item.id), paintedBack: NO_MASK });
  };

  const find = (id: string | null): EditItem | undefined => get().results.find((item) => item.id === id);

  /** All that is painted over a result. */
  const read = async (item: EditItem): Promise<CoveragePlane> => {
    const { widthPx, heightPx } = shownPicture(item, get().missingFiles);
    const coverage = (await mask.coverage(PREFIX + item.id)) ?? new Uint8Array(widthPx * heightPx);
    if (painted?.id === item.id) painted.coverage = coverage;
    return { coverage, widthPx, heightPx };
  };

  return {
    paintedBack: NO_MASK,
    paintBack: async (id) => {
      const found = find(id);
      if (found === undefined || paintedBackId(get().middle) === id) return;
      try {
        await open(await get().whenMade(found));
      } catch (cause) {
        if (!(cause instanceof PictureProblem)) throw cause;
        report(appError('result.not_adjusted'));
      }
    },
    finishPaintingBack: async () => {
      const { middle, whenMade } = get();
      const item = find(paintedBackId(middle));
      if (item !== undefined) {
        // The figures follow a stroke after a while.
        const before = painted?.coverage ?? null;
        // A mask engine that has ended has said so.
        const plane = painted?.id === item.id ? await read(item).catch(() => null) : null;
        if (plane !== null && !isSame(before, plane.coverage)) protection.storePaintedBack(item.id, async () => plane);
        await whenMade(item);
      }
      if (get().middle === middle) set({ middle: back(middle) });
    },
    resultDrawn: showDueSource,
    followMiddle: (before) => {
      const { middle } = get();
      isSourceDue ||= paintedBackId(before) !== null && paintedBackId(middle) === null;
      if (canvasContent(get()).kind !== 'result') showDueSource();
    },
    followPainting: () => {
      const id = paintedBackId(get().middle);
      if (id !== null) painted ??= { id, coverage: null };
    },
    followFigures: (id, figures) => {
      const item = find(id);
      if (item === undefined) return;
      if (paintedBackId(get().middle) === id) set({ paintedBack: figures });
      if (painted?.id === id) protection.storePaintedBack(id, () => read(item));
    },
  };
}

function isSame(a: Bytes | null, b: Bytes): boolean {
  return a !== null && a.length === b.length && a.every((value, i) => value === b[i]);
}
