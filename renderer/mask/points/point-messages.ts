// Points by messages, for where no memory can be shared: those of an event go together. It must not know what they paint or who carries them.

import type { BrushPoint } from '../painting/brush.ts';
import type { PointReader, PointWriter } from './points.ts';

/** Points of a stroke on their way. */
export type PointMessage = { stroke: number; points: readonly BrushPoint[] };

/**
 * The one writer. A message with each event, not with each frame: kept back for the page's next frame, points would miss the worker's, and be
 * seen a frame later. Where the page has no time for that many events, the browser hands it more points at once by itself.
 */
export function createMessageWriter(send: (message: PointMessage) => void): PointWriter {
  return { write: (stroke, points) => send({ stroke, points }) };
}

/** The one reader, which is handed the messages. */
export type MessageReader = PointReader & { add: (message: PointMessage) => void };

/** Makes a reader without points. */
export function createMessageReader(): MessageReader {
  const messages: PointMessage[] = [];
  /** How many points of the first message are taken. */
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
