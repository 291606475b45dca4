// Splits a multipart/form-data body (RFC 7578) into its parts. The parts are views of the body: nothing is copied.

import type { Bytes } from '../bytes.ts';

/** One part. A file has a name of its own, perhaps an empty one; a text has none. */
export type Part = { name: string; isFile: boolean; bytes: Bytes };

const CRLF = '\r\n';

/** Returns the parts in their order; undefined if the body is not valid multipart/form-data. */
export function readParts(body: Bytes, contentType: string): Part[] | undefined {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType)?.slice(1).find(Boolean);
  if (boundary === undefined) return undefined;
  const all = Buffer.from(body.buffer, body.byteOffset, body.length);
  const delimiter = `${CRLF}--${boundary}`;
  const parts: Part[] = [];
  // The first delimiter may be at the very beginning, without the line break before it.
  const isAtStart = all.subarray(0, delimiter.length - CRLF.length).equals(Buffer.from(delimiter.slice(CRLF.length)));
  let line = isAtStart ? endOfDelimiter(all, delimiter.length - CRLF.length) : findDelimiter(all, delimiter, 0)?.end;
  for (;;) {
    if (line === undefined) return undefined;
    if (line.isLast) return parts;
    // A part without header lines has its blank line at once.
    const headEnd = all.indexOf(CRLF + CRLF, line.at - CRLF.length);
    const next = headEnd === -1 ? undefined : findDelimiter(all, delimiter, headEnd + CRLF.length);
    if (!next) return undefined;
    const head = all.toString('utf8', line.at, Math.max(line.at, headEnd));
    const disposition = readDisposition(head);
    if (!disposition) return undefined;
    const start = Math.min(headEnd + 2 * CRLF.length, next.at);
    parts.push({ ...disposition, bytes: body.subarray(start, next.at) });
    line = next.end;
  }
}

/** The rest of the line behind a delimiter: where the next line begins, and whether it was the last delimiter. */
type DelimiterEnd = { at: number; isLast: boolean };

/** Finds the next delimiter; the same characters with anything else behind them are content. */
function findDelimiter(all: Buffer, delimiter: string, from: number): { at: number; end: DelimiterEnd } | undefined {
  for (let at = all.indexOf(delimiter, from); at !== -1; at = all.indexOf(delimiter, at + 1)) {
    const end = endOfDelimiter(all, at + delimiter.length);
    if (end) return { at, end };
  }
  return undefined;
}

function endOfDelimiter(all: Buffer, at: number): DelimiterEnd | undefined {
  if (all.toString('latin1', at, at + 2) === '--') return { at: at + 2, isLast: true };
  let position = at;
  while (all[position] === 0x20 || all[position] === 0x09) position++;
  return all.toString('latin1', position, position + 2) === CRLF ? { at: position + 2, isLast: false } : undefined;
}

/** Reads a part's `Content-Disposition`; undefined if it has none with a name. */
function readDisposition(head: string): Omit<Part, 'bytes'> | undefined {
  const line = /^content-disposition:[ \t]*form-data(.*)$/im.exec(head)?.[1] ?? '';
  const name = /;[ \t]*name="([^"]*)"/i.exec(line)?.[1] ?? /;[ \t]*name=([^\s;"]+)/i.exec(line)?.[1];
  if (name === undefined) return undefined;
  const quoted = /"[^"]*"/g;
  return { name: name.replace(/%22/g, '"'), isFile: /;[ \t]*filename\*?=/i.test(line.replace(quoted, '')) };
}
