// How the frame is changed: that of a crop lies in the picture, that of an extension around it. Pure functions.

import {
  coveredSize,
  drawnFrame,
  type Frame,
  fieldOf,
  type Handle,
  largestOf,
  longestSide,
  movedFrame,
  type Point,
  placed,
  ratioOf,
} from '../../../shared/images/cropping.ts';
import {
  drawnAround,
  leastAround,
  longestAround,
  placedAround,
  resizedAround,
} from '../../../shared/images/extended-frame.ts';
import type { Size } from '../../../shared/images/size.ts';
import { type Cropping, sizeOf } from '../images-state.ts';

/** The changes of a frame. `ratio`: width to height, if that is kept. */
export type Framing = {
  readonly ratio: number | null;
  readonly moved: (frame: Frame, by: Point) => Frame;
  readonly drawn: (frame: Frame, handle: Handle, by: Point, ratio: number | null) => Frame;
  /** Another size about the same middle. */
  readonly resized: (frame: Frame, size: Size) => Frame;
  /** How long a side can be. */
  readonly range: (side: keyof Size, frame: Frame) => { min: number; max: number };
  /** What is shown, in pixels of the picture as it is turned. */
  readonly covered: Frame;
};

const OTHER = { width: 'height', height: 'width' } as const;

/** The changes of the frame that is chosen. */
export function framingOf(cropping: Cropping): Framing {
  return cropping.kind === 'crop' ? framingOfCrop(cropping) : framingOfExtension(cropping);
}

function framingOfCrop({ crop, base, shape, isSwapped }: Cropping): Framing {
  const field = fieldOf(crop, sizeOf(base));
  const { turned } = field;
  const covered = coveredSize(field);
  const ratio = ratioOf(shape, turned, isSwapped);
  return {
    ratio,
    moved: (frame, by) => movedFrame(frame, by, field),
    drawn: (frame, handle, by, kept) => drawnFrame(frame, handle, by, kept, field),
    resized: (frame, size) => placed(size, { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }, field),
    range: (side, frame) => {
      const most = ratio === null ? longestSide(side, frame[OTHER[side]], field) : largestOf(ratio, field)[side];
      return { min: 1, max: Math.max(1, Math.floor(most + 1e-6)) };
    },
    covered: { x: (turned.width - covered.width) / 2, y: (turned.height - covered.height) / 2, ...covered },
  };
}

function framingOfExtension({ crop: { frame: now }, base, shape, isSwapped }: Cropping): Framing {
  const picture = sizeOf(base);
  const ratio = ratioOf(shape, picture, isSwapped);
  return {
    ratio,
    // The picture is moved, and the frame stays.
    moved: (frame, by) => placedAround(frame, { x: frame.x - by.x, y: frame.y - by.y }, picture),
    drawn: (frame, handle, by, kept) => drawnAround(frame, handle, by, kept, picture),
    resized: (frame, { width, height }) => {
      const size = {
        width: Math.max(picture.width, Math.round(width)),
        height: Math.max(picture.height, Math.round(height)),
      };
      return resizedAround(frame, size, picture);
    },
    range: (side, frame) => ({
      min: leastAround(ratio, picture)[side],
      max: longestAround(side, frame[OTHER[side]], ratio),
    }),
    covered: now,
  };
}
