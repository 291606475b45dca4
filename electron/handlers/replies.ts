// Routes of kept replies: fetch their missing results, ask for what was not finished, read them again, and say which wait for their
// pictures to be decoded.

import { ok } from '../../shared/result.ts';
import type { CheckedReplies } from '../jobs/checked-replies.ts';
import type { KeptReplies } from '../jobs/kept-replies.ts';
import type { HandlersOf } from './routes-of.ts';

export type ReplyDeps = {
  keptReplies: Pick<KeptReplies, 'fetch' | 'allowOrigin' | 'ask' | 'readAgain'>;
  checkedReplies: Pick<CheckedReplies, 'unchecked'>;
};

/** Creates the handlers of the reply routes. */
export function replyHandlers({ keptReplies, checkedReplies }: ReplyDeps): HandlersOf<'replies'> {
  return {
    'replies.fetch': ({ id }) => keptReplies.fetch(id),
    'replies.allowOrigin': ({ id, index }) => keptReplies.allowOrigin(id, index),
    'replies.ask': ({ id }) => keptReplies.ask(id),
    'replies.readAgain': ({ id }) => keptReplies.readAgain(id),
    'replies.unchecked': async () => ok({ ids: await checkedReplies.unchecked() }),
  };
}
