// Windows and the application menu.

import { type Contracts, DESKTOP_TEST, HOST_TEST, RULES_TEST } from './contract.ts';

const PLACE = {
  file: DESKTOP_TEST,
  title: 'a window keeps its normal bounds while it is maximised or minimised, and can be restored',
};
const GONE = { file: DESKTOP_TEST, title: 'a closed window and its page throw on use' };
const UNWATCHED = {
  file: 'tests/e2e/long-edits.spec.ts',
  title: 'the taskbar shows that a request runs, a notification that it has ended, and a click opens the result',
};

export const WINDOWS: Contracts = {
  'BrowserWindow.focus': {
    promise: 'Gives a visible window the keyboard focus.',
    source: {
      file: 'shell/browser/native_window_views.cc',
      finding: 'Does nothing for a hidden window; also on macOS.',
    },
    test: { file: DESKTOP_TEST, title: 'a hidden window takes no focus; a shown or maximised one does' },
  },
  'BrowserWindow.getAllWindows': {
    promise: 'Returns the windows that are not destroyed.',
    source: {
      file: 'shell/browser/api/electron_api_base_window.cc',
      finding: 'A window is removed from the list before `closed` is raised.',
    },
    test: PLACE,
  },
  'BrowserWindow.getNormalBounds': {
    promise: 'Returns position and size when not maximised, in points.',
    source: {
      file: 'shell/browser/native_window_mac.mm',
      finding: 'On macOS saved when the window is zoomed, otherwise requested from the system.',
    },
    test: PLACE,
  },
  'BrowserWindow.isDestroyed': {
    promise: 'True after the window was destroyed; all other members then throw.',
    source: {
      file: 'shell/common/gin_helper/function_template.h',
      finding: 'The error is `Object has been destroyed`, from the event `closed` on.',
    },
    test: GONE,
  },
  'BrowserWindow.isFocused': {
    promise: 'Whether the person is currently working in this window.',
    source: {
      file: 'shell/browser/native_window_views.cc',
      finding: 'Whether it is the active window of the system; on macOS the key window.',
    },
    test: UNWATCHED,
  },
  'BrowserWindow.isMaximized': {
    promise: 'Whether the window fills the work area.',
    source: {
      file: 'shell/browser/native_window_mac.mm',
      finding: 'On macOS never while it is minimised or in full screen.',
    },
    test: PLACE,
  },
  'BrowserWindow.isMinimized': {
    promise: 'Whether the window is hidden in the taskbar.',
    source: { file: 'shell/browser/native_window_views.cc', finding: 'Requested from the window system each time.' },
    test: PLACE,
  },
  'BrowserWindow.loadURL': {
    promise: 'Resolves when the page has loaded, rejects if it fails or the window is closed first.',
    source: {
      file: 'lib/browser/api/web-contents.ts',
      finding: 'Rejects with the code of the network error, and also if another navigation starts meanwhile.',
    },
    test: { file: HOST_TEST, title: 'shows the page as a normal page of the debugging port' },
  },
  'BrowserWindow.maximize': {
    promise: 'Fills the work area, and shows a hidden window.',
    source: {
      file: 'shell/browser/native_window_views.cc',
      finding: 'A hidden window is shown immediately, drawn or not; on macOS also, but without the keyboard focus.',
    },
    test: PLACE,
  },
  "BrowserWindow.on('close')": {
    promise: 'Raised before the window closes; its bounds can still be read.',
    source: {
      file: 'shell/browser/native_window.cc',
      finding: 'Raised before the page is asked; not raised if the page or `app.exit` ends the window.',
    },
    test: PLACE,
  },
  "BrowserWindow.on('query-session-end')": {
    promise: 'Windows: a log-off or a shutdown asks whether it may end the app; preventing it holds that up.',
    source: {
      file: 'shell/browser/native_window_views_win.cc',
      finding:
        'The answer to `WM_QUERYENDSESSION`. If it is not prevented, `WM_ENDSESSION` raises `session-end`, and Windows ends the process without `will-quit`; a critical end does so in any case.',
    },
    test: {
      file: 'tests/e2e/kept-work.spec.ts',
      title: 'when Windows is shut down, what was typed last is kept, and a request that was out is told of',
    },
  },
  "BrowserWindow.once('ready-to-show')": {
    promise: 'Raised when there is something to see, also in a hidden window.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding:
        'Raised at the first non-empty layout of each load, not when a frame is drawn; for an empty page when it has loaded.',
    },
    test: { file: HOST_TEST, title: 'is ready to show when there is something to see' },
  },
  'BrowserWindow.restore': {
    promise: 'Restores a minimised window.',
    source: {
      file: 'shell/browser/native_window_mac.mm',
      finding: 'On macOS it only restores the window from the dock.',
    },
    test: PLACE,
  },
  'BrowserWindow.setProgressBar': {
    promise: 'Above 1 shows an indeterminate bar on the taskbar or dock, -1 removes it; nothing on Linux.',
    source: {
      file: 'shell/browser/linux/launcher_entry.cc',
      finding:
        'On Linux a bar is visible only between 0 and 1: above 1 nothing is shown. Windows and macOS support an indeterminate bar.',
    },
    test: UNWATCHED,
  },
  'BrowserWindow.show': {
    promise: 'Shows the window and gives it the keyboard focus.',
    source: {
      file: 'shell/browser/native_window_mac.mm',
      finding: 'On macOS it also brings the app to the front.',
    },
    test: PLACE,
  },
  'BrowserWindow.webContents': {
    promise: 'The page in the window; destroyed with it.',
    source: {
      file: 'shell/browser/api/electron_api_browser_window.cc',
      finding: 'The same object during the lifetime of the window; if the page is destroyed, so is the window.',
    },
    test: GONE,
  },
  'Menu.buildFromTemplate': {
    promise: 'Creates a menu from data; roles have default labels and keys.',
    source: {
      file: 'lib/browser/api/menu.ts',
      finding: 'Throws unless every item has a label, a role or a type.',
    },
    test: { file: 'tools/electron/chromium-host/units.test.ts', title: 'consists of data that can be clicked' },
  },
  'Menu.popup': {
    promise: 'Opens the menu in a window, at the mouse; with a frame, macOS adds what it offers for text.',
    source: {
      file: 'lib/browser/api/menu.ts',
      finding: 'Throws unless a window is given or focused. Roles act on the focused page.',
    },
    test: {
      file: 'tests/e2e/app.spec.ts',
      title: 'a text field has a menu that pastes',
    },
  },
  'Menu.setApplicationMenu': {
    promise: 'Sets the menu bar, on macOS at the top of the screen.',
    source: {
      file: 'lib/browser/api/menu.ts',
      finding: 'On systems other than macOS each window gets it: existing ones now, later ones when they are created.',
    },
    test: { file: HOST_TEST, title: 'clicks menu items' },
  },
  'new BrowserWindow': {
    promise: 'Creates a window with the given preferences; only after ready.',
    source: {
      file: 'shell/browser/api/electron_api_browser_window.cc',
      finding:
        'A hidden window still draws, unless `paintWhenInitiallyHidden` is false; its colour is also that of the page.',
    },
    test: {
      file: RULES_TEST,
      title: 'one handler per scheme and per channel; pages without privileges; a CommonJS preload',
    },
  },
};
