// Whether one text is an edited version of another.

/** Only this many UTF-16 units at the beginning of a text are compared. */
const COMPARED = 400;
/** Number of counters; pairs of characters share one by chance. */
const BUCKETS = 1024;
/** Fewer common pairs than this are chance. */
const MIN_PAIRS = 4;
/** Part of the shorter text's pairs that must be common. */
const MIN_SHARE = 0.5;

const counts = new Int16Array(BUCKETS);

/**
 * Whether `a` and `b` look like versions of one text: at least half of the pairs of neighbouring characters of the
 * shorter one are in both, or one begins or ends with the other. White space at the ends does not count.
 */
export function areAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a.trim(), b.trim()] : [b.trim(), a.trim()];
  if (short === '') return false;
  if (long.startsWith(short) || long.endsWith(short)) return true;
  const pairs = Math.min(short.length, COMPARED) - 1;
  const needed = Math.max(MIN_PAIRS, pairs * MIN_SHARE);
  return pairs >= MIN_PAIRS && commonPairs(short, long) >= needed;
}

function commonPairs(short: string, long: string): number {
  counts.fill(0);
  let common = 0;
  for (let at = 1; at < Math.min(long.length, COMPARED); at++) {
    const bucket = bucketOf(long, at);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  for (let at = 1; at < Math.min(short.length, COMPARED); at++) {
    const bucket = bucketOf(short, at);
    const left = counts[bucket] ?? 0;
    if (left > 0) {
      counts[bucket] = left - 1;
      common++;
    }
  }
  return common;
}

function bucketOf(text: string, at: number): number {
  return (text.charCodeAt(at - 1) * 31 + text.charCodeAt(at)) % BUCKETS;
}
