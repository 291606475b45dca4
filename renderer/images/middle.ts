// What the middle of the Images screen shows is one value. Here is every way in which it changes, as pure functions, by
// which alone it is changed.

import type { EditItem } from '../../shared/contract/library.ts';
import type { CompareMode } from './compare/compare-geometry.ts';

/** Results in the place of the mask. */
type Presented = {
  kind: 'presented';
  /** At least one. */
  ids: readonly string[];
  /** The one that is large; null while several are a grid. `isBefore`: its source is shown, while a key is held. */
  opened: { id: string; isBefore: boolean } | null;
};

/** What the canvas shows. */
type Canvas = { kind: 'mask' } | Presented;

/** What the middle shows. `behind`: what the canvas shows afterwards. */
export type Middle =
  | Canvas
  /** A reference of the tray. */
  | { kind: 'picture'; key: string; behind: Canvas }
  /** An edit under way, until its first result replaces it. */
  | { kind: 'running'; jobId: string }
  /** Picture 1 while it is cropped; see `Cropping`. */
  | { kind: 'cropping' }
  /**
   * Results that are compared: `among` has them in their order, and `id` is the one that is acted on. One alone is
   * compared with its source. `isRaw`: as received instead of protected. `ids`: the results on the canvas behind, these
   * among them.
   */
  | { kind: 'result'; id: string; among: readonly string[]; isRaw: boolean; ids: readonly string[] }
  /** A result on the canvas through which its source is painted. `ids`: as of a comparison. */
  | { kind: 'paintingBack'; id: string; ids: readonly string[] };

/** How many results are compared with each other at once. */
export const MAX_COMPARED = 4;

/** Nothing but the mask. */
export const MASK = { kind: 'mask' } as const satisfies Canvas;

const NONE: readonly string[] = [];

/** The part of the state that the middle belongs to: what it can name, except for jobs. */
type Named = { middle: Middle; pictures: readonly { key: string }[]; results: readonly EditItem[] };

/** Presents results: several as a grid, unless one of them is opened. */
export function presentation(ids: readonly string[], openedId: string | null = null): Canvas {
  const [first, ...others] = ids;
  if (first === undefined) return MASK;
  const id = others.length === 0 ? first : openedId;
  return { kind: 'presented', ids, opened: id !== null && ids.includes(id) ? { id, isBefore: false } : null };
}

/** Results have come by themselves: a reference that is looked at stays, and they are behind it. */
export function arrived(middle: Middle, ids: readonly string[]): Middle {
  return middle.kind === 'picture' ? { ...middle, behind: presentation(ids) } : presentation(ids);
}

/** Compares a result with its source. The grid that it is in can be returned to. */
export function compared(middle: Middle, id: string): Middle {
  return comparedAmong(middle, [id], id);
}

/**
 * Compares results with each other, the first `MAX_COMPARED` of them. A grid that has them all can be returned to; else
 * they are one themselves. @param among at least one. @param id the one that is acted on
 */
export function comparedAmong(middle: Middle, among: readonly string[], id: string): Middle {
  const shown = [...new Set(among)].slice(0, MAX_COMPARED);
  const ids = presentedIds(middle);
  return {
    kind: 'result',
    id: shown.includes(id) ? id : (shown[0] ?? id),
    among: shown,
    isRaw: false,
    ids: shown.every((one) => ids.includes(one)) ? ids : shown,
  };
}

/** Adds a result to those that are compared, as the one that is acted on, or takes it from them; the last one stays. */
export function toggledCompared(middle: Middle, id: string): Middle {
  if (middle.kind !== 'result') return compared(middle, id);
  const { among, ids, isRaw } = middle;
  if (!among.includes(id)) {
    const next = comparedAmong(middle, [...among, id], id);
    return among.length < MAX_COMPARED && next.kind === 'result' ? { ...next, isRaw } : middle;
  }
  const next = among.filter((one) => one !== id);
  const actedOn = middle.id === id ? inPlaceOf(id, among, next) : middle.id;
  if (actedOn === undefined) return middle;
  // A grid of just those that are compared goes along.
  return { ...middle, id: actedOn, among: next, ids: ids.length === among.length ? next : ids };
}

