// Formats exchanges as readable text: request, reply, timings. Independent of where it is shown.

import type { Exchange, ExchangeBody, ExchangeFile } from '../../../shared/contract/exchanges.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { formatFileSize } from '../../../shared/text/format-text.ts';

/** Formats one file, e.g. `‹png, 1.2 MB, sha256 1f3a…›`. */
export type FormatFile = (file: ExchangeFile) => string;

/** Returns the formatter of files for a language. */
export function fileFormatter(t: Translate, locale: Locale): FormatFile {
  return ({ type, sizeBytes, sha256 }) =>
    `‹${type || 'file'}, ${formatFileSize(sizeBytes, t, locale)}, sha256 ${sha256.slice(0, 12)}…›`;
}

/** Formats the request: first line, headers, body, with JSON indented. */
export function formatRequest({ method, url, headers, body }: Exchange, formatFile: FormatFile): string {
  return [`${method} ${url}`, ...headerLines(headers), ...bodyLines(body, formatFile)].join('\n');
}

/** Formats the reply: status, headers, the beginning of a text. */
export function formatReply({ status, headers, bodyStart }: NonNullable<Exchange['reply']>): string {
  return [String(status), ...headerLines(headers), ...(bodyStart === '' ? [] : ['', bodyStart])].join('\n');
}

/** Formats the timings in milliseconds since the try began; the time in the queue first. */
export function formatTimings(exchange: Exchange, t: Translate, locale: Locale): string {
  const { queuedMs, connectedMs, writtenMs, firstByteMs, lastByteMs } = exchange;
  const steps = [
    ['queued', queuedMs],
    ['connected', connectedMs],
    ['written', writtenMs],
    ['firstByte', firstByteMs],
    ['lastByte', lastByteMs],
  ] as const;
  return steps
    .flatMap(([step, ms]) => (ms === null ? [] : [t(`request.time.${step}`, { time: formatMs(ms, locale) })]))
    .join(t.separators.fact);
}

function formatMs(ms: number, locale: Locale): string {
  if (ms >= 10_000) return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(ms / 1000)} s`;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: ms < 10 ? 1 : 0 }).format(ms)} ms`;
}

function headerLines(headers: Exchange['headers']): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

function bodyLines(body: ExchangeBody, formatFile: FormatFile): string[] {
  if (body.kind === 'none') return [];
  if (body.kind === 'form') {
    return [
      '',
      ...body.parts.map(
        ({ name, value }) => `${name} = ${typeof value === 'string' ? value : `${value.name} ${formatFile(value)}`}`,
      ),
    ];
  }
  const text = body.segments.map((segment) => (typeof segment === 'string' ? segment : formatFile(segment))).join('');
  return ['', prettyJson(text)];
}

/** Indents JSON; text that is not valid JSON, because it was truncated, stays unchanged. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
