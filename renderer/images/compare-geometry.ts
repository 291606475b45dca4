// Where a reply lies over its source while both are compared. Pure; it must not know how they are drawn.

import { type Size, wireSize } from '../../shared/images/size.ts';
import { planWire } from '../../shared/images/wire-geometry.ts';

/** How before and after are compared. */
export type CompareMode = 'slider' | 'hold';

/** A place in a frame, in shares of the frame's sides. */
export type FramePlace = { left: number; top: number; width: number; height: number };

/**
 * Where a raw reply has to be drawn so that the source's part of it fills the frame. A reply of another size than asked
 * for is read as the same picture, scaled.
 * @param sent the size that was asked for; null where none was, and the picture was brought to the relay's default.
 */
export function placeReply(source: Size, sent: string | null): FramePlace {
  const { placed, wire } = planWire(source, wireSize(sent, source));
  return {
    left: -placed.x / placed.width,
    top: -placed.y / placed.height,
    width: wire.width / placed.width,
    height: wire.height / placed.height,
  };
}
