// The desktop around the app: dialogs, notifications, screens, themes, the key store, other programs.

import { type Contracts, DESKTOP_TEST, HOST_TEST, RULES_TEST } from './contract.ts';

const SHOWN = { file: DESKTOP_TEST, title: 'a notification is shown, clicked and closed' };
const NAMES = { file: DESKTOP_TEST, title: 'tells names, folders, languages, proxies and switches; refuses none' };
const SCREEN = { file: DESKTOP_TEST, title: 'a screen has a work area, a theme can be chosen' };
const KEYRING = {
  file: RULES_TEST,
  title: 'with a test keyring outlives restarts, asks to re-encrypt after a rotation, fails without its key',
};
const KEYRINGS = {
  file: RULES_TEST,
  title: '%s: says it is available, names %s and marks cipher texts %s',
};
const SAFE_STORAGE = 'shell/browser/api/electron_api_safe_storage.cc';

export const DESKTOP: Contracts = {
  'Notification.isSupported': {
    promise: 'Whether the desktop shows notifications at all.',
    source: {
      file: 'shell/browser/notifications/linux/libnotify_notification.cc',
      finding: 'On Linux whether libnotify is installed, not whether anything listens to it.',
    },
    test: SHOWN,
  },
  "Notification.on('click')": {
    promise: 'The person clicked the notification.',
    source: {
      file: 'shell/browser/notifications/notification.cc',
      finding: 'The notification is then gone, without `close`. On Linux only where the desktop knows actions.',
    },
    test: {
      file: 'tests/e2e/long-edits.spec.ts',
      title: 'the taskbar shows that something runs, a notification what has ended, and a click opens it',
    },
  },
  "Notification.on('close')": {
    promise: 'The notification went away, by itself or by the person; not promised on macOS.',
    source: {
      file: 'shell/browser/notifications/win/windows_toast_notification.cc',
      finding:
        'On Windows also when it moves to the notification centre (`timedOut`), where it can still be clicked. On macOS only notifications with buttons tell it.',
    },
    test: SHOWN,
  },
  "Notification.on('failed')": {
    promise: 'It was not shown, with the reason; it then has no `close`.',
    source: {
      file: 'shell/browser/notifications/mac/cocoa_notification.mm',
      finding: 'On macOS for programs that are not signed; the reason is a sentence of the system.',
    },
    test: {
      file: 'electron/notifications.test.ts',
      title: 'a notification the system refuses is logged',
    },
  },
  'Notification.show': {
    promise: 'Shows it, or raises `failed`.',
    source: {
      file: 'shell/browser/notifications/linux/libnotify_notification.cc',
      finding:
        '`failed` instead of `show` and `close`: on Linux before `show` returns, on Windows and macOS later, as without permission.',
    },
    test: SHOWN,
  },
  'dialog.showErrorBox': {
    promise: 'Shows a text; before ready on Linux it goes to stderr.',
    source: {
      file: 'shell/browser/ui/message_box_gtk.cc',
      finding: 'Returns when the person has closed it: without anybody to do so, nothing goes on.',
    },
    test: NAMES,
  },
  'dialog.showOpenDialog': {
    promise: 'Asks for a folder; `canceled` when the person closed the dialog.',
    source: {
      file: 'lib/browser/api/dialog.ts',
      finding: 'Before ready and for options of the wrong type it throws; only the answer is a promise.',
    },
    test: { file: RULES_TEST, title: 'a folder may be asked for, files may not; wrong options are refused at once' },
  },
  'dialog.showMessageBox': {
    promise: 'Asks a question by buttons; the number of the one pressed.',
    source: {
      file: 'lib/browser/api/dialog.ts',
      finding:
        'Closed without a button it gives `cancelId`, which is 1 where it is not given, the default is the first button and there are more.',
    },
    test: { file: HOST_TEST, title: 'answers dialogs and records calls' },
  },
  'dialog.showSaveDialog': {
    promise: 'Asks for a path; `canceled` when the person closed it.',
    source: {
      file: 'shell/browser/ui/file_dialog_linux.cc',
      finding:
        'Linux’ dialogs before GTK 4 ask before a file is replaced only with `showOverwriteConfirmation`; Windows and macOS always ask.',
    },
    test: {
      file: RULES_TEST,
      title: 'on Linux a file is saved over another, unless the person is to be asked first',
    },
  },
  'nativeTheme.shouldUseDarkColors': {
    promise: 'The theme in force now.',
    source: {
      file: 'shell/browser/api/electron_api_native_theme.cc',
      finding: '`themeSource` decides unless it is `system`.',
    },
    test: SCREEN,
  },
  'nativeTheme.themeSource': {
    promise: "Overrides the system's theme for all pages.",
    source: {
      file: 'shell/browser/api/electron_api_native_theme.cc',
      finding: 'For pages and Electron’s own surfaces; `updated` is raised in a later task.',
    },
    test: SCREEN,
  },
  'new Notification': {
    promise: 'Made with a title and a text, not shown yet; only after ready.',
    source: {
      file: 'shell/browser/api/electron_api_notification.cc',
      finding: 'Once nothing holds the object it is collected, and a click on what it showed is lost.',
    },
    test: SHOWN,
  },
  'safeStorage.decryptStringAsync': {
    promise: "The text, and whether to encrypt it anew; rejects when the system's key has changed.",
    source: {
      file: SAFE_STORAGE,
      finding: 'Tells a key store that is locked just now (`temporarily unavailable`) from bytes it cannot read.',
    },
    test: KEYRING,
  },
  'safeStorage.encryptStringAsync': {
    promise: 'Bytes only this person on this computer can read.',
    source: {
      file: SAFE_STORAGE,
      finding: 'Rejects before ready; until the key store has answered, the promise waits.',
    },
    test: KEYRING,
  },
  'safeStorage.getSelectedStorageBackend': {
    promise: 'Linux only: the key store meant; `basic_text` protects nothing, another name may not either.',
    source: { file: SAFE_STORAGE, finding: 'Not there on other systems; `unknown` before ready.' },
    test: KEYRINGS,
  },
  'safeStorage.isAsyncEncryptionAvailable': {
    promise: 'Whether there is an encryptor; after ready. It says nothing of protection: the cipher text does.',
    source: {
      file: SAFE_STORAGE,
      finding:
        'False before ready and true ever after, on Linux without a key store as well: only a cipher text shows it, by its prefix.',
    },
    test: KEYRINGS,
  },
  'screen.getDisplayMatching': {
    promise: 'The screen that shows most of a rectangle; after ready.',
    source: {
      file: 'lib/browser/api/screen.ts',
      finding: 'Importing it is harmless; the first use before ready throws.',
    },
    test: SCREEN,
  },
  'shell.openExternal': {
    promise: "Opens an address in the system's browser.",
    source: {
      file: 'shell/common/platform_util_linux.cc',
      finding:
        'Rejects with `Failed to open …` where no program opens it, as without xdg-open; does not wait for the program.',
    },
    test: NAMES,
  },
};
