// The speech job: from a request to the bytes of an audio file, in the speech thread. Knows no HTTP and no threads.

import type { RunJob } from '../threads/job.ts';
import { ENCODERS } from './encoders.ts';
import type { SpeechRequest } from './request.ts';
import { type Speak, speak } from './synthesis.ts';

/** Bytes of the file as soon as they are certain; none at all when nothing in the input can be spoken. */
export type SpeechJob = RunJob<SpeechRequest, Uint8Array<ArrayBuffer>>;

/** The job with a voice of its own. */
export function createSpeechJob(speak: Speak): SpeechJob {
  return async function* (request) {
    const samples = speak(request);
    // A file without a sample would still have a header.
    const first = await samples.next();
    if (!first.done) yield* ENCODERS[request.format](prepend(first.value, samples));
  };
}

/** The job with the real voices. */
export const runSpeechJob = createSpeechJob(speak);

async function* prepend<T>(first: T, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}
