// The session: what pages may load and do, and the network.

import { type Contracts, DESKTOP_TEST, HOST_TEST, RULES_TEST } from './contract.ts';

const NAMES = { file: DESKTOP_TEST, title: 'returns names, folders, languages, proxies and switches' };
const NOTHING = {
  file: 'tests/electron/hardening.spec.ts',
  title: 'a page is granted no permission, no screen capture, no window and no navigation',
};
const CANCELLED = { file: HOST_TEST, title: 'is not called for requests that the session cancels' };
const PERMISSIONS = 'shell/browser/electron_permission_manager.cc';

export const SESSION: Contracts = {
  "Session.on('will-download')": {
    promise: 'Raised before a download is saved; preventing it cancels the download.',
    source: {
      file: 'shell/browser/api/electron_api_session.cc',
      finding: 'The item already exists: if prevented, it is cancelled and removed.',
    },
    test: { file: HOST_TEST, title: 'reports a download to the session' },
  },
  'Session.resolveProxy': {
    promise: 'Resolves to the proxy for an address, in PAC notation.',
    source: {
      file: 'shell/browser/net/resolve_proxy_helper.cc',
      finding: 'Never rejects: a failed lookup resolves to an empty text. Lookups run one after the other.',
    },
    test: NAMES,
  },
  'Session.setDevicePermissionHandler': {
    promise: 'Called before a page uses a device.',
    source: {
      file: PERMISSIONS,
      finding: 'Without it, permissions for devices are remembered.',
    },
    test: { file: 'electron/security.test.ts', title: 'gives no device and no screen, and lets no download begin' },
  },
  'Session.setDisplayMediaRequestHandler': {
    promise: 'Called before a page captures the screen.',
    source: {
      file: 'shell/browser/electron_browser_context.cc',
      finding:
        'Only `null` denies without an error: a result without a video stream also denies, but throws a TypeError into the handler.',
    },
    test: NOTHING,
  },
  'Session.setPermissionCheckHandler': {
    promise: 'Called whenever a page checks a permission.',
    source: {
      file: PERMISSIONS,
      finding: 'Without it everything counts as granted, except the deprecated way of reading the clipboard.',
    },
    test: { file: HOST_TEST, title: 'grants the permissions of its session, and no others' },
  },
  'Session.setPermissionRequestHandler': {
    promise: 'Called before a page is granted a permission; without it all are granted.',
    source: { file: PERMISSIONS, finding: 'Called separately for each permission of a request.' },
    test: NOTHING,
  },
  'Session.webRequest': {
    promise: 'Intercepts every request of the session.',
    source: {
      file: 'spec/api-web-request-spec.ts',
      finding: 'Includes pages’ requests on a custom scheme, and web sockets.',
    },
    test: CANCELLED,
  },
  'WebRequest.onBeforeRequest': {
    promise: 'Can cancel a request before it is sent.',
    source: {
      file: 'shell/browser/api/electron_api_web_request.cc',
      finding:
        'There is one listener, the last one set; without a filter it is called for every scheme. A request waits for its callback.',
    },
    test: CANCELLED,
  },
  'protocol.handle': {
    promise: 'Handles every request of a scheme, as web Request and Response with streams.',
    source: {
      file: 'lib/browser/api/protocol.ts',
      finding:
        'The Request has Range, but its signal is never aborted: when the page is closed, the body of the Response is cancelled. A handler that fails causes a network error.',
    },
    test: { file: HOST_TEST, title: 'responds with ranges, bodies and failures' },
  },
  'protocol.registerSchemesAsPrivileged': {
    promise: 'Called once, before ready; makes the scheme an origin with fetch and media.',
    source: {
      file: 'shell/browser/api/electron_api_protocol.cc',
      finding: 'Throws after ready, and for `codeCache` without `standard`; a second call is not refused.',
    },
    test: { file: RULES_TEST, title: 'schemes before ready and once; nothing else before ready' },
  },
  'session.defaultSession': {
    promise: 'The session of the app’s window; after ready.',
    source: { file: 'lib/browser/api/session.ts', finding: 'Evaluated at each use; throws before ready.' },
    test: NAMES,
  },
};
