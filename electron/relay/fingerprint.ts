// Tells identical speech requests: the same connection asked for exactly the same thing.

import { createHash } from 'node:crypto';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { type SpeechTarget, speechBody } from './speech.ts';

/** SHA-256 in hex over the connection's id and the exact body, model and dialect included. `speechBody` writes its fields in one order. */
export function speechFingerprint(request: SpeechRequest, target: Pick<SpeechTarget, 'model' | 'dialect'>): string {
  const asked = JSON.stringify([request.connectionId, speechBody(request, target)]);
  return createHash('sha256').update(asked).digest('hex');
}
