// What is remembered of voices a relay would not speak, by connection.

/** Voice keys by connection id. */
type RefusedVoices = Readonly<Record<string, readonly string[]>>;

/** The list after a relay has refused a voice or spoken it; the very same object where nothing changes. */
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
