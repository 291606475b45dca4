// One edit request: sent in either form, the reply read in full, pictures handed over as bytes. Knows no files of the library and no windows.

import { endpoint } from '../../shared/base-url.ts';
import type { Dialect } from '../../shared/connections.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { SNIFF_BYTES, sniffSpeechReply } from '../../shared/speech/sniff.ts';
import { downloadPicture } from './download.ts';
import { bodyBytes, formBody, jsonBody, type PictureToSend } from './edit-body.ts';
import { type EditEnvelope, gatherEvents, type ReplyPicture, readEnvelope } from './edit-reply.ts';
import type { RelayHttp, RelayReply } from './http.ts';
import { redactKey } from './redact.ts';
import { errorFromReply } from './reply-errors.ts';
import { describeTransportError } from './transport-errors.ts';

/** Whom an edit goes to. `model` is the connection's image model. */
export type EditTarget = { baseUrl: string; key: string; model: string; dialect: Dialect };
/** The files a request names. */
export type EditFiles = { pictures: readonly PictureToSend[]; mask: { path: string } | null };

/** What a caller watches. */
export type EditWatcher = {
  signal: AbortSignal;
  /** @param sentBytes size of the body. */
  onSent: (sentBytes: number) => void;
  /** The relay has begun to answer. */
  onReceiving: () => void;
  onPreview: (bytes: Uint8Array) => Promise<void>;
};

/** A picture of the reply: its bytes, or why it failed. `index` is its place in the reply. */
export type EditedPicture = { index: number; revisedPrompt: string; outcome: Result<Uint8Array, AppError> };

const MAX_REPLY_BYTES = 512 * 1024 * 1024;

/**
 * Sends one POST /v1/images/edits (relay API §4.2). It is never repeated. Pictures that come as an address are downloaded at once, without
 * the key. The result holds at least one picture or the failure of one.
 */
export async function requestEdit(
  http: RelayHttp,
  target: EditTarget,
  request: EditRequest,
  files: EditFiles,
  watcher: EditWatcher,
): Promise<Result<EditedPicture[], AppError | 'cancelled'>> {
  const toSend = { ...files, request, model: target.model, dialect: target.dialect };
  const isForm = request.form === 'A';
  const body = isForm ? await formBody(toSend) : await jsonBody(toSend);
  const sent = await http.call({
    method: 'POST',
    url: endpoint(target.baseUrl, 'images/edits'),
    headers: { authorization: `Bearer ${target.key}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body,
    timeoutMs: target.dialect.imageTimeoutS * 1000,
    signal: watcher.signal,
    onSent: () => watcher.onSent(bodyBytes(body)),
  });
  if (!sent.ok)
    return fail(sent.error.code === 'cancelled' ? 'cancelled' : appError(sent.error.code, sent.error.details));
  watcher.onReceiving();
  try {
    const envelope = await readReply(sent.data, target.key, watcher);
    if (watcher.signal.aborted) return fail('cancelled');
    if (!envelope.ok) return envelope;
    const pictures: EditedPicture[] = [];
    for (const picture of envelope.data) pictures.push(await fetchPicture(http, picture, target, watcher.signal));
    return watcher.signal.aborted ? fail('cancelled') : ok(pictures);
  } finally {
    sent.data.body.destroy();
  }
}

async function readReply(
  reply: RelayReply,
  key: string,
  watcher: EditWatcher,
): Promise<Result<ReplyPicture[], AppError>> {
  const isSuccess = reply.status >= 200 && reply.status < 300;
  const previews: string[] = [];
  const events = gatherEvents((base64) => void previews.push(base64));
  const chunks: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let sizeBytes = 0;
  let isStream: boolean | undefined = isSuccess ? undefined : false;
  let cutReason = '';
  try {
    for await (const chunk of reply.body) {
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_REPLY_BYTES) return fail(appError('reply.too_large', { status: reply.status }));
      isStream ??= sniffSpeechReply(chunk.subarray(0, SNIFF_BYTES), 'mp3', true) === 'sse';
      if (isStream) events.push(decoder.decode(chunk, { stream: true }));
      else chunks.push(chunk);
      for (const preview of previews.splice(0)) await watcher.onPreview(decodeBase64(preview));
    }
  } catch (error) {
    cutReason = String(describeTransportError(error, { isSent: true, isTimedOut: false }).details.reason ?? 'aborted');
  }
  const text = isStream ? '' : Buffer.concat(chunks).toString('utf8');
  const envelope = isStream ? events.end() : isSuccess ? readEnvelope(text) : undefined;
  const pictures = envelope?.pictures ?? [];
  if (pictures.length > 0) return ok(pictures.map((picture) => withoutKey(picture, key)));
  if (cutReason) return fail(appError('outcome.unknown', { status: reply.status, reason: cutReason }));
  return fail(errorOf(reply, envelope, text, key));
}

/** What a reply without any picture means. */
function errorOf(
  { status, headers }: RelayReply,
  envelope: EditEnvelope | undefined,
  text: string,
  key: string,
): AppError {
  const bodyText = envelope?.error ?? text;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && (bodyText === '' || (envelope && !envelope.error))) return appError('reply.empty', { status });
  const head = Buffer.from(bodyText.slice(0, SNIFF_BYTES));
  return errorFromReply({ status, headers, bodyText, isHtml: sniffSpeechReply(head, 'mp3', true) === 'html' }, key);
}

async function fetchPicture(
  http: RelayHttp,
  picture: ReplyPicture,
  target: EditTarget,
  signal: AbortSignal,
): Promise<EditedPicture> {
  const { index, revisedPrompt, source } = picture;
  if (source.kind === 'base64') return { index, revisedPrompt, outcome: ok(decodeBase64(source.text)) };
  if (source.kind === 'failed') {
    const { message, code } = source;
    return {
      index,
      revisedPrompt,
      outcome: fail(appError('result.failed', { relayMessage: message, relayCode: code })),
    };
  }
  const bytes = await downloadPicture(http, source.url, { connectionBaseUrl: target.baseUrl, signal });
  if (bytes.ok) return { index, revisedPrompt, outcome: bytes };
  const details = bytes.error === 'cancelled' ? {} : bytes.error.details;
  return {
    index,
    revisedPrompt,
    outcome: fail(appError('result.lost', { ...details, url: source.url.slice(0, 500) })),
  };
}

function withoutKey(picture: ReplyPicture, key: string): ReplyPicture {
  const { source } = picture;
  const revisedPrompt = redactKey(picture.revisedPrompt, key);
  if (source.kind !== 'failed') return { ...picture, revisedPrompt };
  return { ...picture, revisedPrompt, source: { ...source, message: redactKey(source.message, key).slice(0, 600) } };
}

/** Base64 with or without a data-URL prefix, white space ignored. */
function decodeBase64(text: string): Uint8Array {
  const start = text.startsWith('data:') ? text.indexOf(',') + 1 : 0;
  return Buffer.from(start > 0 ? text.slice(start) : text, 'base64');
}
