import { describe, expect, it } from 'vitest';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { replies, type Script } from '../../tests/fakes/scripted-relay.ts';
import { KEY, openClient, speechRequest } from '../../tests/support/relay-client.ts';

const json = replies.json;
const own = { canAsk: true };

/** What relays say in place of a result, and what is known of the task then. `{relay}` is the relay's own address. */
const ROWS: readonly [rule: string, status: number, body: object | string, headers: object, task: object][] = [
  // ER-170
  ['202 and nothing', 202, '', {}, {}],
  // ER-171
  [
    '202 with a header',
    202,
    '',
    { 'operation-location': '{relay}/ops/7?v=1' },
    { taskUrl: '{relay}/ops/7?v=1', ...own },
  ],
  ['202 with a relative address', 202, {}, { location: '/v1/tasks/7' }, { taskUrl: '{relay}/v1/tasks/7', ...own }],
  ['202 with an id', 202, { id: 'a-1' }, {}, { taskId: 'a-1' }],
  ['202 with words', 202, 'Accepted', {}, { relayMessage: 'Accepted' }],
  // ER-172
  ...[
    'queued',
    'PENDING',
    'processing',
    'submitted',
    'in_progress',
    'IN_QUEUE',
    'notRunning',
    'TASK_STATUS_QUEUED',
  ].map((status): (typeof ROWS)[number] => [status, 200, { id: 'a-1', status }, {}, { taskId: 'a-1' }]),
  // ER-173
  ['inside output', 200, { request_id: 'r', output: { task_id: 't', task_status: 'PENDING' } }, {}, { taskId: 't' }],
  ['inside data', 200, { code: 200, msg: 'success', data: { taskId: 't' } }, {}, { taskId: 't' }],
  ['a number, and success', 200, { status: 'success', data: [{ task_id: 7 }] }, {}, { taskId: '7' }],
  // ER-174
  [
    'urls.get, of another origin',
    200,
    { id: 'p', status: 'starting', urls: { get: 'https://other.example/p', cancel: 'https://other.example/x' } },
    {},
    { taskId: 'p', taskUrl: 'https://other.example/p' },
  ],
  [
    'status_url',
    200,
    { status: 'IN_QUEUE', request_id: 'r', status_url: '{relay}/r/status', response_url: '{relay}/r' },
    {},
    { taskId: 'r', taskUrl: '{relay}/r/status', ...own },
  ],
  [
    'polling_url',
    200,
    { id: 'p', status: 'queued', polling_url: '/poll?id=p' },
    {},
    { taskUrl: '{relay}/poll?id=p', ...own },
  ],
  ['an address with the key', 202, {}, { location: `/t?k=${KEY}` }, { taskUrl: '{relay}/t?k=[key removed]' }],
  // ER-175
  ['events', 200, 'data: {"status":"queued","task_id":"t"}\n\ndata: [DONE]\n\n', {}, { taskId: 't' }],
];

describe.each(['speech', 'edit'] as const)('in answer to %s', (kind) => {
  async function answer(script: Script) {
    const client = await openClient();
    client.relay.answerWith(script);
    const { result } = kind === 'speech' ? await client.speak(speechRequest()) : await client.edit(editRequest());
    expect(client.relay.requests).toHaveLength(1);
    return { error: result.ok ? undefined : result.error, relay: client.relay.baseUrl };
  }

  it.each(ROWS)('%s: the relay has taken it, and may bill it', async (_rule, status, body, headers, task) => {
    const client = await openClient();
    const at = (text: string): string => text.replaceAll('{relay}', client.relay.baseUrl);
    const said = JSON.parse(at(JSON.stringify(headers)));
    client.relay.answerWith(
      typeof body === 'string'
        ? replies.text(status, at(body), said)
        : replies.json(status, JSON.parse(at(JSON.stringify(body))), said),
    );
    const { result } = kind === 'speech' ? await client.speak(speechRequest()) : await client.edit(editRequest());
    const details = expect.objectContaining(JSON.parse(at(JSON.stringify({ status, ...task }))));
    expect(result).toEqual({
      ok: false,
      error: { code: 'outcome.accepted', billed: 'unknown', retryable: false, details, traceId: '' },
    });
    if (!('canAsk' in task)) expect(result).not.toHaveProperty('error.details.canAsk');
    expect(client.relay.requests).toHaveLength(1);
  });

  // ER-176
  it.each<[string, number, object]>([
    ['an error', 200, { error: { message: 'no' }, task_id: 't', status: 'queued' }],
    ['a code of failure', 202, { code: 3005, message: 'busy' }],
    ['a task that failed', 200, { task_id: 't', status: 'failed', message: 'no' }],
    ['a refusal', 400, { task_id: 't', status: 'queued', message: 'no' }],
  ])('%s is none', async (_rule, status, body) => {
    const { error } = await answer(json(status, body));
    expect(error).toMatchObject({ code: expect.not.stringContaining('outcome.accepted') });
  });
});

// ER-177
it('an address in `data` is a picture whatever the state, and others are not while the relay is at work', async () => {
  const client = await openClient();
  client.relay.answerWith(
    json(200, { status: 'in_progress', url: '/task/1', data: [{ url: '/1.png' }] }),
    replies.text(200, 'picture'),
  );
  expect((await client.edit()).pictures).toEqual(['picture']);
  client.relay.answerWith(json(200, { status: 'in_progress', url: '/task/1', image_url: '/task/1' }));
  expect((await client.edit()).result).toMatchObject({ error: { code: 'outcome.accepted' } });
});
