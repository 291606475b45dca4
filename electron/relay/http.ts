// HTTP to relays: sockets, certificates, proxies and timeouts. One call is one request on the wire, never repeated, never redirected.

import tls from 'node:tls';
import { Agent, type Dispatcher, type FormData, ProxyAgent, Socks5ProxyAgent, request as undiciRequest } from 'undici';
import { fail, ok, type Result } from '../../shared/result.ts';
import { lookupPublic } from './public-address.ts';
import { describeTransportError, type TransportFailure } from './transport-errors.ts';

const CONNECT_TIMEOUT_MS = 15_000;
const IDLE_BODY_TIMEOUT_MS = 60_000;

/** What a call sends. `timeoutMs` bounds it as a whole; its headers may take that long too, as relays send none until done. */
export type RelayCall = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | FormData;
  timeoutMs: number;
  signal: AbortSignal;
  /** `public` refuses names that lead to private addresses; for addresses that came from outside. */
  reach?: 'any' | 'public';
  /** Called when the request is about to be written to a connected socket: from here on it may be billed. */
  onSent?: () => void;
};

/** An answer whose body is still arriving. Iterating it throws what `describeTransportError` understands. */
export type RelayReply = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Uint8Array> & { destroy: () => void };
};

/** The way to relays. */
export type RelayHttp = {
  call: (call: RelayCall) => Promise<Result<RelayReply, TransportFailure>>;
  close: () => Promise<void>;
};

/** What the surroundings provide. `resolveProxy` answers as Electron's session does: `DIRECT`, `PROXY host:port`, … */
export type RelayHttpOptions = {
  extraCertificates?: readonly string[];
  resolveProxy: (url: string) => Promise<string>;
};

/** Opens the way to relays. System certificates count beside the bundled ones; verification is never weakened. */
export function createRelayHttp({ extraCertificates = [], resolveProxy }: RelayHttpOptions): RelayHttp {
  const ca = [...trustedCertificates(), ...extraCertificates];
  const agents = new Map<string, Dispatcher>();

  async function agentFor(url: string, reach: 'any' | 'public'): Promise<Dispatcher> {
    const rule = isLoopback(url) ? 'DIRECT' : firstProxyRule(await resolveProxy(url));
    const known = agents.get(`${reach} ${rule}`);
    if (known) return known;
    const agent = createAgent(rule, ca, reach);
    agents.set(`${reach} ${rule}`, agent);
    return agent;
  }

  return {
    async call(call) {
      let isSent = false;
      const onSent = (): void => {
        if (isSent) throw new Error('A request must not be sent twice');
        isSent = true;
        call.onSent?.();
      };
      const timeout = AbortSignal.timeout(call.timeoutMs);
      try {
        const agent = await agentFor(call.url, call.reach ?? 'any');
        const reply = await undiciRequest(call.url, {
          method: call.method,
          headers: call.headers,
          body: call.body ?? null,
          dispatcher: agent.compose(watchSending(onSent)),
          signal: AbortSignal.any([call.signal, timeout]),
          headersTimeout: call.timeoutMs,
          bodyTimeout: IDLE_BODY_TIMEOUT_MS,
        });
        // Dropping a reply that is still arriving ends its body with an error that is nobody's.
        reply.body.on('error', () => undefined);
        return ok({ status: reply.statusCode, headers: reply.headers, body: reply.body });
      } catch (error) {
        return fail(describeTransportError(error, { isSent, isTimedOut: timeout.aborted }));
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

/** Reports when a request goes onto a socket. undici writes directly after `onRequestStart`. */
function watchSending(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      onSent();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}

/** Behind a proxy names are looked up by the proxy, so `reach` counts for direct connections. */
function createAgent(rule: string, ca: string[], reach: 'any' | 'public'): Dispatcher {
  const connect = { timeout: CONNECT_TIMEOUT_MS, ca };
  const [kind = 'DIRECT', address] = rule.split(/\s+/);
  if (kind === 'DIRECT' || !address) {
    return new Agent({ connect: reach === 'public' ? { ...connect, lookup: lookupPublic } : connect, allowH2: false });
  }
  if (kind.startsWith('SOCKS')) return new Socks5ProxyAgent(`socks5://${address}`, { requestTls: connect });
  const scheme = kind === 'HTTPS' ? 'https' : 'http';
  return new ProxyAgent({ uri: `${scheme}://${address}`, requestTls: connect, proxyTls: connect, proxyTunnel: true });
}

/** The first rule of a PAC-style answer such as `PROXY a:80; DIRECT`. */
function firstProxyRule(answer: string): string {
  return answer.split(';', 1)[0]?.trim() || 'DIRECT';
}

function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);
}

function trustedCertificates(): string[] {
  const bundled = [...tls.rootCertificates];
  try {
    return [...bundled, ...tls.getCACertificates('system')];
  } catch {
    // A runtime without access to the system's store still has the bundled one.
    return bundled;
  }
}
