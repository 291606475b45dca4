import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_DIALECT } from '../../shared/connection/connections.ts';
import { replies, type Script, type ScriptedRelay, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { KEY, speechRequest, UNSTORED } from '../../tests/support/relay-client.ts';
import { createRelayHttp, type RelayHttp } from './http.ts';
import { requestSpeech } from './speech.ts';

let relay: ScriptedRelay;
let http: RelayHttp;
beforeAll(async () => {
  relay = await startScriptedRelay();
  http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
});
afterAll(async () => {
  await http.close();
  await relay.close();
});

/** Sends one speech request and returns its error. */
async function errorOf(script: Script) {
  relay.answerWith(script);
  const target = { baseUrl: relay.baseUrl, key: KEY, model: 'm', dialect: DEFAULT_DIALECT, reach: 'any' as const };
  const before = relay.requests.length;
  const result = await requestSpeech(http, target, speechRequest({ format: 'mp3' }), {
    signal: new AbortController().signal,
    onSent: () => undefined,
    ...UNSTORED,
    onAudio: async () => undefined,
  });
  expect(relay.requests.length - before, 'one request on the wire').toBe(1);
  return result.ok ? undefined : result.error;
}

const json = replies.json;
const text = replies.text;
/** The usual body of an error. */
const usual = (message: string, code: string | number | null = null) => ({
  error: { message: `${message} (request id: 2026-abc)`, type: 'one', param: '', code },
});
const NO = { retryable: false, billed: 'no' } as const;
const MAYBE = { retryable: false, billed: 'unknown' } as const;
const WAIT = { retryable: true, billed: 'no' } as const;
const httpDate = (inS: number): string => new Date(Date.now() + inS * 1000).toUTCString();

type Row = [rule: string, script: Script, expected: object];

const BODIES: readonly Row[] = [
  // ER-01
  [
    '{error:{message,type,param,code}} with the id in its text',
    json(400, usual('bad size', 'InvalidParameter')),
    {
      code: 'relay.bad_request',
      ...NO,
      details: {
        status: 400,
        relayMessage: 'bad size (request id: 2026-abc)',
        requestId: '2026-abc',
        relayCode: 'InvalidParameter',
      },
    },
  ],
  // ER-02
  [
    '{error} as text',
    json(400, { error: 'bad size' }),
    { code: 'relay.bad_request', details: { relayMessage: 'bad size' } },
  ],
  // ER-03
  [
    '{message}',
    json(400, { message: 'bad size' }),
    { code: 'relay.bad_request', details: { relayMessage: 'bad size' } },
  ],
  // ER-04
  // attack 55
  [
    'hidden characters',
    json(422, { detail: '\u202ebad\u0007 si\u200bze\u2066' }),
    { code: 'relay.bad_request', details: { relayMessage: 'bad size' } },
  ],
  ['{detail}', json(422, { detail: 'bad size' }), { code: 'relay.bad_request', details: { relayMessage: 'bad size' } }],
  // ER-05
  [
    '{detail} as a list',
    json(422, { detail: [{ loc: ['body'], msg: 'field required' }, { msg: 'too small' }] }),
    { details: { relayMessage: 'field required; too small' } },
  ],
  // ER-06
  [
    '{code,msg}',
    json(400, { code: 1001, msg: '尺寸错误' }),
    { details: { relayMessage: '尺寸错误', relayCode: '1001' } },
  ],
  // ER-07
  ['plain text', text(400, 'bad size'), { details: { relayMessage: 'bad size' } }],
  // ER-08
  ['nothing at all', text(400, ''), { code: 'relay.bad_request', details: { status: 400 } }],
  // ER-09
  ['after a byte order mark', text(400, '\uFEFF{"message":"bad size"}'), { details: { relayMessage: 'bad size' } }],
  // ER-10
  ['the id in a header', text(400, 'bad', { 'x-any-request-id': 'h-123' }), { details: { requestId: 'h-123' } }],
  // ER-11
  ['the id in a field', json(400, { message: 'bad', request_id: 'f-123' }), { details: { requestId: 'f-123' } }],
];

const STATUSES: readonly Row[] = [
  // ER-20
  ['400: bad request', json(400, usual('speed must be a number')), { code: 'relay.bad_request', ...NO }],
  // ER-21
  [
    '400: refused prompt',
    json(400, usual('InputTextSensitiveContentDetected')),
    { code: 'relay.content_refused', ...NO },
  ],
  // ER-22
  ['400: sensitive words', json(400, { message: '输入内容包含敏感词' }), { code: 'relay.content_refused', ...NO }],
  // ER-23
  [
    '400: a finished picture was refused, which may have been billed',
    json(400, usual('no', 'OutputImageSensitiveContentDetected')),
    { code: 'relay.content_refused', ...MAYBE },
  ],
  // ER-24
  ['401: bad or expired key', json(401, usual('Invalid token')), { code: 'relay.key_refused', ...NO }],
  // ER-25
  [
    '401: a key whose quota is used up',
    json(401, { message: '该令牌额度已用尽' }),
    { code: 'relay.quota_used', ...NO },
  ],
  // ER-26
  ['402', text(402, ''), { code: 'relay.quota_used', ...NO }],
  // ER-27
  ['403: account', json(403, { message: 'account disabled' }), { code: 'relay.not_allowed', ...NO }],
  // ER-28
  ['403: group', json(403, { message: '无权访问 vip 分组' }), { code: 'relay.not_allowed', ...NO }],
  // ER-29
  ['403: quota', json(403, { error: 'user quota is not enough' }), { code: 'relay.quota_used', ...NO }],
  // ER-30
  [
    '403: model',
    json(403, usual('This token has no permission for model speech-tts-1.0')),
    { code: 'relay.model_unavailable', ...NO },
  ],
  // ER-31
  [
    '403: address',
    json(403, { message: 'your IP is not in the whitelist' }),
    { code: 'relay.address_not_allowed', ...NO },
  ],
  // ER-32
  ['403: voice', json(403, { message: '音色未授权' }), { code: 'relay.voice_unknown', ...NO }],
  // ER-33
  [
    '404: wrong base URL',
    json(404, usual('Invalid URL (POST /v1/v1/audio/speech)')),
    { code: 'relay.not_found', ...NO },
  ],
  // ER-34
  [
    '404: the model, not the address',
    json(404, usual('The model `x` does not exist')),
    { code: 'relay.model_unavailable', ...NO },
  ],
  // ER-35
  ['405', text(405, ''), { code: 'relay.not_found', ...NO }],
  // ER-36
  ['408: a gateway timed out', text(408, ''), { code: 'outcome.unknown', ...MAYBE }],
  ['409: it is under way, or was done before', json(409, usual('conflict')), { code: 'relay.bad_request', ...MAYBE }],
  [
    '521: a server in front of it did not reach the relay',
    text(521, '<html>down</html>'),
    { code: 'relay.unreached', ...WAIT },
  ],
  ['530', text(530, 'error code: 1033'), { code: 'relay.unreached', ...WAIT }],
  [
    '529: busy, as 503',
    json(529, { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    { code: 'relay.busy', ...NO },
  ],
  ['529 with Retry-After', json(529, usual('Overloaded'), { 'retry-after': '3' }), { code: 'relay.busy', ...WAIT }],
  [
    '429: a quota that comes back soon is a rate',
    json(429, usual('You exceeded your current quota. Please retry in 34.07s')),
    { code: 'relay.rate_limited', ...WAIT, details: { retryAfterS: 35 } },
  ],
  // ER-88
  [
    '429: a wait that nobody waits is no reason to send again',
    text(429, 'slow down', { 'retry-after': '99999999' }),
    { code: 'relay.rate_limited', ...NO },
  ],
  ['499: a server on the way says that the app has left', text(499, ''), { code: 'outcome.unknown', ...MAYBE }],
  // ER-37
  ['413', text(413, '<html>413 Request Entity Too Large</html>'), { code: 'relay.too_large', ...NO }],
  // ER-38
  ['429: JSON', json(429, usual('slow down')), { code: 'relay.rate_limited', ...WAIT }],
  // ER-39
  ['429: empty', text(429, ''), { code: 'relay.rate_limited', ...WAIT, details: { status: 429 } }],
  // ER-40
  ['429: a web page', text(429, '<html>Too many</html>'), { code: 'relay.rate_limited', ...WAIT }],
  // ER-41
  ['429 for quota is not repeated', json(429, { detail: 'insufficient quota' }), { code: 'relay.quota_used', ...NO }],
  // ER-42
  [
    '429 for concurrency is not about quota',
    json(429, usual('quota exceeded for types: concurrency')),
    { code: 'relay.rate_limited', ...WAIT },
  ],
  // ER-43
  [
    '500: a validation failure with its own message, never repeated',
    json(500, usual('speed is wrong')),
    { code: 'relay.failed', ...MAYBE, details: { relayMessage: 'speed is wrong (request id: 2026-abc)' } },
  ],
  // ER-44
  ['500 with a busy code is not repeated either', json(500, usual('busy', 3005)), { code: 'relay.busy', ...MAYBE }],
  // ER-45
  ['501', text(501, ''), { code: 'relay.unsupported', ...NO }],
  // ER-46
  ['502', text(502, '<html>Bad Gateway</html>'), { code: 'outcome.unknown', ...MAYBE }],
  // ER-47
  [
    '503: no channel for this model',
    json(503, usual('no available channel for model x')),
    { code: 'relay.model_unavailable', ...NO },
  ],
  // ER-48
  [
    '503: in Chinese',
    json(503, { message: '当前分组下对于模型 x 无可用渠道' }),
    { code: 'relay.model_unavailable', ...NO },
  ],
  // ER-49
  [
    '503 with Retry-After',
    json(503, usual('later'), { 'retry-after': '3' }),
    { code: 'relay.busy', ...WAIT, details: { retryAfterS: 3 } },
  ],
  // ER-50
  ['503: empty', text(503, ''), { code: 'relay.busy', ...WAIT }],
  // ER-51
  ['503: busy code 3003', json(503, usual('concurrency', 3003)), { code: 'relay.busy', ...WAIT }],
  // ER-52
  ['503: busy code 3005 in the text', text(503, 'code: 3005, busy'), { code: 'relay.busy', ...WAIT }],
  // ER-53
  ['503 with another text is not repeated', json(503, usual('maintenance')), { code: 'relay.busy', ...NO }],
  // ER-54
  ['504', text(504, ''), { code: 'outcome.unknown', ...MAYBE }],
  // ER-55
  ['524', text(524, '<html></html>'), { code: 'outcome.unknown', ...MAYBE }],
  // ER-56
  ['200 with an error body', json(200, usual('something')), { code: 'relay.refused', ...MAYBE }],
  // ER-57
  [
    '200 with an error whose text is clear',
    json(200, usual('Voice does not exist', 3050)),
    { code: 'relay.voice_unknown', ...MAYBE },
  ],
  // ER-58
  [
    'HTML',
    text(200, '<!doctype html><html>Log in</html>'),
    { code: 'relay.web_page', ...MAYBE, details: { status: 200 } },
  ],
  // ER-59, fault 28
  ['HTML and 404', text(404, '<html>not here</html>'), { code: 'relay.web_page', ...NO }],
  // ER-60, attack 24
  [
    'wild 6: a redirect is refused',
    text(302, '', { location: 'https://elsewhere.example' }),
    { code: 'network.redirected', ...NO },
  ],
  // ER-162
  [
    'a redirect to the result of what was done (303) may have been billed',
    text(303, '', { location: 'https://elsewhere.example/result' }),
    { code: 'network.redirected', ...MAYBE },
  ],
  // ER-163
  ['304, which answers no such request', text(304, ''), { code: 'network.redirected', ...MAYBE }],
];

const PAGE = '<!doctype html><html>Error</html>';

/** A page is from a server in front of the relay: below 500 it refused the request, from 500 on nobody knows. */
const PAGES: readonly Row[] = [
  // ER-150
  ['203 with a page', text(203, PAGE), { code: 'relay.web_page', ...MAYBE }],
  // ER-151
  ['400 with a page', text(400, PAGE), { code: 'relay.web_page', ...NO }],
  // ER-152
  ['401 with a page', text(401, PAGE), { code: 'relay.web_page', ...NO }],
  // ER-153
  ['403 with a page', text(403, PAGE), { code: 'relay.web_page', ...NO }],
  // ER-154
  ['408 with a page', text(408, PAGE), { code: 'outcome.unknown', ...MAYBE }],
  // ER-155
  ['500 with a page', text(500, PAGE), { code: 'relay.failed', ...MAYBE }],
  // ER-156
  ['501 with a page', text(501, PAGE), { code: 'relay.unsupported', ...MAYBE }],
  // ER-157
  ['503 with a page', text(503, PAGE), { code: 'relay.busy', ...MAYBE }],
  // ER-158
  [
    '503 with a page and Retry-After is not repeated',
    text(503, PAGE, { 'retry-after': '1' }),
    { code: 'relay.busy', ...MAYBE, details: { retryAfterS: 1 } },
  ],
  // ER-159
  ['521 with a page', text(521, PAGE), { code: 'relay.unreached', ...WAIT }],
];

const PROVIDER: readonly Row[] = [
  // ER-70
  ['3001 invalid request', json(400, usual('x', 3001)), { code: 'relay.bad_request' }],
  // ER-71
  ['3010 text too long', json(400, usual('x', 3010)), { code: 'relay.text_too_long', ...NO }],
  // ER-72
  ['text too long, as text', json(400, { message: '文本长度超过限制' }), { code: 'relay.text_too_long' }],
  // ER-73
  ['3011 invalid text', json(400, usual('x', '3011')), { code: 'relay.text_invalid', ...NO }],
  // ER-74
  ['3030 timeout', json(500, usual('code=3030')), { code: 'relay.timed_out', ...MAYBE }],
  // ER-75
  ['3032 timeout', json(400, usual('x', 3032)), { code: 'relay.timed_out', ...MAYBE }],
  // ER-76
  ['3050 voice does not exist', json(400, usual('x', 3050)), { code: 'relay.voice_unknown', ...NO }],
  // ER-77
  ['a number that is not a code', json(400, usual('at most 3050 pixels')), { code: 'relay.bad_request' }],
  // ER-78
  [
    'InvalidParameter…',
    json(400, usual('x', 'InvalidParameter.size')),
    { code: 'relay.bad_request', details: { relayCode: 'InvalidParameter.size' } },
  ],
];

const WAITS: readonly Row[] = [
  // ER-80
  ['Retry-After in seconds', text(429, '', { 'retry-after': '7' }), { details: { retryAfterS: 7 } }],
  // ER-81
  ['Retry-After of an hour', text(429, '', { 'retry-after': '3600' }), { details: { retryAfterS: 3600 } }],
  // ER-82, fault 18
  [
    'Retry-After as a date',
    text(429, '', { 'retry-after': httpDate(3600), date: httpDate(3590) }),
    { details: { retryAfterS: 10 } },
  ],
  // ER-83
  ['Retry-After in the past', text(429, '', { 'retry-after': httpDate(-60) }), { details: { retryAfterS: 0 } }],
  // ER-84
  ['minutes in the text', json(429, { msg: '2分钟内最多请求10次' }), { details: { retryAfterS: 120 } }],
  // ER-85
  ['seconds in the text', json(429, usual('Please try again in 1.5s.')), { details: { retryAfterS: 2 } }],
];

it.each([...BODIES, ...STATUSES, ...PAGES, ...PROVIDER, ...WAITS])('%s', async (_rule, script, expected) => {
  expect(await errorOf(script)).toMatchObject(expected);
});

// fault 18
it.each([
  // ER-86
  ['garbage', 'soon'],
  // ER-87
  ['a negative time', '-5'],
])('Retry-After that is %s names no wait', async (_rule, value) => {
  const error = await errorOf(text(429, '', { 'retry-after': value }));
  expect(error).toMatchObject({ code: 'relay.rate_limited', retryable: true });
  expect(error).not.toHaveProperty('details.retryAfterS');
});

describe('the key', () => {
  it.each([
    // ER-90
    ['raw', KEY],
    // ER-91
    ['percent-encoded', encodeURIComponent(KEY)],
    // ER-92
    ['percent-encoded in lower case', encodeURIComponent(KEY).replace('%2F', '%2f').replace('%2B', '%2b')],
    // ER-93
    ['JSON-escaped', KEY.replaceAll('/', '\\/')],
    // ER-94
    ['in base64', Buffer.from(`user:${KEY}`).toString('base64')],
  ])('%s is in no error, nor in its id and code', async (_name, spelled) => {
    const error = JSON.stringify(
      await errorOf(json(401, { error: { message: `bad ${spelled}`, code: spelled } }, { 'x-request-id': KEY })),
    );
    expect(error).toContain('[key removed]');
    for (const part of ['canary', 'Y2FuYXJ5', 'jYW5hcn', '2Fcanary'])
      expect(error.toLowerCase()).not.toContain(part.toLowerCase());
  });

  // ER-95
  it('is removed from an error even if it is split over chunks', async () => {
    const script: Script = async (response) => {
      response.writeHead(401);
      for (const part of [`{"message":"bad ${KEY.slice(0, 9)}`, KEY.slice(9), '"}'])
        await new Promise<void>((sent) => response.write(part, () => setImmediate(sent)));
      response.end();
    };
    expect(await errorOf(script)).toMatchObject({ details: { relayMessage: 'bad [key removed]' } });
  });
});
