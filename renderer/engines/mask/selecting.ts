// What the worker does for strokes that select: it looks at the picture, follows the pointer, and finds the edge at last.

import type { Work } from './painting/operation.ts';
import type { BlendMode } from './raster/blend.ts';
import type { MaskDocument } from './raster/mask-document.ts';
import type { Tile, TileStore } from './raster/tiles.ts';
import { levelOfCopy } from './select/copy.ts';
import type { EdgeRefinement } from './select/refine-edge.ts';
import { createSelector, type SelectBy, type Selector, type SelectStroke } from './select/selector.ts';
import { bitmapParts, bitmapRows } from './view/bitmap-rows.ts';
import type { Scene } from './view/scene.ts';
import type { Point } from './view/view.ts';
import { type RunningWork, runInParts } from './work-in-parts.ts';

/** Strokes on the picture that is shown. What they select is a preview of the mask until they are over. */
export type Selecting = {
  /** Looks at the picture in slices, if it is decoded and was not looked at yet. */
  look: (scene: Scene) => void;
  /** Ends everything, when the picture is no longer shown. */
  forget: () => void;
  /** Begins a stroke; waits until the picture has been looked at. @returns false if it is not decoded */
  begin: (document: MaskDocument, scene: Scene, mode: BlendMode, how: SelectBy, point: Point) => boolean;
  isStroking: () => boolean;
  move: (points: readonly Point[]) => void;
  /** Begins to find the edge; `onDone` is called when it is one step of the mask. @returns false without a stroke */
  end: (onDone: () => void) => boolean;
  /** Does at once what remains of that. */
  finish: () => void;
  /** The tiles of a mask after its edge was refined; undefined if the picture is not decoded. */
  refine: (store: TileStore, scene: Scene, refinement: EdgeRefinement) => Work<Map<number, Tile>> | undefined;
  /** Gives up a stroke, or finding its edge; the preview is left to the mask. */
  cancel: () => void;
};

/** Creates it without a picture. */
export function createSelecting(): Selecting {
  let looking: { work: RunningWork; selector: () => Selector | undefined } | undefined;
  let stroke: { document: MaskDocument; gesture: SelectStroke } | undefined;
  let ending: RunningWork | undefined;

  const look = ({ picture, size }: Scene): void => {
    if (picture === undefined || looking !== undefined) return;
    const rows = bitmapRows(picture.bitmapFor(levelOfCopy(size)));
    let selector: Selector | undefined;
    const work = runInParts(createSelector(rows, size, bitmapParts(picture.bitmapFor(0))), {
      onProgress: () => undefined,
      onDone: (made) => {
        selector = made;
      },
    });
    looking = { work, selector: () => selector };
  };
  const selectorOf = (scene: Scene): Selector | undefined => {
    look(scene);
    looking?.work.finish();
    return looking?.selector();
  };
  const cancel = (): void => {
    stroke = undefined;
    ending?.cancel();
    ending = undefined;
  };
  return {
    look,
    forget: () => {
      cancel();
      looking?.work.cancel();
      looking = undefined;
    },
    begin: (document, scene, mode, how, point) => {
      const gesture = selectorOf(scene)?.begin(document.base(), mode, how, point);
      if (gesture === undefined) return false;
      stroke = { document, gesture };
      document.preview(gesture.preview());
      return true;
    },
    refine: (store, scene, refinement) => selectorOf(scene)?.refine(store, refinement),
    isStroking: () => stroke !== undefined,
    move: (points) => {
      if (stroke === undefined || points.length === 0) return;
      stroke.gesture.move(points);
      stroke.document.preview(stroke.gesture.preview());
    },
    end: (onDone) => {
      if (stroke === undefined) return false;
      const { document, gesture } = stroke;
      stroke = undefined;
      ending = runInParts(gesture.finish(), {
        onProgress: () => undefined,
        onDone: (after) => {
          document.preview(after);
          document.accept();
          onDone();
        },
      });
      return true;
    },
    finish: () => ending?.finish(),
    cancel,
  };
}
