// Owns the view of each open picture and the size of the viewport: which part is shown, at which scale, and whether the
// picture is fitted automatically.

import type { Size } from '../../../../shared/images/size.ts';
import { fitView, type Point, panBy, resizeView, steppedScale, toPicture, type View, zoomTo } from './view.ts';

/** The views of all open pictures in one viewport. Points are device pixels of the viewport. */
export type Views = {
  /**
   * The view of a picture: its previous one; that of the picture shown before it if both have one size, so that whoever
   * goes on with a result stays where it was changed; or the whole picture. A picture may be opened again with another
   * size, as when its true size becomes known.
   */
  open: (pictureId: string, picture: Size, shownBefore?: string) => View;
  close: (pictureId: string) => void;
  /** Sets the size of the viewport. A size without area, as of a hidden element, is ignored: returns false. */
  resize: (viewport: Size) => boolean;
  viewport: () => Size;
  view: (pictureId: string) => View | undefined;
  fit: (pictureId: string) => void;
  /** `at` stays in place; without it, the centre of the viewport does. */
  zoomTo: (pictureId: string, scale: number, at?: Point) => void;
  /** Steps through the scales of `+` and `−`; `at` as in `zoomTo`. */
  stepZoom: (pictureId: string, direction: 1 | -1, at?: Point) => void;
  pan: (pictureId: string, byX: number, byY: number) => void;
  toPicture: (pictureId: string, point: Point) => Point;
};

type Seen = { picture: Size; view: View; viewport: Size; isFitted: boolean };

/** Creates an empty collection for a viewport. */
export function createViews(initial: Size): Views {
  const all = new Map<string, Seen>();
  let viewport = initial;
  /** The picture's view, adjusted to the current size of the viewport. */
  const current = (pictureId: string): Seen | undefined => {
    const seen = all.get(pictureId);
    if (seen === undefined || seen.viewport === viewport) return seen;
    seen.view = seen.isFitted ? fitView(viewport, seen.picture) : resizeView(seen.view, seen.viewport, viewport);
    seen.viewport = viewport;
    return seen;
  };
  const set = (pictureId: string, change: (seen: Seen) => View, isFitted: boolean): void => {
    const seen = current(pictureId);
    if (seen === undefined) return;
    seen.view = change(seen);
    seen.isFitted = isFitted;
  };
  const anchor = (at: Point | undefined): Point => at ?? { x: viewport.width / 2, y: viewport.height / 2 };
  return {
    open: (pictureId, picture, shownBefore) => {
      const known = current(pictureId);
      if (known !== undefined) {
        known.picture = picture;
        if (known.isFitted) known.view = fitView(viewport, picture);
        return known.view;
      }
      const before = shownBefore === undefined ? undefined : current(shownBefore);
      const isLike = before?.picture.width === picture.width && before.picture.height === picture.height;
      const { view, isFitted } = isLike ? before : { view: fitView(viewport, picture), isFitted: true };
      all.set(pictureId, { picture, view, viewport, isFitted });
      return view;
    },
    close: (pictureId) => all.delete(pictureId),
    resize: (next) => {
      if (next.width < 1 || next.height < 1) return false;
      viewport = next;
      return true;
    },
    viewport: () => viewport,
    view: (pictureId) => current(pictureId)?.view,
    fit: (pictureId) => set(pictureId, ({ picture }) => fitView(viewport, picture), true),
    zoomTo: (pictureId, scale, at) => {
      set(pictureId, ({ view, picture }) => zoomTo(view, scale, anchor(at), viewport, picture), false);
    },
    stepZoom: (pictureId, direction, at) => {
      const step = ({ view, picture }: Seen): View =>
        zoomTo(view, steppedScale(view.scale, direction, viewport, picture), anchor(at), viewport, picture);
      set(pictureId, step, false);
    },
    pan: (pictureId, byX, byY) =>
      set(pictureId, ({ view, picture }) => panBy(view, byX, byY, viewport, picture), false),
    toPicture: (pictureId, point) => {
      const view = current(pictureId)?.view;
      return view === undefined ? point : toPicture(view, point);
    },
  };
}
