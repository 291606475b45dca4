import { describe, expect, it } from 'vitest';
import { replies } from '../../tests/fakes/scripted-relay.ts';
import { openClient } from '../../tests/support/relay-client.ts';
import { wordsOf } from './reply-words.ts';

const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad</h1></body></html>';
const xml = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>It&#39;s gone &amp; over</Message></Error>';

/** Bodies, and what they say. */
const ROWS: readonly [body: string | object, message: string, code?: string][] = [
  // ER-180
  [{ created: 1, data: [{ url: '', revised_prompt: 'I cannot draw that.' }] }, 'I cannot draw that.'],
  [{ candidates: [{ finishReason: 'IMAGE_SAFETY', finishMessage: 'It is not safe.' }] }, 'It is not safe.'],
  [
    { candidates: [{ content: { parts: [{ text: 'I am' }, { text: 'sorry.' }] }, finishReason: 'STOP' }] },
    'I am sorry.',
  ],
  [
    { promptFeedback: { blockReason: 'OTHER', blockReasonMessage: 'The prompt was blocked.' } },
    'The prompt was blocked.',
  ],
  [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'PROHIBITED_CONTENT'],
  [
    { choices: [{ finish_reason: 'stop', message: { content: 'I can only describe it.' } }] },
    'I can only describe it.',
  ],
  [{ choices: [{ message: { content: null, refusal: 'I will not.' } }] }, 'I will not.'],
  [{ choices: [{ message: { content: [{ type: 'text', text: 'No picture.' }] } }] }, 'No picture.'],
  [{ choices: [{ finish_reason: 'content_filter', message: { content: '' } }] }, 'content_filter'],
  [{ error: { message: '<img src=x> is no field' } }, '<img src=x> is no field'],
  // ER-181
  [{ base_resp: { status_code: 1004, status_msg: 'not for you' } }, 'not for you', '1004'],
  [
    { code: 0, message: 'success', base_resp: { status_code: 2013, status_msg: 'no such voice' } },
    'no such voice',
    '0',
  ],
  [{ errors: ['too wide', 'too high', 'too wide'] }, 'too wide; too high'],
  [{ errors: [{ code: 7, detail: 'too wide', source: { pointer: 'size' } }] }, 'size: too wide', '7'],
  [{ errors: { size: ['too wide', 'too high'], n: 'too many' } }, 'size: too wide; too high; n: too many'],
  [
    {
      detail: [
        { loc: ['body', 'size', 0], msg: 'too wide' },
        { loc: ['body'], msg: 'odd' },
      ],
    },
    'size.0: too wide; odd',
  ],
  [{ message: 'Invalid', errors: [{ field: 'n', message: 'too many' }] }, 'Invalid'],
  [{ error: { type: 'x' }, message: 'no' }, 'no'],
  [{ title: 'Bad Request', status: 400, detail: 'no such size' }, 'no such size'],
  [{ error: { message: '{"error":{"message":"the inner one","code":5}}' } }, 'the inner one'],
  [{ error: { message: page } }, '502 Bad Gateway'],
  [{ error: { message: '<p>Not <b>now</b></p>' } }, 'Not now'],
  [{ code: 3000, message: 'Success' }, 'Success', '3000'],
  // ER-182
  [xml, "It's gone & over", 'NoSuchKey'],
  ['<Error xmlns="x"><Message><![CDATA[No <room>]]></Message></Error>', 'No <room>'],
  ['<soap:Fault><faultstring>No such voice</faultstring></soap:Fault>', 'No such voice'],
  // ER-183
  ['No such voice', 'No such voice'],
  ['"No such voice"', 'No such voice'],
  ['{"error":{"message":"no such size","code":', 'no such size'],
  ["{'error': {'message': 'no such size'}}", 'no such size'],
  ['event: error\ndata: {"error":{"message":"no such size"}}\n\n', 'no such size'],
  // ER-184
  ['', ''],
  [{}, ''],
  [{ created: 1, data: [] }, ''],
  [{ surprise: 'nothing to hear', number: 7 }, ''],
  [{ data: 'aGVsbG8=', id: 'a-1', model: 'm' }, ''],
  [{ choices: [{ finish_reason: 'stop', message: { content: '' } }] }, ''],
  [page, '502 Bad Gateway'],
  ['<svg><a/></svg>', ''],
];

it.each(ROWS)('%j', (body, message, code = '') =>
  expect(wordsOf(typeof body === 'string' ? body : JSON.stringify(body))).toEqual({ message, code }),
);

it('what is nested without end has no words', () => {
  expect(wordsOf(`${'{"error":'.repeat(5000)}"no"${'}'.repeat(5000)}`).message).toBe('');
  expect(wordsOf('<Message '.repeat(50_000)).message).toBe('');
});

const gbk = (text: string): Buffer => {
  const bytes: Record<string, number[]> = { 音: [0xd2, 0xf4], 色: [0xc9, 0xab], 错: [0xb4, 0xed], 误: [0xce, 0xf3] };
  return Buffer.from([...text].flatMap((letter) => bytes[letter] ?? [letter.charCodeAt(0)]));
};

// ER-185
describe.each(['speech', 'edit'] as const)('a body in another character set, in answer to %s', (kind) => {
  it.each([
    [400, 'text/plain; charset=GBK', gbk('音色错误')],
    [400, 'application/json;charset="gb18030"', gbk('{"message":"音色错误"}')],
    [200, 'application/json; charset=gbk', gbk('{"message":"音色错误"}')],
    [400, 'application/json; charset=ISO-8859-1', Buffer.from('{"message":"音色错误"}')],
    [400, 'text/plain; charset=nonsense', Buffer.from('音色错误')],
  ])('status %i, %s', async (status, label, body) => {
    const { relay, speak, edit } = await openClient();
    relay.answerWith(replies.text(status, body, { 'content-type': label }));
    const { result } = kind === 'speech' ? await speak() : await edit();
    expect(result).toMatchObject({ error: { details: { relayMessage: '音色错误' } } });
  });

  it('words in place of a result are what is said', async () => {
    const { relay, speak, edit } = await openClient();
    relay.answerWith(replies.json(200, { choices: [{ message: { content: 'I cannot do that.' } }] }));
    const { result } = kind === 'speech' ? await speak() : await edit();
    expect(result).toMatchObject({ error: { code: 'relay.refused', details: { relayMessage: 'I cannot do that.' } } });
    relay.answerWith(replies.text(200, 'data: {"candidates":[{"finishMessage":"Not safe to do."}]}\n\n'));
    const streamed = kind === 'speech' ? await speak() : await edit();
    expect(streamed.result).toMatchObject({ error: { details: { relayMessage: 'Not safe to do.' } } });
  });

  it('XML is no web page', async () => {
    const { relay, speak, edit } = await openClient();
    relay.answerWith(replies.text(403, xml));
    const { result } = kind === 'speech' ? await speak() : await edit();
    expect(result).toMatchObject({ error: { code: 'relay.not_allowed', details: { relayCode: 'NoSuchKey' } } });
  });
});
