import { expect, it } from 'vitest';
import { describeTransportError } from './transport-errors.ts';
import { ProxyError } from './tunnels.ts';

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const unsent = { isSent: false, isTimedOut: false };
const sent = { isSent: true, isTimedOut: false };

it.each([
  ['an unknown certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'network.tls'],
  ['a refused connection', coded('ECONNREFUSED'), 'network.unreachable'],
  ['a proxy that wants a password', new ProxyError('login', { status: 407 }), 'network.proxy_refused'],
  ['a proxy that did not get through', new ProxyError('target', { status: 502 }), 'network.unreachable'],
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

// fault 28
it('the proxy is reported if it is the proxy that does not respond', () => {
  const refused = new ProxyError('unreached', {}, coded('ECONNREFUSED'));
  expect(describeTransportError(refused, { ...unsent, proxy: 'p:80' })).toEqual({
    code: 'network.proxy_unreachable',
    details: { proxy: 'p:80', reason: 'ECONNREFUSED' },
  });
});

it('finds the root cause, behind other errors and among several', () => {
  const wrapped = new Error('', { cause: new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]) });
  expect(describeTransportError(wrapped, unsent).details).toEqual({ reason: 'ENETUNREACH' });
});

it.each([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'otherName'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted'],
  ['CERT_REVOKED', 'untrusted'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'notTls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'notTls'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tooOld'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tooOld'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', undefined],
])('the TLS error %s is the problem %s', (reason, problem) => {
  expect(describeTransportError(coded(reason), unsent)).toEqual({
    code: 'network.tls',
    details: { reason, ...(problem && { problem }) },
  });
});
