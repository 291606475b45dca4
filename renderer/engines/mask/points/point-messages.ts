// Sends points by messages where memory cannot be shared. The points of one event are sent together.

import type { BrushPoint } from '../painting/brush.ts';
import type { PointReader, PointWriter } from './points.ts';

/** Points of a stroke, as sent. */
export type PointMessage = { stroke: number; points: readonly BrushPoint[] };

/**
 * The only writer. It sends a message on each event, not on each frame: held back until the page's next frame, points
 * would miss the worker's frame and be shown one frame later. If the page has no time for that many events, the browser
 * automatically combines several points in one event.
 */
export function createMessageWriter(send: (message: PointMessage) => void): PointWriter {
  return { write: (stroke, points) => send({ stroke, points }) };
}

/** The only reader. `add` stores a message that has arrived. */
export type MessageReader = PointReader & { add: (message: PointMessage) => void };

/** Creates a reader without points. */
export function createMessageReader(): MessageReader {
  const messages: PointMessage[] = [];
  /** How many points of the first message have been read. */
  let taken = 0;
  return {
    add: (message) => messages.push(message),
    next: (stroke) => {
      for (let [first] = messages; first !== undefined && first.stroke <= stroke; [first] = messages) {
        const point = first.stroke === stroke ? first.points[taken] : undefined;
        taken += 1;
        if (point !== undefined) return point;
        messages.shift();
        taken = 0;
      }
      return undefined;
    },
  };
}
