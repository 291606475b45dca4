// Maps each route to its function, with one file for each part of the contract. Handlers only call other modules; they
// contain no rules.

import type { Handlers } from '../ipc.ts';
import { type AppParts, appHandlers } from './app.ts';
import { type CollectionParts, collectionHandlers } from './collections.ts';
import { type ConnectionParts, connectionHandlers } from './connections.ts';
import { type ExportParts, exportHandlers } from './exports.ts';
import { type HelpParts, helpHandlers } from './help.ts';
import { type ImageParts, imageHandlers } from './images.ts';
import { type JobParts, jobHandlers } from './jobs.ts';
import { type LibraryParts, libraryHandlers } from './library.ts';
import { type ReplyParts, replyHandlers } from './replies.ts';
import { type ScriptParts, scriptHandlers } from './scripts.ts';
import { type SpeechParts, speechHandlers } from './speech.ts';

/** The parts of main that the handlers call. */
export type Parts = AppParts &
  CollectionParts &
  ConnectionParts &
  ExportParts &
  HelpParts &
  ImageParts &
  JobParts &
  LibraryParts &
  ReplyParts &
  ScriptParts &
  SpeechParts;

/** Returns the handlers of all routes; a missing handler does not compile. */
export function createHandlers(parts: Parts): Handlers {
  return {
    ...appHandlers(parts),
    ...collectionHandlers(parts),
    ...connectionHandlers(parts),
    ...exportHandlers(parts),
    ...helpHandlers(parts),
    ...imageHandlers(parts),
    ...jobHandlers(parts),
    ...libraryHandlers(parts),
    ...replyHandlers(parts),
    ...scriptHandlers(parts),
    ...speechHandlers(parts),
  };
}
