// What relays have shown of themselves: voices they would not speak, pictures they did not use. Kept in the settings.

import type { AskedBy } from '../../shared/contract/images.ts';
import type { Connections } from './connections.ts';
import { withVerdict } from './refused-voices.ts';
import type { SettingsFile } from './settings-file.ts';
import { withSourceUsage } from './unused-pictures.ts';

/** Keeps findings; each holds until the next about the same thing. */
export type RelayFindings = {
  setVoiceRefused: (connectionId: string, voice: string, isRefused: boolean) => void;
  /** @param asked the connection, model and request form that the picture was sent with. */
  setPictureUsed: (asked: AskedBy, isUsed: boolean) => void;
};

/** @param onChanged called after a finding has changed what is kept. */
export function createRelayFindings(
  settings: SettingsFile,
  connections: Pick<Connections, 'list'>,
  onChanged: () => void,
): RelayFindings {
  return {
    setVoiceRefused(connectionId, voice, isRefused) {
      const known = settings.current().refusedVoices;
      const refusedVoices = withVerdict(known, connectionId, voice, isRefused);
      if (refusedVoices === known) return;
      settings.patch({ refusedVoices });
      onChanged();
    },
    setPictureUsed(asked, isUsed) {
      // Its connection may be gone by the time a result is judged.
      if (!connections.list().some(({ id }) => id === asked.connectionId)) return;
      const known = settings.current().unusedPictures;
      const unusedPictures = withSourceUsage(known, asked, isUsed);
      if (unusedPictures === known) return;
      settings.patch({ unusedPictures });
      onChanged();
    },
  };
}
