// Asks a relay for the result of a request that it has taken and not finished. That is free: nothing is ordered by it.

import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Reach } from './agents.ts';
import { readErrorReply } from './error-reply.ts';
import type { RelayHttp } from './http.ts';
import { parseJson } from './json-fields.ts';
import { factsOf, type ReplyFacts, receiveReply } from './received-reply.ts';
import { errorFromReply } from './reply-errors.ts';
import { isPending } from './task-reply.ts';

/** The relay that is asked. */
type AskedRelay = { baseUrl: string; key: string; reach: Reach };

const TIMEOUT_MS = 120_000;
const MAX_REDIRECTS = 3;
/** A longer reply is a result. */
const MAX_STATE_BYTES = 256 * 1024;

/**
 * Asks once. The key is sent, so only the relay's own origin is asked, also over redirects.
 * @param write gets the bytes of the reply as they come.
 * @returns what is known of the reply beside its bytes, or that the relay is still at work. An error was not billed.
 */
export async function askTask(
  http: RelayHttp,
  address: string,
  { baseUrl, key, reach }: AskedRelay,
  write: (bytes: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<Result<ReplyFacts | 'pending', AppError>> {
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    if (URL.parse(url)?.origin !== new URL(baseUrl).origin)
      return fail(appError(hop === 0 ? 'download.refused' : 'network.redirected'));
    const headers = { authorization: `Bearer ${key}` };
    const sent = await http.call({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS, signal, reach });
    if (!sent.ok) return fail(unreached(sent.error.code, sent.error.details));
    const { status, headers: said, body } = sent.data;
    try {
      if (status >= 300 && status < 400 && typeof said.location === 'string') {
        url = URL.parse(said.location, url)?.href ?? '';
        continue;
      }
      if (status < 200 || status > 299)
        return fail({ ...errorFromReply(await readErrorReply(sent.data), key), billed: 'no', retryable: false });
      let cut: string | undefined;
      const onReceived = async (cutReason: string | undefined): Promise<void> => {
        cut = cutReason;
      };
      const watcher = { onReceiving: () => undefined, onBytes: write, onReceived };
      const text = await receiveReply(sent.data, watcher, async ({ chunks }) => readStart(chunks));
      if (cut !== undefined) return fail(appError('network.unreachable', { reason: cut }));
      return ok(isPending({ status, value: parseJson(text) }) ? 'pending' : factsOf(sent.data));
    } finally {
      body.destroy();
    }
  }
  return fail(appError('network.redirected'));
}

/** A failure after the request was sent means no more than that there was no answer. */
function unreached(code: AppError['code'] | 'cancelled', details: AppError['details']): AppError {
  return appError(code === 'cancelled' || code === 'outcome.unknown' ? 'network.unreachable' : code, details);
}

/** Reads a body to its end and returns it as text; empty if it is longer than what says how far a task is. */
async function readStart(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes <= MAX_STATE_BYTES) pieces.push(chunk);
    else pieces.length = 0;
  }
  return sizeBytes > MAX_STATE_BYTES ? '' : Buffer.concat(pieces).toString();
}
