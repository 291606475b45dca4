// The speech job: from a request to the bytes of an audio file, in the speech thread. Independent of HTTP and threads.

import type { RunJob } from '../threads/job.ts';
import { ENCODERS } from './encoders.ts';
import type { SpeechRequest } from './request.ts';
import { type Speak, speak } from './synthesis.ts';

/** Emits bytes of the file as soon as they are final; none at all when nothing in the input can be spoken. */
export type SpeechJob = RunJob<SpeechRequest, Uint8Array<ArrayBuffer>>;

/** Creates the job with a given synthesiser. */
export function createSpeechJob(speak: Speak): SpeechJob {
  return async function* (request) {
    const samples = speak(request);
    // Checked first, because a file without samples would still have a header.
    const first = await samples.next();
    if (!first.done) yield* ENCODERS[request.format](prepend(first.value, samples));
  };
}

/** The job with the real synthesiser. */
export const runSpeechJob = createSpeechJob(speak);

async function* prepend<T>(first: T, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}
