// Recognises what a relay has returned by the bytes themselves.

import { recognisePicture } from '../images/picture-header.ts';
import { sniffReply } from '../speech/sniff.ts';
import type { ReplyContent } from './reply-contents.ts';

/** Recognises bytes by their beginning; raw pcm, which has no signature, is `unknown`. @param head the first bytes. */
export function recogniseContent(head: Uint8Array): ReplyContent {
  return recognisePicture(head)?.format ?? sniffReply(head, null, true) ?? 'unknown';
}
