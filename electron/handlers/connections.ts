// Routes of connections: save, choose and test them; what has been learned about their relays; their usage.

import { ok } from '../../shared/result.ts';
import type { Database } from '../database/client.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Library } from '../library/library.ts';
import type { RelayHttp } from '../relay/http.ts';
import { testConnection } from '../relay/models.ts';
import type { Connections } from '../settings/connections.ts';
import type { RelayFindings } from '../settings/relay-findings.ts';
import type { HandlersOf } from './routes-of.ts';

export type ConnectionParts = {
  connections: Connections;
  findings: RelayFindings;
  http: RelayHttp;
  jobs: Pick<JobQueue, 'retryNow' | 'setPaused'>;
  library: Pick<Library, 'sampledVoices'>;
  usage: Pick<Database['usage'], 'list'>;
  onSettingsChanged: () => void;
};

/** Creates the handlers of the connection, voice and usage routes. */
export function connectionHandlers(parts: ConnectionParts): HandlersOf<'connections' | 'voices' | 'usage'> {
  const { connections, jobs, onSettingsChanged } = parts;
  return {
    'connections.save': async (draft) => {
      const saved = await connections.save(draft);
      if (!saved.ok) return saved;
      onSettingsChanged();
      // The relay asked for the back-off under the previous settings.
      jobs.retryNow(saved.data.id);
      return saved;
    },
    'connections.activate': ({ id }) => {
      const activated = connections.activate(id);
      if (activated.ok) onSettingsChanged();
      return activated;
    },
    'connections.remove': async ({ id }) => {
      const removed = await connections.remove(id);
      if (!removed.ok) return removed;
      onSettingsChanged();
      // Resumed so that the waiting jobs start, find no connection, and fail.
      jobs.setPaused(id, false);
      jobs.retryNow(id);
      return removed;
    },
    'connections.forgetOrigin': ({ id, origin }) => {
      connections.forgetOrigin(id, origin);
      onSettingsChanged();
      return ok(null);
    },
    'connections.test': async (draft) => {
      const target = await connections.draftTarget(draft);
      if (!target.ok) return target;
      const { baseUrl, key, models } = target.data;
      return testConnection(parts.http, { baseUrl, key, models: [models.speech, models.image] });
    },
    'voices.allowAgain': ({ connectionId, voice }) => {
      parts.findings.setVoiceRefused(connectionId, voice, false);
      return ok(null);
    },
    'voices.listSampled': async () => ok(await parts.library.sampledVoices()),
    'usage.list': async () => ok(await parts.usage.list()),
  };
}
