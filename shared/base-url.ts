// Relay addresses as people paste them, and the one form the app calls.

import { fail, ok, type Result } from './result.ts';

/** Why an address cannot be used. */
export type AddressProblem = 'empty' | 'unreadable' | 'scheme' | 'credentials' | 'plainHttp' | 'noHost';

/** A usable address: `baseUrl` ends before `/v1`, `origin` is what a key is bound to. */
export type RelayAddress = { baseUrl: string; origin: string; isLoopback: boolean };

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const KNOWN_TAIL = /\/v1(\/(audio(\/speech)?|images(\/edits)?|models|chat(\/completions)?))?$/i;

/**
 * Normalises a pasted relay address: white space, a missing scheme, trailing slashes, `/v1` and whole endpoint
 * addresses are understood; queries and fragments are dropped. `http:` is accepted on loopback only, since the key travels with it.
 */
export function normaliseBaseUrl(pasted: string): Result<RelayAddress, AddressProblem> {
  const text = pasted.replace(/\s+/g, '').replaceAll('\\', '/');
  if (text === '') return fail('empty');
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return fail('scheme');
  let url: URL;
  try {
    url = new URL(hasScheme ? text : `${guessScheme(text)}://${text}`);
  } catch {
    return fail('unreadable');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return fail('scheme');
  if (url.username !== '' || url.password !== '') return fail('credentials');
  if (url.hostname === '' || url.hostname.endsWith('.') || url.port === '0') return fail('noHost');
  const isLoopback = LOOPBACK_HOST.test(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) return fail('plainHttp');
  const path = url.pathname.replace(/\/+/g, '/').replace(/\/$/, '').replace(KNOWN_TAIL, '').replace(/\/$/, '');
  return ok({ baseUrl: url.origin + path, origin: url.origin, isLoopback });
}

/** The address an operation is called at, e.g. `endpoint(base, 'audio/speech')` → `…/v1/audio/speech`. */
export function endpoint(baseUrl: string, operation: string): string {
  return `${baseUrl}/v1/${operation}`;
}

function guessScheme(text: string): 'http' | 'https' {
  const host = text.split(/[/?#]/, 1)[0]?.replace(/:\d+$/, '') ?? '';
  return LOOPBACK_HOST.test(host) ? 'http' : 'https';
}
