// The sound of one take piece by piece, decoded by the sound worker as far as it is asked for. Independent of what it is
// heard with.

import type { Block, TakeSource } from '../export/plan.ts';

/** What of a take is read, and how. `rate`: 2 is twice as fast at the same pitch. `fromS`: position in the take. */
export type TakeWish = { take: TakeSource; rateHz: number; rate: number; fromS: number };

/**
 * An answer to `read`: a piece of one or two channels at the wished rate, or why there is none. `lost`: whoever decoded it
 * has died.
 */
export type TakeAnswer = { block: Block } | 'end' | 'unreadable' | 'lost';

/** A take that is being read. */
export type TakeStream = {
  /** Decodes the next piece: half a second first, then about four seconds. Never rejects. */
  read: () => Promise<TakeAnswer>;
  /** Ends it early; does nothing after its end. */
  close: () => void;
};

export type OpenTake = (wish: TakeWish) => TakeStream;

/** Messages to the worker: each `readStream` is answered by one `streamAnswer`. */
export type ToTakeStreams =
  | { type: 'openStream'; stream: number; wish: TakeWish }
  | { type: 'readStream'; stream: number }
  | { type: 'closeStream'; stream: number };
export type FromTakeStreams = { type: 'streamAnswer'; stream: number; answer: Exclude<TakeAnswer, 'lost'> };

/** The page's side of the streams. */
type TakeStreams = {
  open: OpenTake;
  answer: (message: FromTakeStreams) => void;
  /** The worker has died: every stream is lost. */
  lose: () => void;
  isBusy: () => boolean;
};

/** Creates the page's side. @param post sends to the worker. */
export function createTakeStreams(post: (message: ToTakeStreams) => void): TakeStreams {
  const waiting = new Map<number, (answer: TakeAnswer) => void>();
  /** Streams of a worker that has died are before this one. */
  let firstAlive = 0;
  let count = 0;
  return {
    open: (wish) => {
      const stream = count++;
      post({ type: 'openStream', stream, wish });
      return {
        read: () =>
          new Promise((resolve) => {
            if (stream < firstAlive) return resolve('lost');
            waiting.set(stream, resolve);
            post({ type: 'readStream', stream });
          }),
        close: () => {
          waiting.delete(stream);
          if (stream >= firstAlive) post({ type: 'closeStream', stream });
        },
      };
    },
    answer: ({ stream, answer }) => {
      waiting.get(stream)?.(answer);
      waiting.delete(stream);
    },
    lose: () => {
      firstAlive = count;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const resolve of lost) resolve('lost');
    },
    isBusy: () => waiting.size > 0,
  };
}
