// Routes of speech.

import { ok } from '../../shared/result.ts';
import { type OrderDeps, orderSpeech, takeMadeBy } from '../jobs/order-speech.ts';
import type { HandlersOf } from './routes-of.ts';

export type SpeechDeps = OrderDeps;

/** Creates the handlers of the speech routes. */
export function speechHandlers(deps: SpeechDeps): HandlersOf<'speech'> {
  return {
    'speech.order': (orders) => orderSpeech(orders, deps),
    'speech.findMade': async (requests) => {
      const made = await Promise.all(requests.map((request) => takeMadeBy(request, deps)));
      return ok(made.map((itemId) => itemId ?? null));
    },
  };
}