/** Acts on another one of the results that are compared. */
export function chosenCompared(middle: Middle, id: string): Middle {
  return middle.kind === 'result' && middle.id !== id && middle.among.includes(id) ? { ...middle, id } : middle;
}

/** Lets a person paint the source back over a result. The grid that it is in can be returned to. */
export function withPaintingBack(middle: Middle, id: string): Middle {
  const ids = presentedIds(middle);
  return { kind: 'paintingBack', id, ids: ids.includes(id) ? ids : [id] };
}

/** Id of the result over which the source is painted; null if it is none. */
export function paintedBackId(middle: Middle): string | null {
  return middle.kind === 'paintingBack' ? middle.id : null;
}

/** Shows what is compared as received, or protected. */
export function withRaw(middle: Middle, isRaw: boolean): Middle {
  return middle.kind === 'result' ? { ...middle, isRaw } : middle;
}

/** Shows a picture of the tray. That of picture 1, or of none, is the canvas. */
export function withPicture(middle: Middle, key: string | null): Middle {
  const canvas = canvasOf(middle);
  if (key === null) return canvas;
  const behind = canvas.kind === 'mask' ? canvas : presentation(canvas.ids, canvas.opened?.id);
  return { kind: 'picture', key, behind };
}

/** Shows one of several results on the canvas large; null for the grid. */
export function opened(middle: Middle, id: string | null): Middle {
  const canvas = canvasOf(middle);
  return canvas.kind === 'mask' ? middle : presentation(canvas.ids, id);
}

/** Shows the source instead of the result that is large on the canvas. */
export function withBefore(middle: Middle, isBefore: boolean): Middle {
  if (middle.kind !== 'presented' || middle.opened === null || middle.opened.isBefore === isBefore) return middle;
  return { ...middle, opened: { ...middle.opened, isBefore } };
}

/**
 * One step back: from a comparison, or from painting, to the result on the canvas, from one of several results to their
 * grid, from a reference to what is behind it, from all others to the mask. An edit under way that is shown stays.
 */
export function back(middle: Middle): Middle {
  if (middle.kind === 'running') return middle;
  if (middle.kind === 'picture' || isOverResult(middle)) return canvasOf(middle);
  return middle.kind === 'presented' && middle.opened !== null && isOneOfSeveral(middle) ? opened(middle, null) : MASK;
}

/** What is shown of one result, and leads back to it on the canvas. */
function isOverResult(middle: Middle): middle is Extract<Middle, { kind: 'result' | 'paintingBack' }> {
  return middle.kind === 'result' || middle.kind === 'paintingBack';
}

/**
 * A person has worked on the mask, which returns to the canvas; a reference that is looked at stays, and so does a result
 * over which the source is painted, by the same tools.
 */
export function worked(middle: Middle): Middle {
  if (middle.kind === 'paintingBack') return middle;
  return middle.kind === 'picture' ? { ...middle, behind: MASK } : MASK;
}

/**
 * Another picture is picture 1, so that what was on the canvas does not fit it. What is beside the canvas stays if it
 * can belong to that picture.
 * @param isKnown it was picture 1 before, and the results stay
 */
export function withSource(middle: Middle, isKnown: boolean): Middle {
  if (middle.kind === 'picture') return { ...middle, behind: MASK };
  if (middle.kind === 'result' && isKnown) return { ...middle, ids: middle.among };
  return middle.kind === 'running' && isKnown ? middle : MASK;
}

