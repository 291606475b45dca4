import { expect, it, onTestFinished } from 'vitest';
import { startStalledRelay } from '../../tests/support/stalled-relay.ts';
import { createRelayHttp } from './http.ts';

const LIMIT_MS = 600;

// fault 42
it.each([
  ['a small reply', 10],
  ['one that is more than a connection holds', 16 * 1024 * 1024],
])('%s that came while the app stood still past the time limit is received', async (_what, sizeBytes) => {
  const relay = await startStalledRelay(sizeBytes, 1.5 * LIMIT_MS);
  const http = createRelayHttp({ appVersion: '1.2.3', resolveProxy: async () => 'DIRECT' });
  onTestFinished(async () => {
    await http.close();
    await relay.close();
  });
  const reply = await http.call({ method: 'POST', url: relay.baseUrl, headers: {}, body: '{}', timeoutMs: LIMIT_MS });
  if (!reply.ok) throw new Error(`${reply.error.code} ${reply.error.details.reason}`);
  let receivedBytes = 0;
  for await (const chunk of reply.data.body) receivedBytes += chunk.length;
  expect(receivedBytes).toBe(sizeBytes);
});
