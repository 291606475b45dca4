// Parses the Range header of a request for one file (RFC 9110 §14): single byte ranges only.

/** Both ends inclusive, in bytes. `whole`: answer 200 with the whole file. `unsatisfiable`: answer 416. */
export type RangeAnswer = { start: number; end: number } | 'whole' | 'unsatisfiable';

/**
 * Reads a Range header against a file of `sizeBytes`. Ignores other units, several ranges and malformed values, as the
 * RFC allows.
 */
export function readRange(header: string | null, sizeBytes: number): RangeAnswer {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, from, to] = match ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from === '') {
    const lastBytes = Math.min(Number(to), sizeBytes);
    return lastBytes === 0 ? 'unsatisfiable' : { start: sizeBytes - lastBytes, end: sizeBytes - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return 'whole';
  if (start >= sizeBytes) return 'unsatisfiable';
  return { start, end: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}
