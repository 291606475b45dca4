// Pages, their frames, and the messages between them and the main process.

import { type Contracts, HOST_TEST } from './contract.ts';

const DENIED = { file: 'electron/security.test.ts', title: 'may not: %s' };
const NAVIGATION = { file: HOST_TEST, title: 'allows the app to refuse navigations and windows' };
const CRASH = { file: HOST_TEST, title: 'reports a crash to the app, and the page can be reloaded' };
const SENDER = { file: HOST_TEST, title: 'identifies the sender' };
const THROTTLE = 'shell/browser/electron_navigation_throttle.cc';

export const PAGES: Contracts = {
  'WebContents.isDestroyed': {
    promise: "True after the page's window was closed.",
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding: 'Can be called on a destroyed page; almost every other member then throws.',
    },
    test: {
      file: 'tools/electron/chromium-host/desktop.test.ts',
      title: 'a closed window and its page throw on use',
    },
  },
  'WebContents.mainFrame': {
    promise: "The page's top-level frame, always the same object.",
    source: {
      file: 'shell/browser/api/electron_api_web_frame_main.cc',
      finding: 'One object per node of the frame tree: it remains when a navigation or a crash changes its process.',
    },
    test: SENDER,
  },
  "WebContents.on('context-menu')": {
    promise: 'Raised with what is possible at that place, where the person asks for a menu and the page prevents none.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding: 'Electron opens no menu of its own; a page that prevents `contextmenu` raises nothing.',
    },
    test: {
      file: 'tests/e2e/app.spec.ts',
      title: 'a text field has a menu that pastes',
    },
  },
  "WebContents.once('did-finish-load')": {
    promise: 'Raised when the page and what it needs are loaded, also in a window that is never drawn.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding: 'Raised by the load event of the main frame; it does not wait for frames.',
    },
    test: { file: 'tests/e2e/app.spec.ts', title: 'a maximized window is not shown before there is something to see' },
  },
  "WebContents.on('render-process-gone')": {
    promise: 'Raised with the reason when the page crashed or was killed.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding:
        'Raised in a later task, so that reloading from the listener is safe; also for a page whose process could not start.',
    },
    test: CRASH,
  },
  "WebContents.on('will-attach-webview')": {
    promise: 'Raised before a webview is attached; can be prevented.',
    source: {
      file: 'lib/browser/guest-view-manager.ts',
      finding: 'If prevented, no guest is created.',
    },
    test: DENIED,
  },
  "WebContents.on('will-frame-navigate')": {
    promise: 'Raised before the page navigates any frame.',
    source: {
      file: THROTTLE,
      finding:
        'Raised first; if it is prevented, `will-navigate` is not raised. Raised for a reload by the page itself, not by the app.',
    },
    test: DENIED,
  },
  "WebContents.on('will-navigate')": {
    promise: 'Raised before the page navigates its main frame.',
    source: {
      file: THROTTLE,
      finding: 'Only for the main frame, and only for navigations started by the page, not for `loadURL` and `reload`.',
    },
    test: NAVIGATION,
  },
  "WebContents.on('will-prevent-unload')": {
    promise: 'Raised when the page asks to stay open; if it is prevented, the page is closed all the same.',
    source: {
      file: 'shell/browser/electron_javascript_dialog_manager.cc',
      finding: 'Nobody is asked: without a listener the page stays, and with it the window and the app.',
    },
    test: DENIED,
  },
  "WebContents.on('will-redirect')": {
    promise: 'Raised before a redirect is followed.',
    source: { file: THROTTLE, finding: 'For every redirect of every frame, whoever started the navigation.' },
    test: DENIED,
  },
  'WebContents.reload': {
    promise: 'Loads the page again, after a crash in a new process.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding: 'Loads the same entry of the history; a page loaded by POST is not reloaded.',
    },
    test: CRASH,
  },
  'WebContents.send': {
    promise: 'Sends a structured clone to the page; throws if the page is destroyed.',
    source: {
      file: 'lib/browser/api/web-frame-main.ts',
      finding:
        'An error in cloning, or a missing frame after a crash, is logged to the console and not thrown; messages wait until the document exists.',
    },
    test: { file: HOST_TEST, title: 'sends events to the page, into its callbacks' },
  },
  'WebContents.setWebRTCIPHandlingPolicy': {
    promise: 'Sets which addresses and ways the WebRTC of a page may use.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding:
        'Changes the preferences of the renderer and sends them to it; a page that is loaded later has them from its start.',
    },
    test: {
      file: 'tests/browser/page-network.spec.ts',
      title: 'the policy for addresses of WebRTC alone stops its questions',
    },
  },
  'WebContents.setWindowOpenHandler': {
    promise: 'Decides on `window.open` and links to new windows.',
    source: {
      file: 'lib/browser/api/web-contents.ts',
      finding: 'Any result other than `allow` denies; so does a handler that throws.',
    },
    test: NAVIGATION,
  },
  'WebContents.setZoomFactor': {
    promise: 'Sets the size of the interface; 1 is the size without zoom.',
    source: {
      file: 'shell/browser/web_contents_zoom_controller.cc',
      finding:
        'The level is kept for the host name of the page, so it stays through a reload, and wins over `webPreferences.zoomFactor`, by which a page is drawn where none is kept: it is set again after the page has loaded.',
    },
    test: { file: HOST_TEST, title: 'shows the page at a zoom factor, also after a reload' },
  },
  'WebContents.startDrag': {
    promise: 'Drags files out of the window, as long as the button is down.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding:
        'Throws without an icon, for a path that is not a picture, and without files; does nothing for an empty picture. It does not look at the button: Windows drops at once if that is up.',
    },
    test: { file: HOST_TEST, title: 'drags files only while a button is down' },
  },
  'WebFrameMain.origin': {
    promise: "The frame's origin; the text `null` for an opaque one.",
    source: {
      file: 'shell/browser/api/electron_api_web_frame_main.cc',
      finding: 'Throws if the frame no longer exists; an event’s `senderFrame` is then null.',
    },
    test: SENDER,
  },
  'contextBridge.exposeInMainWorld': {
    promise: "Sets frozen, cloned values and wrapped functions on the page's window.",
    source: {
      file: 'shell/renderer/api/electron_api_context_bridge.cc',
      finding: 'The property is permanently read-only; throws if the page’s window already has that name.',
    },
    test: { file: HOST_TEST, title: 'returns immediately, with values cloned and frozen' },
  },
  'ipcMain.handle': {
    promise: 'One handler per channel; its errors are passed to the page as text.',
    source: {
      file: 'lib/browser/ipc-dispatch.ts',
      finding:
        'The page receives `error.toString()` without a stack; a result that cannot be cloned counts as an error. `senderFrame` is null if the frame no longer exists.',
    },
    test: { file: HOST_TEST, title: 'reports failures with the same messages as Electron' },
  },
  'ipcRenderer.invoke': {
    promise: 'Sends arguments and result as structured clones.',
    source: {
      file: 'lib/renderer/api/ipc-renderer.ts',
      finding: 'Rejects with `Error invoking remote method …` and the error’s text.',
    },
    test: { file: HOST_TEST, title: 'sends binary and every cloneable kind in both directions' },
  },
  'ipcRenderer.on': {
    promise: 'Receives messages in the order they were sent.',
    source: {
      file: 'shell/renderer/electron_api_service_impl.cc',
      finding: 'Messages wait in one pipe until the document starts; the preload has run by then.',
    },
    test: { file: HOST_TEST, title: 'sends events to the page, into its callbacks' },
  },
};
