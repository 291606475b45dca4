// The voices that each connection's relay refused to speak.

/** Voice keys by connection id. */
type RefusedVoices = Readonly<Record<string, readonly string[]>>;

/** Returns the list after a relay has refused a voice or spoken it; the same object if nothing changes. */
export function withVerdict(
  refused: Record<string, string[]>,
  connectionId: string,
  voice: string,
  isRefused: boolean,
): Record<string, string[]> {
  const known = (refused as RefusedVoices)[connectionId] ?? [];
  if (known.includes(voice) === isRefused) return refused;
  const { [connectionId]: _, ...others } = refused;
  const now = isRefused ? [...known, voice] : known.filter((key) => key !== voice);
  return now.length === 0 ? others : { ...others, [connectionId]: now };
}
