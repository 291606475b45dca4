// The session: what pages may load and do, and the way out to the network.

import { type Contracts, DESKTOP_TEST, HOST_TEST, RULES_TEST } from './contract.ts';

const NAMES = { file: DESKTOP_TEST, title: 'tells names, folders, languages, proxies and switches; refuses none' };
const NOTHING = {
  file: 'tests/electron/hardening.spec.ts',
  title: 'a page gets no permission that it asks for, no screen, window or navigation',
};
const CANCELLED = { file: HOST_TEST, title: 'is not asked for what the session cancels' };
const PERMISSIONS = 'shell/browser/electron_permission_manager.cc';

export const SESSION: Contracts = {
  "Session.on('will-download')": {
    promise: 'Before a download is kept; preventing it cancels.',
    source: {
      file: 'shell/browser/api/electron_api_session.cc',
      finding: 'The item is there already: prevented, it is cancelled and removed.',
    },
    test: { file: HOST_TEST, title: 'hears of a download' },
  },
  'Session.resolveProxy': {
    promise: 'The proxy for an address, in PAC notation.',
    source: {
      file: 'shell/browser/net/resolve_proxy_helper.cc',
      finding: 'Never rejects: a lookup that failed resolves to an empty text. Lookups run one after the other.',
    },
    test: NAMES,
  },
  'Session.setDevicePermissionHandler': {
    promise: 'Asked before a page uses a device.',
    source: {
      file: PERMISSIONS,
      finding: 'Without it, devices granted once are remembered.',
    },
    test: { file: 'electron/security.test.ts', title: 'gives no device and no screen, and lets no download begin' },
  },
  'Session.setDisplayMediaRequestHandler': {
    promise: 'Asked before a page captures the screen.',
    source: {
      file: 'shell/browser/electron_browser_context.cc',
      finding:
        'Denied quietly by `null` only: an answer without a video stream denies, too, but throws a TypeError into the handler.',
    },
    test: NOTHING,
  },
  'Session.setPermissionCheckHandler': {
    promise: 'Asked whenever a page looks whether it may.',
    source: {
      file: PERMISSIONS,
      finding: 'Without it everything counts as granted, but the old way of reading the clipboard.',
    },
    test: { file: HOST_TEST, title: 'has the permissions its session grants, and no others' },
  },
  'Session.setPermissionRequestHandler': {
    promise: 'Asked before a page is allowed something; without it everything is.',
    source: { file: PERMISSIONS, finding: 'A request with several permissions is asked about one by one.' },
    test: NOTHING,
  },
  'Session.webRequest': {
    promise: 'Watches every request of the session.',
    source: {
      file: 'spec/api-web-request-spec.ts',
      finding: 'Pages’ requests on a custom scheme pass through it, and web sockets.',
    },
    test: CANCELLED,
  },
  'WebRequest.onBeforeRequest': {
    promise: 'May cancel a request before it leaves.',
    source: {
      file: 'shell/browser/api/electron_api_web_request.cc',
      finding:
        'One listener, the last one set; without a filter it sees every scheme. A request waits until it is answered.',
    },
    test: CANCELLED,
  },
  'protocol.handle': {
    promise: 'Every request of a scheme, as web Request and Response with streams.',
    source: {
      file: 'lib/browser/api/protocol.ts',
      finding:
        'The Request has Range but no signal that ever aborts: when the page leaves, the body of the Response is cancelled. A handler that fails is a network error.',
    },
    test: { file: HOST_TEST, title: 'answers ranges, bodies and failures' },
  },
  'protocol.registerSchemesAsPrivileged': {
    promise: 'Once, before ready; makes the scheme an origin with fetch and media.',
    source: {
      file: 'shell/browser/api/electron_api_protocol.cc',
      finding: 'Throws once ready, and for `codeCache` without `standard`; a second call is not refused.',
    },
    test: { file: RULES_TEST, title: 'schemes before ready and once; nothing else before ready' },
  },
  'session.defaultSession': {
    promise: 'The session of our window; after ready.',
    source: { file: 'lib/browser/api/session.ts', finding: 'Looked up at each use; throws before ready.' },
    test: NAMES,
  },
};
