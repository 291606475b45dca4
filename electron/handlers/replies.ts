// Routes of kept replies: fetch their missing results, ask for what was not finished, and read them again.

import type { KeptReplies } from '../jobs/kept-replies.ts';
import type { HandlersOf } from './routes-of.ts';

export type ReplyParts = { keptReplies: Pick<KeptReplies, 'fetch' | 'allowOrigin' | 'ask' | 'readAgain'> };

/** Creates the handlers of the reply routes. */
export function replyHandlers({ keptReplies }: ReplyParts): HandlersOf<'replies'> {
  return {
    'replies.fetch': ({ id }) => keptReplies.fetch(id),
    'replies.allowOrigin': ({ id, index }) => keptReplies.allowOrigin(id, index),
    'replies.ask': ({ id }) => keptReplies.ask(id),
    'replies.readAgain': ({ id }) => keptReplies.readAgain(id),
  };
}
