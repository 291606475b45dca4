// Records every request of a job as it is sent, and its reply, without the key. Changes neither.

import type { Exchange, ExchangeBody } from '../../../shared/contract/exchanges.ts';
import { ok } from '../../../shared/result.ts';
import type { RelayCall, RelayHttp, RelayReply, WireWatch } from '../http.ts';
import { redactKey } from '../redact.ts';
import { createFormRecorder, type RecordedForm } from './form-body.ts';
import { createJsonRecorder, type RecordedJson } from './json-body.ts';

/** The facts from the wire; the queue adds those of the job. */
export type RecordedExchange = Omit<Exchange, 'tryNumber' | 'part' | 'queuedMs'>;

const MAX_TEXT_BYTES = 64 * 1024;
const MAX_REPLY_TEXT = 2000;
const MAX_HEADERS = 60;
const MAX_HEADER_LENGTH = 500;
const MASKED = 'Bearer ••••••••';

/**
 * Creates an HTTP client that records what is posted.
 * @param key never kept: it is masked in headers and removed from texts in every encoding.
 * @param save called with each exchange when its request is written, when the reply starts, and when it ends.
 */
export function recordExchanges(http: RelayHttp, key: string, save: (exchange: RecordedExchange) => void): RelayHttp {
  return {
    ...http,
    async call(call) {
      // Results are fetched by GET, without the key; only a POST is a request of a job.
      if (call.method !== 'POST') return http.call(call);
      const recording = startRecording(call, key, save);
      const result = await http.call({ ...call, watch: recording.watch });
      if (!result.ok) {
        recording.fail(result.error.code);
        return result;
      }
      return ok({ ...result.data, headers: withoutKey(result.data.headers, key) });
    },
  };
}

function startRecording(call: RelayCall, key: string, save: (exchange: RecordedExchange) => void) {
  const startedAtMs = Date.now();
  const startedAt = performance.now();
  const elapsedMs = (): number => Math.round((performance.now() - startedAt) * 10) / 10;
  const slackBytes = slackFor(key);
  const isJson = call.headers['content-type'] === 'application/json';
  const body = isJson
    ? createJsonRecorder(MAX_TEXT_BYTES + slackBytes)
    : createFormRecorder(MAX_TEXT_BYTES + slackBytes);
  const replyText: Uint8Array[] = [];
  let replyTextBytes = 0;
  let recorded: ExchangeBody = { kind: 'none' };
  let times = { connectedMs: null, writtenMs: null, firstByteMs: null, lastByteMs: null } as Pick<
    Exchange,
    'connectedMs' | 'writtenMs' | 'firstByteMs' | 'lastByteMs'
  >;
  let sentHeaders: Readonly<Record<string, string>> = call.headers;
  let reply: { status: number; headers: RelayReply['headers'] } | undefined;
  let failure = '';
  let isBodyEnded = false;

  function endBody(): void {
    if (isBodyEnded || times.connectedMs === null) return;
    isBodyEnded = true;
    const { isCut, ...rest } = body.end();
    // A reply may arrive, or the connection may end, before the body was written completely.
    recorded = clear({ ...rest, isCut: isCut || times.writtenMs === null }, key);
  }

  function keep(): void {
    const isForm = recorded.kind === 'form';
    save({
      method: call.method,
      url: redactKey(call.url, key),
      headers: [
        ...maskHeaders(sentHeaders, key),
        ...(isForm ? [['content-type', 'multipart/form-data'] as [string, string]] : []),
      ],
      body: recorded,
      reply: reply
        ? {
            status: reply.status,
            headers: maskHeaders(reply.headers, key),
            bodyStart: clearText(asText(Buffer.concat(replyText)), key, replyTextBytes > MAX_REPLY_TEXT).slice(
              0,
              MAX_REPLY_TEXT,
            ),
          }
        : null,
      failure,
      startedAtMs,
      ...times,
    });
  }

  const watch: WireWatch = {
    onConnected(headers) {
      sentHeaders = headers;
      times = { ...times, connectedMs: elapsedMs() };
    },
    onBody: (bytes) => body.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
    onWritten() {
      times = { ...times, writtenMs: elapsedMs() };
      endBody();
      keep();
    },
    onReply(status, headers) {
      times = { ...times, firstByteMs: elapsedMs() };
      reply = { status, headers };
      keep();
    },
    onReplyBody(bytes) {
      const room = MAX_REPLY_TEXT + slackBytes - replyTextBytes;
      if (room <= 0) return;
      replyText.push(Uint8Array.from(bytes.subarray(0, room)));
      replyTextBytes += Math.min(room, bytes.length);
    },
    onReplyEnd() {
      endBody();
      times = { ...times, lastByteMs: elapsedMs() };
      keep();
    },
    onBroken(error) {
      failure ||= 'code' in error && typeof error.code === 'string' ? error.code : error.name;
      endBody();
      keep();
    },
  };
  return {
    watch,
    fail(code: string) {
      failure = code;
      endBody();
      keep();
    },
  };
}

type Recorded = RecordedJson | RecordedForm;

/** Returns the body without the key, truncated to the maximum length. */
function clear(body: Recorded, key: string): ExchangeBody {
  const { isCut } = body;
  let room = MAX_TEXT_BYTES;
  const shorten = (text: string, isLast: boolean): string => {
    const clean = clearText(text, key, isCut && isLast).slice(0, room);
    room -= clean.length;
    return clean;
  };
  if ('segments' in body) {
    const last = body.segments.findLastIndex((segment) => typeof segment === 'string');
    const segments = body.segments.map((segment, index) =>
      typeof segment === 'string' ? shorten(segment, index === last) : segment,
    );
    return { kind: 'json', segments, isCut };
  }
  const last = body.parts.findLastIndex(({ value }) => typeof value === 'string' && value !== '');
  const parts = body.parts.map(({ name, value }, index) => ({
    name: redactKey(name, key),
    value: typeof value === 'string' ? shorten(value, index === last) : { ...value, name: redactKey(value.name, key) },
  }));
  return { kind: 'form', parts, isCut };
}

/**
 * Removes the key from a text. If the text was truncated, its end is removed too: it could contain a part of the key,
 * which cannot be recognised.
 */
function clearText(text: string, key: string, isCut: boolean): string {
  const clean = redactKey(text, key);
  return isCut ? clean.slice(0, Math.max(0, clean.length - slackFor(key))) : clean;
}

/** The maximum length of a key in any encoding. */
function slackFor(key: string): number {
  return key.length * 6;
}

function maskHeaders(headers: RelayReply['headers'], key: string): [string, string][] {
  return Object.entries(headers)
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(', ')] as const]))
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => [
      redactKey(name, key).slice(0, MAX_HEADER_LENGTH),
      /^(authorization|set-cookie)$/i.test(name) ? MASKED : redactKey(value, key).slice(0, MAX_HEADER_LENGTH),
    ]);
}

/** The headers of a reply without the key, in names and values: some of them are stored with the reply. */
function withoutKey(headers: RelayReply['headers'], key: string): RelayReply['headers'] {
  const clean = (value: string): string => redactKey(value, key);
  const entries = Object.entries(headers).map(([name, value]) => [
    clean(name),
    Array.isArray(value) ? value.map(clean) : value && clean(value),
  ]);
  return Object.fromEntries(entries);
}

/** Decodes bytes as text; empty if they are not text. An incomplete character at the end is omitted. */
function asText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish sound and pictures from text.
  return /[\0-\x08\x0e-\x1f\ufffd]/.test(text) ? '' : text;
}
