// The body of a reply between the connection and its reader: a bounded buffer that keeps every received byte, also
// those that arrived before a failure.

/** Beyond this, the connection is asked to wait. */
const BUFFER_BYTES = 256 * 1024;

/** What the buffer controls: the connection that fills it. */
type Source = { pause: () => void; resume: () => void };

/** A buffer that is filled by a connection and read once. */
export type ReplyStream = {
  push: (bytes: Uint8Array, source: Source) => void;
  /** Ends the body: complete, or with an error that the reader gets after all bytes. */
  end: (error?: Error) => void;
  chunks: AsyncGenerator<Uint8Array>;
};

/** Creates an empty buffer. */
export function createReplyStream(): ReplyStream {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let filledBy: Source | undefined;
  let over: { error: Error | undefined } | undefined;
  let wake = (): void => undefined;

  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const batch = waiting;
      waiting = [];
      waitingBytes = 0;
      filledBy?.resume();
      yield* batch;
      if (waiting.length > 0) continue;
      if (over?.error) throw over.error;
      if (over) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(bytes, source) {
      filledBy = source;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes > BUFFER_BYTES) source.pause();
      wake();
    },
    end(error) {
      over ??= { error };
      wake();
    },
    chunks: read(),
  };
}