/** Jobs have changed: an edit that is no longer listed is not shown. One that is not listed yet is. */
export function withJobs(middle: Middle, now: readonly { id: string }[], before: readonly { id: string }[]): Middle {
  if (middle.kind !== 'running') return middle;
  const isIn = (jobs: readonly { id: string }[]): boolean => jobs.some(({ id }) => id === middle.jobId);
  return isIn(before) && !isIn(now) ? MASK : middle;
}

/**
 * Returns a change of the state with what it means for the middle, which never names a picture or result that is not
 * there. Instead of a deleted result that was shown, the one now in its place is.
 */
export function withMiddle<C extends Partial<Named>>(before: Named, change: C): C | (C & Pick<Named, 'middle'>) {
  if (!('middle' in change || 'pictures' in change || 'results' in change)) return change;
  return { ...change, middle: left({ ...before, ...change }, before.results) };
}

/** What is left of the middle. @param before the results before they changed */
function left({ middle, pictures, results }: Named, before: readonly EditItem[]): Middle {
  const isHere = (id: string): boolean => results.some((item) => item.id === id);
  if (middle.kind === 'mask' || middle.kind === 'running' || middle.kind === 'cropping') return middle;
  if (middle.kind === 'picture') {
    const behind = canvasLeft(middle.behind, isHere);
    // The first picture is the edited one.
    return pictures.slice(1).some(({ key }) => key === middle.key) ? { ...middle, behind } : behind;
  }
  if (middle.kind === 'presented') {
    const canvas = canvasLeft(middle, isHere);
    const next = canvas.kind === 'mask' && middle.opened ? nextTo(middle.opened.id, before, results) : undefined;
    return next === undefined ? canvas : presentation([next]);
  }
  if (middle.kind === 'paintingBack') {
    const id = isHere(middle.id) ? middle.id : nextTo(middle.id, before, results);
    if (id === middle.id) return middle.ids.every(isHere) ? middle : { ...middle, ids: middle.ids.filter(isHere) };
    return id === undefined ? MASK : presentation([id]);
  }
  if (middle.ids.every(isHere)) return middle;
  const among = middle.among.filter(isHere);
  const isSomeLeft = among.length > 0;
  const id = isHere(middle.id)
    ? middle.id
    : isSomeLeft
      ? inPlaceOf(middle.id, middle.among, among)
      : nextTo(middle.id, before, results);
  if (id === undefined) return MASK;
  const ids = middle.ids.filter(isHere);
  return {
    ...middle,
    id,
    among: isSomeLeft ? among : [id],
    isRaw: middle.isRaw && isSomeLeft,
    ids: ids.includes(id) ? ids : [id],
  };
}

function canvasLeft(canvas: Canvas, isHere: (id: string) => boolean): Canvas {
  if (canvas.kind === 'mask' || canvas.ids.every(isHere)) return canvas;
  return presentation(canvas.ids.filter(isHere), canvas.opened?.id);
}

/** Returns the result that stands in for a removed one; undefined if there is none. */
function nextTo(goneId: string, before: readonly EditItem[], now: readonly EditItem[]): string | undefined {
  const idsOf = (items: readonly EditItem[]): string[] => items.map(({ id }) => id);
  return idsOf(before).includes(goneId) ? inPlaceOf(goneId, idsOf(before), idsOf(now)) : undefined;
}

/** Returns what is now at the position of what is gone, or the last one; undefined if nothing is left. */
function inPlaceOf(gone: string, before: readonly string[], now: readonly string[]): string | undefined {
  return now[before.indexOf(gone)] ?? now.at(-1);
}

/** What the canvas shows, or will show when what is in its place is left. */
function canvasOf(middle: Middle): Canvas {
  if (middle.kind === 'running' || middle.kind === 'cropping') return MASK;
  if (isOverResult(middle)) return presentation(middle.ids, middle.id);
  return middle.kind === 'picture' ? middle.behind : middle;
}

