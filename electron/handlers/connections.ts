// Routes of connections: save, choose and test them; what has been learned about their relays; their usage.

import type { ConnectionDraft } from '../../shared/contract/settings.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Database } from '../database/client.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Library } from '../library/library.ts';
import type { RelayHttp } from '../relay/http.ts';
import { testConnection } from '../relay/models.ts';
import type { Connections } from '../settings/connections.ts';
import type { RelayFindings } from '../settings/relay-findings.ts';
import type { HandlersOf } from './routes-of.ts';

export type ConnectionDeps = {
  connections: Connections;
  findings: RelayFindings;
  http: RelayHttp;
  jobs: Pick<JobQueue, 'retryNow' | 'setPaused'>;
  library: Pick<Library, 'sampledVoices'>;
  usage: Pick<Database['usage'], 'list'>;
  /** Whether a host is in a private network. */
  isPrivateHost: (hostname: string) => Promise<boolean>;
  /** Asks the person whether to call an origin in a private network. */
  askPrivateOrigin: (origin: string) => Promise<boolean>;
  onSettingsChanged: () => void;
};

/** Creates the handlers of the connection, voice and usage routes. */
export function connectionHandlers(deps: ConnectionDeps): HandlersOf<'connections' | 'voices' | 'usage'> {
  const { connections, jobs, onSettingsChanged } = deps;

  /** Has a new origin in a private network confirmed, whatever the page says about it. */
  async function confirmed(draft: ConnectionDraft): Promise<Result<null, AppError>> {
    const origin = connections.unconfirmedOrigin(draft);
    if (origin === undefined || !(await deps.isPrivateHost(new URL(origin).hostname))) return ok(null);
    if (!(await deps.askPrivateOrigin(origin))) return fail(appError('address.unconfirmed', { origin }));
    connections.confirmOrigin(origin);
    return ok(null);
  }

  return {
    'connections.save': async (draft) => {
      const mayCall = await confirmed(draft);
      if (!mayCall.ok) return mayCall;
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
      const mayCall = await confirmed(draft);
      if (!mayCall.ok) return mayCall;
      const target = await connections.draftTarget(draft);
      if (!target.ok) return target;
      const { baseUrl, key, models, reach } = target.data;
      return testConnection(deps.http, { baseUrl, key, models: [models.speech, models.image], reach });
    },
    'voices.allowAgain': ({ connectionId, voice }) => {
      deps.findings.setVoiceRefused(connectionId, voice, false);
      return ok(null);
    },
    'voices.listSampled': async () => ok(await deps.library.sampledVoices()),
    'usage.list': async () => ok(await deps.usage.list()),
  };
}
