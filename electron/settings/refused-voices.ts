// The voices that each connection's relay refused to speak.

import { REMEMBERED_LIMITS } from '../../shared/contract/settings.ts';
import { listOf, withList } from './by-connection.ts';

/** Returns the list after a relay has refused a voice or spoken it; the same object if nothing changes. */
export function withVerdict(
  refused: Record<string, string[]>,
  connectionId: string,
  voice: string,
  isRefused: boolean,
): Record<string, string[]> {
  const known = listOf(refused, connectionId);
  if (known.includes(voice) === isRefused) return refused;
  const now = isRefused ? [...known, voice] : known.filter((key) => key !== voice);
  return withList(refused, connectionId, now, REMEMBERED_LIMITS.refusedVoices);
}