/** Whether the canvas is seen, with the mask or results on it, so that its commands act. */
export function isCanvasShown({ kind }: Middle): boolean {
  return kind === 'mask' || kind === 'presented' || kind === 'paintingBack';
}

/** Whether what is shown is one of several results that are, or will be, on the canvas. */
export function isOneOfSeveral(middle: Middle): boolean {
  return presentedIds(middle).length > 1;
}

/** Ids of the results that are, or will be, on the canvas. */
export function presentedIds(middle: Middle): readonly string[] {
  const canvas = canvasOf(middle);
  return canvas.kind === 'mask' ? [] : canvas.ids;
}

/** Whether the source is shown instead of the result on the canvas. */
export function isBeforeShown(middle: Middle): boolean {
  return middle.kind === 'presented' && middle.opened?.isBefore === true;
}

/** Whether a result is compared as it was received. */
export function isRawShown(middle: Middle, id: string): boolean {
  return middle.kind === 'result' && middle.among.includes(id) && middle.isRaw;
}

/** Key of the reference that is shown; null if none is. */
export function shownKey(middle: Middle): string | null {
  return middle.kind === 'picture' ? middle.key : null;
}

/** Id of the edit under way that is shown; null if none is. */
export function watchedId(middle: Middle): string | null {
  return middle.kind === 'running' ? middle.jobId : null;
}

/** Id of the compared result that is acted on; null if none is compared. */
export function comparedId(middle: Middle): string | null {
  return middle.kind === 'result' ? middle.id : null;
}

/** Ids of the results that are compared, in their order; none if they are not compared with each other. */
export function comparedIds(middle: Middle): readonly string[] {
  return middle.kind === 'result' && middle.among.length > 1 ? middle.among : NONE;
}

/** Id of the result that another one is compared with where only two are seen; null if that is its source. */
export function comparedWithId(middle: Middle): string | null {
  return middle.kind === 'result' ? (middle.among.find((id) => id !== middle.id) ?? null) : null;
}

/** The compared result that is acted on. */
export function comparedResult({ middle, results }: Pick<Named, 'middle' | 'results'>): EditItem | undefined {
  return results.find(({ id }) => id === comparedId(middle));
}

/** How what is compared is shown: of more than two all are seen, and a difference is that of one to its source. */
export function shownMode(middle: Middle, chosen: CompareMode): CompareMode {
  const count = comparedIds(middle).length;
  if (count > 2) return 'side';
  return count === 2 && chosen === 'difference' ? 'slider' : chosen;
}

/** What the canvas shows: the mask, one result, one over which the source is painted, or several as a grid. */
export type CanvasContent =
  | { kind: 'mask' }
  | { kind: 'result' | 'paintingBack'; item: EditItem }
  | { kind: 'grid'; items: EditItem[] };

/** Returns what the canvas shows. */
export function canvasContent({ middle, results }: Pick<Named, 'middle' | 'results'>): CanvasContent {
  const itemOf = (id: string): EditItem[] => results.filter((item) => item.id === id);
  if (middle.kind === 'paintingBack') {
    const [item] = itemOf(middle.id);
    return item === undefined ? MASK : { kind: 'paintingBack', item };
  }
  if (middle.kind !== 'presented') return MASK;
  if (middle.opened === null) return { kind: 'grid', items: middle.ids.flatMap(itemOf) };
  const [item] = itemOf(middle.opened.id);
  return item === undefined ? MASK : { kind: 'result', item };
}

/** The one result that is shown: compared, or large on the canvas. */
export function shownResult(state: Pick<Named, 'middle' | 'results'>): EditItem | undefined {
  const content = canvasContent(state);
  return content.kind === 'result' ? content.item : comparedResult(state);
}

/** The one result that a person is at: shown, or with its source painted over it. */
export function resultAtHand(state: Pick<Named, 'middle' | 'results'>): EditItem | undefined {
  const content = canvasContent(state);
  return content.kind === 'paintingBack' ? content.item : shownResult(state);
}
