// The desktop around the app: dialogs, notifications, screens, themes, the key store, other programs.

import { type Contracts, DESKTOP_TEST, RULES_TEST } from './contract.ts';

const SHOWN = { file: DESKTOP_TEST, title: 'a notification is shown, clicked and closed' };
const AWAKE = { file: DESKTOP_TEST, title: 'keeps the computer awake until it is told otherwise' };
const NAMES = { file: DESKTOP_TEST, title: 'returns names, folders, languages, proxies and switches' };
const SCREEN = { file: DESKTOP_TEST, title: 'a screen has a work area, a theme can be chosen' };
const KEYRING = {
  file: RULES_TEST,
  title: 'with a test keyring survives restarts, requests re-encryption after a rotation, fails without its key',
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
      finding: 'On Linux whether libnotify is installed, not whether any program receives notifications.',
    },
    test: SHOWN,
  },
  "Notification.on('click')": {
    promise: 'The person clicked the notification.',
    source: {
      file: 'shell/browser/notifications/notification.cc',
      finding: 'The notification is then removed, without `close`. On Linux only if the desktop supports actions.',
    },
    test: {
      file: 'tests/e2e/long-edits.spec.ts',
      title: 'the taskbar shows that a request runs, a notification that it has ended, and a click opens the result',
    },
  },
  "Notification.on('close')": {
    promise: 'The notification was closed, automatically or by the person; not guaranteed on macOS.',
    source: {
      file: 'shell/browser/notifications/win/windows_toast_notification.cc',
      finding:
        'On Windows also when it moves to the notification centre (`timedOut`), where it can still be clicked. On macOS only notifications with buttons raise it.',
    },
    test: SHOWN,
  },
  "Notification.on('failed')": {
    promise: 'Raised with the reason if it was not shown; then there is no `close`.',
    source: {
      file: 'shell/browser/notifications/mac/cocoa_notification.mm',
      finding: 'On macOS for programs that are not signed; the reason is a message of the system.',
    },
    test: {
      file: 'electron/notifications.test.ts',
      title: 'a notification the system refuses is logged',
    },
  },
  'Notification.show': {
    promise: 'Shows the notification, or raises `failed`.',
    source: {
      file: 'shell/browser/notifications/linux/libnotify_notification.cc',
      finding:
        '`failed` instead of `show` and `close`: on Linux before `show` returns, on Windows and macOS later, for example without permission.',
    },
    test: SHOWN,
  },
  'dialog.showErrorBox': {
    promise: 'Shows a text; before ready on Linux it goes to stderr.',
    source: {
      file: 'shell/browser/ui/message_box_gtk.cc',
      finding: 'Returns when the person has closed it: until then the process is blocked.',
    },
    test: NAMES,
  },
  'dialog.showOpenDialog': {
    promise: 'Asks for a folder, or for a file of given kinds; `canceled` if the person closed the dialog.',
    source: {
      file: 'lib/browser/api/dialog.ts',
      finding: 'Throws before ready and for options of the wrong type; only the result is a promise.',
    },
    test: {
      file: RULES_TEST,
      title: 'the dialog asks for a folder, or for a file, which a test names; wrong options throw immediately',
    },
  },
  'dialog.showMessageBox': {
    promise: 'Shows a question with buttons; resolves to the index of the pressed one.',
    source: {
      file: 'lib/browser/api/dialog.ts',
      finding:
        'If it is closed without a button the result is `cancelId`; if that is not set, it is 1 if the default is the first of several buttons.',
    },
    test: { file: DESKTOP_TEST, title: 'a question without a prepared answer is closed without a button' },
  },
  'dialog.showSaveDialog': {
    promise: 'Asks for a path; `canceled` if the person closed the dialog.',
    source: {
      file: 'shell/browser/ui/file_dialog_linux.cc',
      finding:
        'On Linux before GTK 4 dialogs ask for confirmation to replace a file only with `showOverwriteConfirmation`; Windows and macOS always ask.',
    },
    test: {
      file: RULES_TEST,
      title: 'on Linux saving replaces a file, unless confirmation is requested',
    },
  },
  'nativeTheme.shouldUseDarkColors': {
    promise: 'Whether the current theme is dark.',
    source: {
      file: 'shell/browser/api/electron_api_native_theme.cc',
      finding: 'Determined by `themeSource`, unless that is `system`.',
    },
    test: SCREEN,
  },
  'nativeTheme.themeSource': {
    promise: "Overrides the system's theme for all pages.",
    source: {
      file: 'shell/browser/api/electron_api_native_theme.cc',
      finding: 'Applies to pages and Electron’s own user interface; `updated` is raised in a later task.',
    },
    test: SCREEN,
  },
  'new Notification': {
    promise: 'Creates a notification with a title and a text, without showing it; only after ready.',
    source: {
      file: 'shell/browser/api/electron_api_notification.cc',
      finding: 'An object without references is garbage-collected, and a click on its notification is lost.',
    },
    test: SHOWN,
  },
  'safeStorage.decryptStringAsync': {
    promise: "Resolves to the text, and whether to encrypt it again; rejects if the system's key has changed.",
    since: 42,
    source: {
      file: SAFE_STORAGE,
      finding:
        'Distinguishes a key store that is currently locked (`temporarily unavailable`) from bytes it cannot decrypt.',
    },
    test: KEYRING,
  },
  'safeStorage.encryptStringAsync': {
    promise: 'Resolves to bytes that only this user on this computer can decrypt.',
    since: 42,
    source: {
      file: SAFE_STORAGE,
      finding: 'Rejects before ready; the promise is pending until the key store has responded.',
    },
    test: KEYRING,
  },
  'safeStorage.getSelectedStorageBackend': {
    promise:
      'Linux only: the selected key store; `basic_text` gives no protection, and other names do not guarantee it.',
    since: 26,
    source: { file: SAFE_STORAGE, finding: 'Undefined on other systems; `unknown` before ready.' },
    test: KEYRINGS,
  },
  'safeStorage.isAsyncEncryptionAvailable': {
    promise: 'Whether there is an encryptor; after ready. Whether it protects is visible only in the cipher text.',
    since: 43,
    source: {
      file: SAFE_STORAGE,
      finding:
        'False before ready and true afterwards, also on Linux without a key store: only the prefix of a cipher text shows the difference.',
    },
    test: KEYRINGS,
  },
  'screen.getDisplayMatching': {
    promise: 'Returns the screen that contains most of a rectangle; after ready.',
    source: {
      file: 'lib/browser/api/screen.ts',
      finding: 'It can be imported at any time; a use before ready throws.',
    },
    test: SCREEN,
  },
  'powerSaveBlocker.start': {
    promise: 'Keeps the computer from falling asleep; the screen may turn off. Returns a number to stop it by.',
    source: {
      file: 'shell/browser/api/electron_api_power_save_blocker.cc',
      finding: 'Each call returns another number; on Linux it asks the session by D-Bus, and does nothing without one.',
    },
    test: AWAKE,
  },
  'powerSaveBlocker.stop': {
    promise: 'Ends what the number stands for.',
    source: {
      file: 'shell/browser/api/electron_api_power_save_blocker.cc',
      finding: 'False for a number that is not known; never throws.',
    },
    test: AWAKE,
  },
  'shell.openExternal': {
    promise: "Opens an address in the system's browser.",
    source: {
      file: 'shell/common/platform_util_linux.cc',
      finding:
        'Rejects with `Failed to open …` if no program opens it, for example without xdg-open; does not wait for the program.',
    },
    test: NAMES,
  },
  'shell.showItemInFolder': {
    promise: 'Shows a file or folder, selected, in the program of the system for files.',
    source: {
      file: 'shell/common/platform_util_linux.cc',
      finding:
        'On Linux asks the file manager through D-Bus, and opens the folder above with xdg-open if none answers; never throws, and does not wait.',
    },
    test: NAMES,
  },
};
