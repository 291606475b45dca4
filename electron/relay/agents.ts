// The routes to relays: direct or through the system's proxy, with the certificates to trust.

import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { type Dispatcher, Pool } from 'undici';
import { isLoopbackHost } from '../../shared/connection/base-url.ts';
import { type Endpoint, openTcp, openTls, trustCertificates } from './connect.ts';
import { lookupPublic } from './public-address.ts';
import { MAX_HEAD_BYTES } from './reply-head.ts';
import { ReplySocket } from './reply-socket.ts';
import { openTunnel, type ProxyAddress } from './tunnels.ts';
import { startWaitLimit } from './wait-limit.ts';

const CONNECT_TIMEOUT_MS = 15_000;

/** The way to one origin. `proxy` is the host and port of its proxy, null for a direct connection. */
export type Route = {
  agent: Dispatcher;
  proxy: string | null;
  /**
   * Tells that a call waits for a connection; the returned function, that it no longer does. Attempts to connect that
   * no call waits for are ended.
   */
  awaitConnection: () => () => void;
};
/** `public` refuses names that resolve to private addresses. */
export type Reach = 'any' | 'public';

/** All routes in use; each keeps its connections open for later requests. */
export type Agents = {
  route: (url: string, reach: Reach) => Promise<Route>;
  close: () => Promise<void>;
};

/** What the environment provides. `resolveProxy` answers like Electron's session: `DIRECT`, `PROXY host:port`, … */
export type AgentOptions = {
  extraCertificates?: readonly string[];
  resolveProxy: (url: string) => Promise<string>;
};

/** What all routes share. */
type Shared = { trust: () => SecureContext; closing: AbortSignal };

/**
 * Creates the routes on demand. System certificates are trusted beside the bundled ones; verification is never
 * weakened.
 */
export function createAgents({ extraCertificates = [], resolveProxy }: AgentOptions): Agents {
  const routes = new Map<string, Route>();
  const closing = new AbortController();
  let trusted: SecureContext | undefined;
  const trust = (): SecureContext => {
    trusted ??= trustCertificates(extraCertificates);
    return trusted;
  };
  return {
    async route(url, reach) {
      const { hostname, origin } = new URL(url);
      // Addresses of this computer are never reached through a proxy.
      const rule = isLoopbackHost(hostname) ? 'DIRECT' : firstProxyRule(await resolveProxy(url));
      const name = `${reach} ${rule} ${origin}`;
      const route =
        routes.get(name) ?? createRoute(origin, readProxyRule(rule), reach, { trust, closing: closing.signal });
      routes.set(name, route);
      return route;
    },
    async close() {
      closing.abort();
      await Promise.all([...routes.values()].map(({ agent }) => agent.destroy()));
      routes.clear();
    },
  };
}

/**
 * Creates a route. Every proxy is used as a tunnel (also for http targets), so it sees neither the key nor the text of
 * an https request. Every connection is HTTP/1.1. The proxy resolves names itself, so `reach` applies to direct
 * connections only.
 */
function createRoute(origin: string, proxy: ProxyAddress | null, reach: Reach, { trust, closing }: Shared): Route {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  const target = endpointOf(hostname, port, isSecure ? 443 : 80);
  const lookup = reach === 'public' ? lookupPublic : undefined;
  const attempts = new Set<AbortController>();
  let waiting = 0;

  async function open(): Promise<ReplySocket> {
    const attempt = new AbortController();
    attempts.add(attempt);
    const limit = startWaitLimit(CONNECT_TIMEOUT_MS);
    const signal = AbortSignal.any([closing, attempt.signal, limit.signal]);
    try {
      const socket = await (proxy ? openTunnel(proxy, target, trust, signal) : openTcp(target, signal, lookup));
      return new ReplySocket(isSecure ? await openTls(socket, target.hostname, trust(), signal) : socket);
    } finally {
      limit.stop();
      attempts.delete(attempt);
    }
  }

  const agent = new Pool(origin, {
    allowH2: false,
    maxHeaderSize: MAX_HEAD_BYTES,
    connect(_options, done) {
      open().then(
        // undici uses a socket as a duplex stream only.
        (socket) => done(null, socket as unknown as Socket),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  });
  return {
    agent,
    proxy: proxy?.name ?? null,
    awaitConnection() {
      waiting += 1;
      let isWaiting = true;
      return () => {
        if (!isWaiting) return;
        isWaiting = false;
        waiting -= 1;
        if (waiting === 0) for (const attempt of attempts) attempt.abort();
      };
    },
  };
}

/** Returns the first rule of a PAC-style answer such as `PROXY a:80; DIRECT`. */
function firstProxyRule(answer: string): string {
  return answer.split(';', 1)[0]?.trim() || 'DIRECT';
}

const PROXY_PORTS = { http: 80, https: 443, socks: 1080 } as const;

/** Reads a rule such as `PROXY host:port`; null for a direct connection. */
function readProxyRule(rule: string): ProxyAddress | null {
  const [word = '', name] = rule.split(/\s+/);
  if (word === 'DIRECT' || !name) return null;
  const kind = word.startsWith('SOCKS') ? 'socks' : word === 'HTTPS' ? 'https' : 'http';
  const [, hostname = name, port = ''] = /^(.*?)(?::(\d+))?$/.exec(name) ?? [];
  return { kind, name, ...endpointOf(hostname, port, PROXY_PORTS[kind]) };
}

function endpointOf(hostname: string, port: string, defaultPort: number): Endpoint {
  return { hostname: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}
