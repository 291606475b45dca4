// Orders texts over the limit of a connection, as the page does.

import { orderSpeech } from '../../electron/jobs/order-speech.ts';
import { isJobOver } from '../../shared/app/job-states.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS, type Dialect } from '../../shared/connection/connections.ts';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { SpeechOrder } from '../../shared/contract/speech.ts';
import { eventually } from './eventually.ts';
import type { openJobSide } from './job-side.ts';

/** A text of three sentences, each a part of its own under `CUT_DIALECT`. */
export const CUT_PARTS = [
  'The first sentence is here. ',
  'The second sentence is here. ',
  'The third sentence is here.',
] as const;
export const CUT_TEXT = CUT_PARTS.join('');
/** The dialect that cuts it. */
export const CUT_DIALECT: Partial<Dialect> = { recommendedInputBytes: 30 };

/** Orders a text. @returns the id of the job, or what answered the request instead. */
export async function orderText(
  { queue, library, store }: Pick<Awaited<ReturnType<typeof openJobSide>>, 'queue' | 'library' | 'store'>,
  order: Partial<SpeechOrder> = {},
  dialect: Partial<Dialect> = CUT_DIALECT,
): Promise<string> {
  const connection: Connection = {
    id: 'c',
    name: 'Acme',
    baseUrl: 'https://relay.example',
    allowsPrivateHttp: false,
    models: DEFAULT_MODELS,
    dialect: { ...DEFAULT_DIALECT, ...dialect },
    prices: NO_PRICES,
    isPractice: false,
    keyState: 'stored',
    keyLast4: '',
  };
  const ask = async () => {
    const answered = await orderSpeech(
      [{ connectionId: 'c', text: CUT_TEXT, voice: null, speed: 1, format: 'mp3', extras: {}, ...order }],
      {
        connections: { list: () => [connection] },
        library,
        jobs: queue,
        practice: { restart: () => undefined },
        disk: { opened: async () => ({ isWritable: true, folder: '/library', reason: '' }) },
      },
    );
    return answered.ok ? answered.data[0] : undefined;
  };
  const answer = await ask();
  if (answer?.kind === 'job') return answer.job.id;
  // A person takes longer than a double click to ask for the same again.
  if (answer?.kind === 'running' && isJobOver((await store.find(answer.jobId))?.state ?? 'queued')) {
    return eventually(async () => {
      const later = await ask();
      return later?.kind === 'job' ? later.job.id : Promise.reject(new Error(later?.kind));
    });
  }
  throw new Error(answer?.kind ?? 'The request was refused.');
}
