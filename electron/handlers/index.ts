// Maps each route to its function, with one file for each part of the contract. Handlers only call other modules; they
// contain no rules.

import type { Handlers } from '../ipc.ts';
import { type AppDeps, appHandlers } from './app.ts';
import { type CollectionDeps, collectionHandlers } from './collections.ts';
import { type ConnectionDeps, connectionHandlers } from './connections.ts';
import { type ExportDeps, exportHandlers } from './exports.ts';
import { type HelpDeps, helpHandlers } from './help.ts';
import { type ImageDeps, imageHandlers } from './images.ts';
import { type JobDeps, jobHandlers } from './jobs.ts';
import { type LibraryDeps, libraryHandlers } from './library.ts';
import { type ReplyDeps, replyHandlers } from './replies.ts';
import { type ScriptDeps, scriptHandlers } from './scripts.ts';
import { type SpeechDeps, speechHandlers } from './speech.ts';

/** What the handlers call. */
export type Deps = AppDeps &
  CollectionDeps &
  ConnectionDeps &
  ExportDeps &
  HelpDeps &
  ImageDeps &
  JobDeps &
  LibraryDeps &
  ReplyDeps &
  ScriptDeps &
  SpeechDeps;

/** Returns the handlers of all routes; a missing handler does not compile. */
export function createHandlers(deps: Deps): Handlers {
  return {
    ...appHandlers(deps),
    ...collectionHandlers(deps),
    ...connectionHandlers(deps),
    ...exportHandlers(deps),
    ...helpHandlers(deps),
    ...imageHandlers(deps),
    ...jobHandlers(deps),
    ...libraryHandlers(deps),
    ...replyHandlers(deps),
    ...scriptHandlers(deps),
    ...speechHandlers(deps),
  };
}
