// What has been learned about relays: voices they refused to speak, pictures they did not use. Stored in the settings.

import type { AskedBy } from '../../shared/contract/images.ts';
import type { Connections } from './connections.ts';
import { withVerdict } from './refused-voices.ts';
import type { SettingsFile } from './settings-file.ts';
import { withSourceUsage } from './unused-pictures.ts';

/** Stores findings; each is valid until the next one about the same voice or kind of request. */
export type RelayFindings = {
  setVoiceRefused: (connectionId: string, voice: string, isRefused: boolean) => void;
  /** @param asked the connection, model and request form that the picture was sent with. */
  setPictureUsed: (asked: AskedBy, isUsed: boolean) => void;
};

/** Creates the store of findings. @param onChanged called after a finding has changed the settings. */
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
      // The connection may have been removed before the result was assessed.
      if (!connections.list().some(({ id }) => id === asked.connectionId)) return;
      const known = settings.current().unusedPictures;
      const unusedPictures = withSourceUsage(known, asked, isUsed);
      if (unusedPictures === known) return;
      settings.patch({ unusedPictures });
      onChanged();
    },
  };
}
