// The free request that tests a connection: GET /v1/models.

import { endpoint } from '../../shared/base-url.ts';
import type { ConnectionTest } from '../../shared/contract/settings.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { sniffSpeechReply } from '../../shared/speech/sniff.ts';
import type { RelayHttp, RelayReply } from './http.ts';
import { errorFromReply } from './reply-errors.ts';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Asks a relay for its models. 404 says nothing against the connection: many relays have no such list.
 * @param target the address, the key and the speech model looked for in the list.
 */
export async function testConnection(
  http: RelayHttp,
  target: { baseUrl: string; key: string; model: string },
): Promise<Result<ConnectionTest, AppError>> {
  const calledUrl = endpoint(target.baseUrl, 'models');
  const startedAt = performance.now();
  const sent = await http.call({
    method: 'GET',
    url: calledUrl,
    headers: { authorization: `Bearer ${target.key}` },
    timeoutMs: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!sent.ok) {
    // A GET is free: whatever happened after it was sent, the relay was not usefully reached.
    return fail(
      appError(sent.error.code === 'network.tls' ? 'network.tls' : 'network.unreachable', sent.error.details),
    );
  }
  const { status, headers } = sent.data;
  const body = await readAll(sent.data);
  const found = { calledUrl, hasModelList: false, modelCount: 0, hasSpeechModel: false };
  const elapsedMs = Math.round(performance.now() - startedAt);
  const isHtml = sniffSpeechReply(body, 'mp3', true) === 'html';
  if (status === 404 && !isHtml) return ok({ ...found, elapsedMs });
  const ids = readModelIds(body.toString('utf8'));
  if (status !== 200 || ids === undefined) {
    return fail(errorFromReply({ status, headers, bodyText: body.toString('utf8'), isHtml }, target.key));
  }
  return ok({
    ...found,
    hasModelList: true,
    modelCount: ids.length,
    hasSpeechModel: ids.includes(target.model),
    elapsedMs,
  });
}

function readModelIds(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    const data = typeof list === 'object' && list !== null && 'data' in list ? list.data : undefined;
    if (!Array.isArray(data)) return undefined;
    return data.flatMap((entry: unknown) =>
      typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' ? [entry.id] : [],
    );
  } catch {
    return undefined;
  }
}

async function readAll(reply: RelayReply): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of reply.body) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_BYTES) break;
    }
  } catch {
    // A cut list reads as no list; the status still counts.
  } finally {
    reply.body.destroy();
  }
  return Buffer.concat(chunks);
}
