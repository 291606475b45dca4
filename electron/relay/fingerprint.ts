// Identifies identical speech requests: the same body, sent to the same connection.

import { createHash } from 'node:crypto';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { type SpeechTarget, speechBody } from './speech.ts';

/**
 * SHA-256 in hex of the connection's id, the exact body, which includes model and dialect, and the pauses if there are any. `speechBody` writes its
 * fields in a fixed order.
 */
export function speechFingerprint(request: SpeechRequest, target: Pick<SpeechTarget, 'model' | 'dialect'>): string {
  const { connectionId, pauses } = request;
  const asked = JSON.stringify([connectionId, speechBody(request, target), ...(pauses === undefined ? [] : [pauses])]);
  return createHash('sha256').update(asked).digest('hex');
}
