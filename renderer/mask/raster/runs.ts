// Finds runs of equal bytes. It must not know what they are.

/** Where the run that begins at `at` ends, at most `to`; `words` are the same bytes four at a time, which is how it looks where it can. */
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
