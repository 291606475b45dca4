// Determines how long a relay asks to wait. Independent of the retry policy.

const MAX_WAIT_S = 7 * 24 * 3600;

/**
 * Returns the seconds that a relay asks for: `Retry-After` in seconds or as a date (RFC 9110 §10.2.3),
 * `retry-after-ms`, otherwise a time in its text ("N分钟内最多请求M次" is N minutes). Undefined if there is none; infinite
 * if it is longer than anybody waits.
 */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  message: string,
): number | undefined {
  const waitS = fromHeaders(headers) ?? fromWords(message);
  return waitS !== undefined && waitS > MAX_WAIT_S ? Number.POSITIVE_INFINITY : waitS;
}

function fromHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const text = (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const milliseconds = text('retry-after-ms');
  if (/^\d+$/.test(milliseconds)) return Math.ceil(Number(milliseconds) / 1000);
  const after = text('retry-after');
  if (/^\d+$/.test(after)) return Number(after);
  // Only a weekday makes it a date: the date parser also accepts "-5" as one.
  const until = /^[A-Z][a-z]{2,8},? /.test(after) ? Date.parse(after) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  // Uses the relay's own clock if it is in the reply, as the local one may be wrong.
  const now = Date.parse(text('date'));
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}

function fromWords(message: string): number | undefined {
  const found = /(\d{1,5}(?:\.\d+)?)\s*(分钟|分鐘|minutes?\b|mins?\b|秒|seconds?\b|secs?\b|s\b)/i.exec(message);
  if (!found) return undefined;
  const isMinutes = /^(分|m)/i.test(found[2] ?? '');
  return Math.ceil(Number(found[1]) * (isMinutes ? 60 : 1));
}
