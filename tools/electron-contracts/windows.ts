// Windows and the application menu.

import { type Contracts, DESKTOP_TEST, HOST_TEST, RULES_TEST } from './contract.ts';

const PLACE = {
  file: DESKTOP_TEST,
  title: 'a window keeps its normal place while it is maximised or minimised, and comes back',
};
const GONE = { file: DESKTOP_TEST, title: 'a window that has gone, and its page, are good for nothing' };
const UNWATCHED = {
  file: 'tests/e2e/long-edits.spec.ts',
  title: 'the taskbar shows that something runs, a notification what has ended, and a click opens it',
};

export const WINDOWS: Contracts = {
  'BrowserWindow.focus': {
    promise: 'Gives a visible window the keyboard.',
    source: {
      file: 'shell/browser/native_window_views.cc',
      finding: 'Does nothing for a hidden window; on macOS too.',
    },
    test: { file: DESKTOP_TEST, title: 'a hidden window takes no focus; shown or maximised, it does' },
  },
  'BrowserWindow.getAllWindows': {
    promise: 'Lists the windows not destroyed.',
    source: {
      file: 'shell/browser/api/electron_api_base_window.cc',
      finding: 'A window leaves the list before `closed` is raised.',
    },
    test: PLACE,
  },
  'BrowserWindow.getNormalBounds': {
    promise: 'Place and size when not maximised, in points.',
    source: {
      file: 'shell/browser/native_window_mac.mm',
      finding: 'On macOS remembered when the window is zoomed, elsewhere asked of the system.',
    },
    test: PLACE,
  },
  'BrowserWindow.isDestroyed': {
    promise: 'True once the window is gone; anything else asked of it then throws.',
    source: {
      file: 'shell/common/gin_helper/function_template.h',
      finding: '`Object has been destroyed`, from the event `closed` on.',
    },
    test: GONE,
  },
  'BrowserWindow.isFocused': {
    promise: 'Whether the person works in this window just now.',
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
    source: { file: 'shell/browser/native_window_views.cc', finding: 'Asks the window system; nothing is remembered.' },
    test: PLACE,
  },
  'BrowserWindow.loadURL': {
    promise: 'Resolves when the page has loaded, rejects when it cannot or the window closes first.',
    source: {
      file: 'lib/browser/api/web-contents.ts',
      finding: 'Rejects with the code of the network error; another navigation meanwhile rejects it, too.',
    },
    test: { file: HOST_TEST, title: 'shows the page as a normal page of the debugging port' },
  },
  'BrowserWindow.maximize': {
    promise: 'Fills the work area, and shows a hidden window.',
    source: {
      file: 'shell/browser/native_window_views.cc',
      finding: 'A hidden window is shown at once, drawn or not; so is it on macOS, without the keyboard.',
    },
    test: PLACE,
  },
  "BrowserWindow.on('close')": {
    promise: 'Before the window closes; its bounds can still be read.',
    source: {
      file: 'shell/browser/native_window.cc',
      finding: 'Asked before the page is; not raised when the page or `app.exit` ends the window.',
    },
    test: PLACE,
  },
  "BrowserWindow.once('ready-to-show')": {
    promise: 'When there is something to see, also in a hidden window.',
    source: {
      file: 'shell/browser/api/electron_api_web_contents.cc',
      finding: 'At the first layout of each load that is not empty, not when a frame is drawn: an empty page never is.',
    },
    test: { file: HOST_TEST, title: 'is ready to show when there is something to see' },
  },
  'BrowserWindow.restore': {
    promise: 'Brings a minimised window back.',
    source: {
      file: 'shell/browser/native_window_mac.mm',
      finding: 'On macOS it takes the window out of the dock and does nothing else.',
    },
    test: PLACE,
  },
  'BrowserWindow.setProgressBar': {
    promise: 'Over 1 a bar without an end on the taskbar or dock, -1 takes it away; nothing on Linux.',
    source: {
      file: 'shell/browser/linux/launcher_entry.cc',
      finding:
        'On Linux a bar is visible only between 0 and 1: over 1 nothing is shown. Windows and macOS know a bar without an end.',
    },
    test: UNWATCHED,
  },
  'BrowserWindow.show': {
    promise: 'Shows the window and gives it the keyboard.',
    source: {
      file: 'shell/browser/native_window_mac.mm',
      finding: 'On macOS it also brings the app before all others.',
    },
    test: PLACE,
  },
  'BrowserWindow.webContents': {
    promise: 'The page in the window; gone with it.',
    source: {
      file: 'shell/browser/api/electron_api_browser_window.cc',
      finding: 'One object as long as the window lives; the page’s end ends the window.',
    },
    test: GONE,
  },
  'Menu.buildFromTemplate': {
    promise: 'Makes a menu from data; roles bring their own labels and keys.',
    source: {
      file: 'lib/browser/api/menu.ts',
      finding: 'Throws unless every item has a label, a role or a type.',
    },
    test: { file: 'tools/chromium-host/units.test.ts', title: 'is data that can be clicked' },
  },
  'Menu.setApplicationMenu': {
    promise: 'Shows it as the menu bar, or on macOS at the top of the screen.',
    source: {
      file: 'lib/browser/api/menu.ts',
      finding: 'Elsewhere than on macOS each window gets it: those that are there now, later ones when they are made.',
    },
    test: { file: HOST_TEST, title: 'clicks menu items' },
  },
  'new BrowserWindow': {
    promise: 'A window with the preferences given; only after ready.',
    source: {
      file: 'shell/browser/api/electron_api_browser_window.cc',
      finding:
        'A hidden window still draws, unless `paintWhenInitiallyHidden` is false; its colour is the page’s, too.',
    },
    test: {
      file: RULES_TEST,
      title: 'one handler per scheme and per channel; pages without power; a CommonJS preload',
    },
  },
};
