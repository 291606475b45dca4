// The relay's two threads: one for speech, one for pictures, so that neither blocks HTTP or the other.

import { memoryOf } from './bytes.ts';
import type { EditJob } from './images/job.ts';
import type { SpeechJob } from './speech/job.ts';
import { createWorkThread } from './threads/work-thread.ts';

/** Speech needs no limit: each stream advances only as its listener reads. */
const MAX_STREAMS = Number.POSITIVE_INFINITY;
/** One edit at a time holds its pixels in memory. */
const MAX_EDITS = 1;

/** Long enough for somebody who edits again and again: a thread starts within a second. */
export const IDLE_MS = 30_000;

/** The operations, each in its own thread. */
export type Workers = { speak: SpeechJob; edit: EditJob; close: () => Promise<void> };

/** Creates the threads' handles; a thread starts with its first job. */
export function createWorkers(): Workers {
  const speech = createWorkThread<Parameters<SpeechJob>[0], YieldOf<SpeechJob>>(
    moduleUrl('speech-worker'),
    MAX_STREAMS,
    IDLE_MS,
  );
  const pictures = createWorkThread<Parameters<EditJob>[0], YieldOf<EditJob>>(
    moduleUrl('picture-worker'),
    MAX_EDITS,
    IDLE_MS,
    ({ images, mask }) => memoryOf(mask ? [...images, mask] : images),
  );
  return {
    speak: speech.run,
    edit: pictures.run,
    close: async () => {
      await Promise.all([speech.close(), pictures.close()]);
    },
  };
}

type YieldOf<Job> = Job extends (...parameters: never[]) => AsyncGenerator<infer Output, void> ? Output : never;

/** In the folder of this module: TypeScript in the sources, JavaScript in the bundle. */
function moduleUrl(name: string): URL {
  return new URL(`${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
}
