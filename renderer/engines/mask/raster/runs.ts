// Finds runs of equal bytes.

/**
 * The end of the run that begins at `at`, at most `to`. `words` are the same bytes as 32-bit words, which are compared
 * wherever possible.
 */
export function endOfRun(bytes: Uint8Array, words: Uint32Array, at: number, to: number): number {
  const value = bytes[at] ?? 0;
  let end = at + 1;
  while (end < to && (end & 3) !== 0 && bytes[end] === value) end += 1;
  if ((end & 3) === 0 && end < to && bytes[end] === value) {
    const word = (value * 0x01010101) >>> 0;
    const last = to >> 2;
    let next = end >> 2;
    while (next < last && words[next] === word) next += 1;
    end = next << 2;
  }
  while (end < to && bytes[end] === value) end += 1;
  return end;
}
