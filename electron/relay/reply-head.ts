// Brings the head of a reply into the form that the HTTP parser accepts, where browsers accept more: interim replies
// that nobody asked for, a Content-Length that is repeated, a Content-Length beside a chunked body.

/** Longest head of a reply, as in browsers. */
export const MAX_HEAD_BYTES = 256 * 1024;

const HEAD_END = '\r\n\r\n';
const HTTP_START = Buffer.from('HTTP/');
/** HTTP/2 frames that a server sends first, or in answer to a request that is not HTTP/2. */
const SETTINGS_FRAME = 4;
const GOAWAY_FRAME = 7;
const FRAME_HEADER_BYTES = 9;
const MAX_FIRST_FRAME_BYTES = 16 * 1024;

/** The server speaks only HTTP/2: it cannot have understood the request. */
class Http2OnlyError extends Error {
  readonly code = 'HTTP2_ONLY';
}

/**
 * Inspects the first bytes of a reply.
 * @param bytes everything received since the request began.
 * @returns the bytes for the parser, or `more` if the head is still incomplete. Anything that is not understood is
 *   returned unchanged: the parser judges it.
 * @param onInterim called for each interim reply, which is left out; what it throws ends the reading.
 * @throws Http2OnlyError if the reply is an HTTP/2 frame.
 */
export function readReplyHead(
  bytes: Buffer,
  onInterim: () => void = () => undefined,
): { ready: Buffer } | { more: Buffer } {
  let rest = bytes;
  for (;;) {
    if (isHttp2Frame(rest)) throw new Http2OnlyError('The server speaks only HTTP/2');
    const startLength = Math.min(rest.length, HTTP_START.length);
    if (!rest.subarray(0, startLength).equals(HTTP_START.subarray(0, startLength))) {
      // Too short to tell whether it is a frame of HTTP/2.
      return rest.length < FRAME_HEADER_BYTES && rest[0] === 0 ? { more: rest } : { ready: rest };
    }
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return rest.length > MAX_HEAD_BYTES ? { ready: rest } : { more: rest };
    const head = rest.toString('latin1', 0, end);
    const body = rest.subarray(end + HEAD_END.length);
    if (isInterim(head)) {
      onInterim();
      rest = body;
      continue;
    }
    const plain = withOneLength(head);
    return { ready: plain === head ? rest : Buffer.concat([Buffer.from(plain + HEAD_END, 'latin1'), body]) };
  }
}

/** 100, 102, 103 …: the reply itself follows. 101 would change the protocol and is left to the parser. */
function isInterim(head: string): boolean {
  return /^HTTP\/1\.[01] 1(?!01)\d\d/.test(head);
}

/** Returns the head with at most one statement of the body's length (RFC 9112 §6.3); differing lengths are kept. */
function withOneLength(head: string): string {
  const lines = head.split('\r\n');
  const lengths = lines.filter((line) => /^content-length:/i.test(line));
  const [first] = lengths;
  if (first === undefined) return head;
  const others = lines.filter((line) => !lengths.includes(line));
  if (others.some((line) => /^transfer-encoding:(.*,)?\s*chunked\s*$/i.test(line))) return others.join('\r\n');
  const values = new Set(lengths.flatMap((line) => line.slice(line.indexOf(':') + 1).split(',')).map((v) => v.trim()));
  const [value = ''] = values;
  if (values.size > 1 || !/^\d+$/.test(value)) return head;
  return [...others, `Content-Length: ${value}`].join('\r\n');
}

function isHttp2Frame(bytes: Buffer): boolean {
  if (bytes.length < FRAME_HEADER_BYTES) return false;
  const type = bytes.readUInt8(3);
  return (
    (type === SETTINGS_FRAME || type === GOAWAY_FRAME) &&
    bytes.readUIntBE(0, 3) <= MAX_FIRST_FRAME_BYTES &&
    bytes.readUInt32BE(5) === 0
  );
}
