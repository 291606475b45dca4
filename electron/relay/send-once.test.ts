import { Agent, type Dispatcher } from 'undici';
import { expect, it, onTestFinished, vi } from 'vitest';
import { replies, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { createRelayHttp } from './http.ts';

/** Sends a failed request again, as a later version of a library might. */
class RepeatingAgent extends Agent {
  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const fail = handler.onResponseError?.bind(handler);
    let isRepeated = false;
    handler.onResponseError = (controller, error) => {
      if (isRepeated) return fail?.(controller, error);
      isRepeated = true;
      super.dispatch(options, handler);
    };
    return super.dispatch(options, handler);
  }
}

vi.mock('./agents.ts', () => ({
  createAgents: () => {
    const agent = new RepeatingAgent();
    return {
      route: async () => ({ agent, proxy: null, awaitConnection: () => () => undefined }),
      close: () => agent.destroy(),
    };
  },
}));

// fault 19, promise sent-once
it('prevents every layer below it from sending a request a second time', async () => {
  const relay = await startScriptedRelay();
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
  onTestFinished(async () => {
    await http.close();
    await relay.close();
  });
  relay.answerWith(replies.hangUp(), replies.text(200, 'paid twice'));
  const onSent = vi.fn();
  const result = await http.call({
    method: 'POST',
    url: `${relay.baseUrl}/v1/audio/speech`,
    headers: {},
    body: '{}',
    timeoutMs: 5000,
    signal: new AbortController().signal,
    onSent,
  });
  expect(result).toMatchObject({ ok: false, error: { code: 'outcome.unknown' } });
  expect(onSent).toHaveBeenCalledOnce();
  expect(relay.requests).toHaveLength(1);
});
