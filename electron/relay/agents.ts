// Creates the dispatchers that carry requests: direct or through the system's proxy, with the certificates to trust.

import tls from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { isLoopbackHost } from '../../shared/base-url.ts';
import { lookupPublic } from './public-address.ts';

const CONNECT_TIMEOUT_MS = 15_000;

/** A route to a relay. `proxy` is the host and port of its proxy, null for a direct connection. */
type Route = { agent: Dispatcher; proxy: string | null };
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

/**
 * Creates the routes on demand. System certificates are trusted beside the bundled ones; verification is never
 * weakened.
 */
export function createAgents({ extraCertificates = [], resolveProxy }: AgentOptions): Agents {
  const ca = [...trustedCertificates(), ...extraCertificates];
  const routes = new Map<string, Route>();
  return {
    async route(url, reach) {
      // Addresses of this computer are never reached through a proxy.
      const rule = isLoopbackHost(new URL(url).hostname) ? 'DIRECT' : firstProxyRule(await resolveProxy(url));
      const known = routes.get(`${reach} ${rule}`);
      if (known) return known;
      const route = createRoute(rule, ca, reach);
      routes.set(`${reach} ${rule}`, route);
      return route;
    },
    async close() {
      await Promise.all([...routes.values()].map(({ agent }) => agent.destroy()));
      routes.clear();
    },
  };
}

/**
 * Creates the route for a proxy rule. Every proxy is used as a tunnel (CONNECT, also for http targets), so it sees
 * neither the key nor the text of an https request. SOCKS is version 5; undici calls its agent experimental,
 * `http.test.ts` tests it over a loopback proxy.
 * The proxy resolves names itself, so `reach` applies to direct connections only.
 */
function createRoute(rule: string, ca: string[], reach: Reach): Route {
  const connect = { timeout: CONNECT_TIMEOUT_MS, ca };
  const [kind = 'DIRECT', proxy] = rule.split(/\s+/);
  if (kind === 'DIRECT' || !proxy) {
    const lookup = reach === 'public' ? { lookup: lookupPublic } : {};
    return { agent: new Agent({ connect: { ...connect, ...lookup }, allowH2: false }), proxy: null };
  }
  if (kind.startsWith('SOCKS')) {
    return { agent: new Socks5ProxyAgent(`socks5://${proxy}`, { requestTls: connect }), proxy };
  }
  const uri = `${kind === 'HTTPS' ? 'https' : 'http'}://${proxy}`;
  return { agent: new ProxyAgent({ uri, requestTls: connect, proxyTls: connect, proxyTunnel: true }), proxy };
}

/** Returns the first rule of a PAC-style answer such as `PROXY a:80; DIRECT`. */
function firstProxyRule(answer: string): string {
  return answer.split(';', 1)[0]?.trim() || 'DIRECT';
}

function trustedCertificates(): string[] {
  const bundled = [...tls.rootCertificates];
  try {
    return [...bundled, ...tls.getCACertificates('system')];
  } catch {
    // A runtime without access to the system's store still has the bundled certificates.
    return bundled;
  }
}
