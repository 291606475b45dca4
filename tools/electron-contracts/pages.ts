// Pages, their frames, and the messages between them and the main process.

import { type Contracts, HOST_TEST, RULES_TEST } from './contract.ts';

const DENIED = { file: 'electron/security.test.ts', title: 'may not: %s' };
const NAVIGATION = { file: HOST_TEST, title: 'lets the app refuse navigations and windows' };
const CRASH = { file: HOST_TEST, title: 'tells the app of a crash, and the page can come back' };
const SENDER = { file: HOST_TEST, title: 'names the sender' };
const THROTTLE = 'shell/browser/electron_navigation_throttle.cc';

export const PAGES: Contracts = {
  'WebContents.isDestroyed': {
    promise: "True once the page's window is gone.",
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding: 'May be asked of a page that is gone; nearly everything else then throws.',
    },
    test: {
      file: 'tools/chromium-host/desktop.test.ts',
      title: 'a window that has gone, and its page, are good for nothing',
    },
  },
  'WebContents.mainFrame': {
    promise: "The page's own frame, the same object each time.",
    source: {
      file: 'shell/browser/api/electron_api_web_frame_main.cc',
      finding:
        'One object for the place in the frame tree: it stays when a navigation or a crash changes the process behind it.',
    },
    test: SENDER,
  },
  "WebContents.on('render-process-gone')": {
    promise: 'The page crashed or was killed, with the reason.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding:
        'Raised in a later task, so that reloading from the listener is safe; a page that could not even start comes here, too.',
    },
    test: CRASH,
  },
  "WebContents.on('will-attach-webview')": {
    promise: 'Before a webview appears; preventing it stops it.',
    source: {
      file: 'lib/browser/guest-view-manager.ts',
      finding: 'Prevented, no guest is made at all.',
    },
    test: DENIED,
  },
  "WebContents.on('will-frame-navigate')": {
    promise: 'Before any frame goes elsewhere by itself.',
    source: {
      file: THROTTLE,
      finding:
        'Asked first; prevented, `will-navigate` is not asked any more. A reload by the page itself is asked about, ours is not.',
    },
    test: DENIED,
  },
  "WebContents.on('will-navigate')": {
    promise: 'Before the page goes elsewhere by itself.',
    source: {
      file: THROTTLE,
      finding: 'The main frame only, and only what the page began: `loadURL` and `reload` are not asked about.',
    },
    test: NAVIGATION,
  },
  "WebContents.on('will-redirect')": {
    promise: 'Before a redirect is followed.',
    source: { file: THROTTLE, finding: 'Every redirect of every frame, whoever began it.' },
    test: DENIED,
  },
  'WebContents.reload': {
    promise: 'Loads the page anew, after a crash in a new process.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding: 'The same entry of the history; a page that came by POST is left as it is.',
    },
    test: CRASH,
  },
  'WebContents.send': {
    promise: 'A structured clone to the page; throws when the page has gone for good.',
    source: {
      file: 'lib/browser/api/web-frame-main.ts',
      finding:
        'What cannot be cloned, or finds no frame, as after a crash, is written to the console and not thrown; before the document is there it waits.',
    },
    test: { file: HOST_TEST, title: 'sends events to the page, into its callbacks' },
  },
  'WebContents.setWindowOpenHandler': {
    promise: 'Decides on `window.open` and links to new windows.',
    source: {
      file: 'lib/browser/api/web-contents.ts',
      finding: 'Any answer but `allow` denies; a handler that throws denies, too.',
    },
    test: NAVIGATION,
  },
  'WebContents.startDrag': {
    promise: 'Drags files out of the window.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding:
        'Throws without an icon, for a path that is no picture, and without files; does nothing for an empty picture.',
    },
    test: { file: RULES_TEST, title: 'a drag needs an icon that is a picture, and something to drag' },
  },
  'WebFrameMain.origin': {
    promise: "The frame's origin, `null` in words for an opaque one.",
    source: {
      file: 'shell/browser/api/electron_api_web_frame_main.cc',
      finding: 'Throws when the frame has gone meanwhile; an event’s `senderFrame` is then null.',
    },
    test: SENDER,
  },
  'contextBridge.exposeInMainWorld': {
    promise: "Puts frozen, cloned values and wrapped functions on the page's window.",
    source: {
      file: 'shell/renderer/api/electron_api_context_bridge.cc',
      finding: 'Read-only for good; throws when the page’s window has that name already.',
    },
    test: { file: HOST_TEST, title: 'returns at once, with values cloned and frozen' },
  },
  'ipcMain.handle': {
    promise: 'One handler per channel; what it throws reaches the page as text.',
    source: {
      file: 'lib/browser/ipc-dispatch.ts',
      finding:
        'The page gets `error.toString()` and no stack; an answer that cannot be cloned counts as an error. `senderFrame` is null when the frame has gone.',
    },
    test: { file: HOST_TEST, title: 'words failures as Electron does' },
  },
  'ipcRenderer.invoke': {
    promise: 'A structured clone there and back.',
    source: {
      file: 'lib/renderer/api/ipc-renderer.ts',
      finding: 'Rejects with `Error invoking remote method …` and the error’s text.',
    },
    test: { file: HOST_TEST, title: 'carries binary and every cloneable kind both ways' },
  },
  'ipcRenderer.on': {
    promise: 'Messages in the order they were sent.',
    source: {
      file: 'shell/renderer/electron_api_service_impl.cc',
      finding: 'Messages wait until the document begins, in one pipe; the preload has run by then.',
    },
    test: { file: HOST_TEST, title: 'sends events to the page, into its callbacks' },
  },
};
