// Normalises relay addresses as people paste them to the form that the app uses.

import { fail, ok, type Result } from '../result.ts';

/**
 * Why an address cannot be used. `privateHttp`: allowed only with the connection's consent to http on a private
 * network.
 */
export type AddressProblem = 'empty' | 'unreadable' | 'scheme' | 'credentials' | 'plainHttp' | 'privateHttp' | 'noHost';

/** A usable address: `baseUrl` ends before `/v1`; a key is bound to `origin`. */
export type RelayAddress = { baseUrl: string; origin: string; isLoopback: boolean };

/** Exceptions to the rules that a person allows. */
export type AddressConsent = { allowsPrivateHttp: boolean };

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/**
 * Private addresses by number (RFC 1918, link-local, RFC 6598, RFC 4193). Names are never private, because what they
 * resolve to can change.
 */
const PRIVATE_HOST =
  /^(10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|169\.254(\.\d{1,3}){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d{1,3}){2}|\[f[cd][0-9a-f]{2}:[0-9a-f:.]*\]|\[fe[89ab][0-9a-f]:[0-9a-f:.]*\])$/;
const OPERATIONS =
  'audio(/(speech|transcriptions))?|images(/(edits|generations|variations))?|models|(chat/)?completions|embeddings|responses|dashboard/billing(/\\w+)?';
/**
 * Text at the end that is not part of the path: the version with or without an operation, slashes, closing punctuation.
 */
const TAIL = new RegExp(`(/v1(/(${OPERATIONS}))?|[/'),;.])+$`, 'i');
const WEB_ADDRESS = /https?:\/\/[^\s"'`<>“”‘’]+/i;

/**
 * Normalises a pasted relay address. Accepts white space, quotes, full-width characters, a missing scheme, trailing
 * slashes, `/v1`, complete endpoint addresses, and lines that contain an address (`curl …`, `BASE_URL=…`); drops
 * queries and fragments. `http:` is accepted on loopback, and on private addresses with consent, because the key is
 * sent in the request.
 */
export function normaliseBaseUrl(
  pasted: string,
  { allowsPrivateHttp }: AddressConsent = { allowsPrivateHttp: false },
): Result<RelayAddress, AddressProblem> {
  const text = bracketIpv6(findAddress(pasted)).replace(/^(https?):\/*/i, '$1://');
  if (text === '') return fail('empty');
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return fail('scheme');
  if (!hasScheme && !isHostLike(text)) return fail('unreadable');
  let url: URL;
  try {
    url = new URL(hasScheme ? text : `${guessScheme(text, allowsPrivateHttp)}://${text}`);
  } catch {
    return fail('unreadable');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return fail('scheme');
  if (url.username !== '' || url.password !== '') return fail('credentials');
  if (url.hostname === '' || url.hostname.endsWith('.') || url.port === '0') return fail('noHost');
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) {
    if (!PRIVATE_HOST.test(url.hostname)) return fail('plainHttp');
    if (!allowsPrivateHttp) return fail('privateHttp');
  }
  const path = url.pathname.replace(/\/+/g, '/').replace(TAIL, '');
  return ok({ baseUrl: url.origin + path, origin: url.origin, isLoopback });
}

/** The address of an operation, e.g. `endpoint(base, 'audio/speech')` → `…/v1/audio/speech`. */
export function endpoint(baseUrl: string, operation: string): string {
  return `${baseUrl}/v1/${operation}`;
}

/** Whether a host, as `URL` writes it, is this computer. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOST.test(hostname);
}

/** Whether a text without a scheme begins with a host: a name with a dot or a port, or this computer. Words do not. */
function isHostLike(text: string): boolean {
  const host = text.split(/[/?#]/, 1)[0] ?? '';
  return !/\s/.test(text) && (/[.:]/.test(host) || isLoopbackHost(host));
}

/** Returns the part of a pasted text that is the address. */
function findAddress(pasted: string): string {
  const text = pasted
    .normalize('NFKC')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll('。', '.')
    .trim()
    .replace(/^["'`<(“‘「『]+/, '')
    .replace(/["'`>),;.”’」』]+$/, '');
  const command = /^[$>\s]*curl\s+(.*)$/is.exec(text)?.[1];
  if (command !== undefined) return WEB_ADDRESS.exec(command)?.[0] ?? hostIn(command);
  const found = WEB_ADDRESS.exec(text);
  // An address at the start of the text may contain white space; one inside a line ends at it.
  if (found && found.index > 0 && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return found[0].replace(/[),;.]+$/, '');
  const isWords = !/^[a-z][a-z0-9+.-]*:/i.test(text) && /\S[^\S\n]\S/.test(text);
  return isWords ? text : text.replace(/\s+/g, '').replaceAll('\\', '/');
}

/** The first word of a command line that looks like a host, with or without a path. */
function hostIn(command: string): string {
  const words = command.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));
  return words.find((word) => /^(localhost|[\w-]+(\.[\w-]+)+|\[[0-9a-f:]+\])(:\d+)?(\/|$)/i.test(word)) ?? '';
}

/** Adds the brackets to an IPv6 address that lacks them. */
function bracketIpv6(text: string): string {
  return text.replace(/^[0-9a-f]{0,4}(:[0-9a-f]{0,4}){2,7}(?=[/?#]|$)/i, '[$&]');
}

function guessScheme(text: string, allowsPrivateHttp: boolean): 'http' | 'https' {
  const host = text.split(/[/?#]/, 1)[0]?.replace(/:\d+$/, '') ?? '';
  return isLoopbackHost(host) || (allowsPrivateHttp && PRIVATE_HOST.test(host)) ? 'http' : 'https';
}
