// Routes of speech.

import { ok } from '../../shared/result.ts';
import { type OrderParts, orderSpeech, takeMadeBy } from '../jobs/order-speech.ts';
import type { HandlersOf } from './routes-of.ts';

export type SpeechParts = OrderParts;

/** Creates the handlers of the speech routes. */
export function speechHandlers(parts: SpeechParts): HandlersOf<'speech'> {
  return {
    'speech.order': (orders) => orderSpeech(orders, parts),
    'speech.findMade': async (requests) => {
      const made = await Promise.all(requests.map((request) => takeMadeBy(request, parts)));
      return ok(made.map((itemId) => itemId ?? null));
    },
  };
}
