import { describe, expect, it, onTestFinished } from 'vitest';
import { replies, type Script, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { createRelayHttp } from './http.ts';
import { testConnection } from './models.ts';

const KEY = 'canary-key-0123456789';
const MODELS = ['speech-tts-1.0', 'image-edit-5-0-260128'];
const list = (...ids: string[]) => replies.json(200, { object: 'list', data: ids.map((id) => ({ id })) });
const html = replies.text(200, '<!doctype html><title>Welcome</title>');

/** Tests a relay that replies by path; other paths return 404. */
async function testRelay(routes: Record<string, Script>, folder = '') {
  const relay = await startScriptedRelay();
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
  onTestFinished(relay.close);
  onTestFinished(http.close);
  const notFound = replies.json(404, { error: { message: 'Invalid URL' } });
  relay.answerWith((response, request) => (routes[request.path] ?? notFound)(response, request));
  const result = await testConnection(http, {
    baseUrl: relay.baseUrl + folder,
    key: KEY,
    models: MODELS,
    reach: 'any',
  });
  return { relay, result };
}

describe('a connection test', () => {
  it('finds the models of the connection in the list, using free requests only', async () => {
    const { relay, result } = await testRelay({ '/v1/models': list(...MODELS, 'other') });
    expect(result).toMatchObject({
      ok: true,
      data: { modelCount: 3, models: [...MODELS, 'other'], missingModels: [], quota: null },
    });
    expect(relay.requests[0]?.path).toBe('/v1/models');
    expect(relay.requests.every(({ method }) => method === 'GET')).toBe(true);
    expect(relay.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('reports the models that are missing from the list', async () => {
    const { result } = await testRelay({ '/v1/models': list('speech-tts-1.0') });
    expect(result).toMatchObject({ ok: true, data: { missingModels: ['image-edit-5-0-260128'] } });
  });

  it('offers at most a thousand ids, none of them odd, repeated, or with the key', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => `model-${index}`);
    const { result } = await testRelay({
      '/v1/models': list('', 'x'.repeat(201), `a-${KEY}`, ' tts ', 'tts', ...many),
    });
    expect(result.ok && result.data.models).toEqual(['tts', ...many.slice(0, 999)]);
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it.each<[string, Script]>([
    ['404', replies.text(404, 'not found')],
    ['405', replies.text(405, '')],
    ['a list of another shape', replies.json(200, { models: [] })],
  ])('takes %s for "reachable, key not proven"', async (_name, script) => {
    expect((await testRelay({ '/v1/models': script })).result).toMatchObject({ ok: true, data: { modelCount: null } });
  });

  it.each<[string, Script, string]>([
    ['a web page', html, 'relay.web_page'],
    ['a web page as 404', replies.text(404, '<html>no</html>'), 'relay.web_page'],
    ['a refused key', replies.json(401, { error: { message: `bad ${KEY}` } }), 'relay.key_refused'],
    ['an error inside a success', replies.json(200, { error: { message: 'no' } }), 'relay.refused'],
    ['plain text', replies.text(200, 'hello'), 'relay.refused'],
    ['a redirect', replies.text(302, '', { location: 'https://elsewhere.example' }), 'network.redirected'],
    ['silence after the request', replies.hangUp(), 'network.unreachable'],
  ])('does not take %s for success: %s', async (_name, script, code) => {
    const { result } = await testRelay({ '/v1/models': script });
    expect(result).toMatchObject({ ok: false, error: { code, billed: 'no' } });
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it.each([html, replies.text(404, '')])('reports a wrong path if the relay is found without it', async (script) => {
    const { relay, result } = await testRelay({ '/chat/v1/models': script, '/v1/models': list(...MODELS) }, '/chat');
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'relay.not_found', details: { suggestion: relay.baseUrl } },
    });
  });
});

describe('the quota', () => {
  const subscription = replies.json(200, { object: 'billing_subscription', hard_limit_usd: 20, soft_limit_usd: 10 });
  const usage = replies.json(200, { object: 'list', total_usage: 750 });
  const routes = { '/v1/models': list(...MODELS), '/v1/dashboard/billing/subscription': subscription };

  it('is reported if the relay has one', async () => {
    const { result } = await testRelay({ ...routes, '/v1/dashboard/billing/usage': usage });
    expect(result).toMatchObject({ ok: true, data: { quota: { total: 20, remaining: 12.5 } } });
  });

  it.each<[string, Record<string, Script>]>([
    ['nothing of it', {}],
    ['half of it', routes],
    ['a web page', { ...routes, '/v1/dashboard/billing/usage': html }],
    ['nonsense', { ...routes, '/v1/dashboard/billing/usage': replies.json(200, { total_usage: 'much' }) }],
  ])('is not spoken of where the relay has %s', async (_name, some) => {
    const { result } = await testRelay({ '/v1/models': list(...MODELS), ...some });
    expect(result).toMatchObject({ ok: true, data: { quota: null } });
  });
});

describe('of whatever else is at an address, a test passes on what an error needs', () => {
  it.each<[string, Script]>([
    ['a text', replies.text(403, 'internal page of the router: admin/secret')],
    ['JSON without an error', replies.json(401, { instances: [{ token: 'secret' }] })],
    ['a list', replies.json(500, ['secret'])],
    ['a web page', replies.text(403, '<!doctype html><title>secret</title>', { 'content-type': 'text/html' })],
    ['broken JSON', replies.text(500, '{"error": "secret')],
  ])('%s: nothing of its content', async (_what, script) => {
    const { result } = await testRelay({ '/v1/models': script });
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('an error of a relay: the beginning of its message', async () => {
    const { result } = await testRelay({ '/v1/models': replies.json(403, { error: { message: 'x'.repeat(5000) } }) });
    expect(result).toMatchObject({ error: { code: 'relay.not_allowed', details: { relayMessage: 'x'.repeat(200) } } });
  });
});
