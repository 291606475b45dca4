import { expect, it } from 'vitest';
import { describeTransportError } from './transport-errors.ts';

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const unsent = { isSent: false, isTimedOut: false };
const sent = { isSent: true, isTimedOut: false };

it.each([
  ['an unknown certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'network.tls'],
  ['a refused connection', coded('ECONNREFUSED'), 'network.unreachable'],
  ['a SOCKS proxy that wants a password', coded('UND_ERR_SOCKS5_AUTH'), 'network.proxy_refused'],
  ['a SOCKS proxy that did not get through', coded('UND_ERR_SOCKS5_REPLY_5'), 'network.unreachable'],
  ['a tunnel that wants a password', new Error('Proxy response (407) !== 200'), 'network.proxy_refused'],
  ['a tunnel that did not get through', new Error('Proxy response (502) !== 200'), 'network.unreachable'],
  ['something that is no error', 'text', 'network.unreachable'],
] as const)('before it was sent, %s cost nothing; after it, nobody knows', (_name, error, code) => {
  expect(describeTransportError(error, unsent).code).toBe(code);
  expect(describeTransportError(error, sent).code).toBe('outcome.unknown');
});

it('a timeout has two meanings, depending on whether the request was sent', () => {
  const error = new DOMException('', 'TimeoutError');
  expect(describeTransportError(error, unsent)).toEqual({
    code: 'network.unreachable',
    details: { reason: 'timeout' },
  });
  expect(describeTransportError(error, sent)).toEqual({ code: 'outcome.unknown', details: { reason: 'timeout' } });
  // The caller's own abort looks the same as a timeout.
  expect(describeTransportError(coded('UND_ERR_ABORTED'), { isSent: true, isTimedOut: true }).code).toBe(
    'outcome.unknown',
  );
});

it('a call cancelled by a person is not reported as an error', () => {
  expect(describeTransportError(new DOMException('', 'AbortError'), sent).code).toBe('cancelled');
});

it('the proxy is reported if it is the proxy that does not respond', () => {
  expect(describeTransportError(coded('ECONNREFUSED'), { ...unsent, proxy: 'p:80' })).toEqual({
    code: 'network.proxy_unreachable',
    details: { proxy: 'p:80', reason: 'ECONNREFUSED' },
  });
});

it('finds the root cause, behind other errors and among several', () => {
  const wrapped = new Error('', { cause: new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]) });
  expect(describeTransportError(wrapped, unsent).details).toEqual({ reason: 'ENETUNREACH' });
});
