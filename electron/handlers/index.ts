// Route → function, a file for each part of the contract. Handlers call the part that knows; they hold no rules.

import type { Handlers } from '../ipc.ts';
import { type AppParts, appHandlers } from './app.ts';
import { type ConnectionParts, connectionHandlers } from './connections.ts';
import { type ImageParts, imageHandlers } from './images.ts';
import { type JobParts, jobHandlers } from './jobs.ts';
import { type LibraryParts, libraryHandlers } from './library.ts';
import { type SpeechParts, speechHandlers } from './speech.ts';

/** The parts of main that handlers call. */
export type Parts = AppParts & ConnectionParts & ImageParts & JobParts & LibraryParts & SpeechParts;

/** The handlers of all routes; a route without one does not compile. */
export function createHandlers(parts: Parts): Handlers {
  return {
    ...appHandlers(parts),
    ...connectionHandlers(parts),
    ...imageHandlers(parts),
    ...jobHandlers(parts),
    ...libraryHandlers(parts),
    ...speechHandlers(parts),
  };
}
