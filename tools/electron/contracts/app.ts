// The program: its start, its end, its names and folders, and its child processes.

import { type Contracts, DESKTOP_TEST, HOST_TEST, RULES_TEST } from './contract.ts';

const NAMES = { file: DESKTOP_TEST, title: 'returns names, folders, languages, proxies and switches' };
const EARLY = { file: RULES_TEST, title: 'schemes before ready and once; nothing else before ready' };
const PUT_OFF = {
  file: RULES_TEST,
  title: 'can be prevented by before-quit and will-quit, then ends with 0, whatever process.exitCode is',
};
const STREAMS = { file: RULES_TEST, title: 'runs a module with streams' };
const UNCAUGHT = {
  file: 'electron/startup.test.ts',
  title: 'logs an exception that nothing has caught, and goes on',
};
const ENDED = { file: RULES_TEST, title: 'ended by %s: its exit code, then no streams and no process' };

export const APP: Contracts = {
  'CommandLine.hasSwitch': {
    promise: 'Returns whether a switch is currently set.',
    source: {
      file: 'shell/common/api/electron_api_command_line.cc',
      finding:
        'Reads the command line including the changes of the app so far, in lower case: switches removed by `enableSandbox` or `removeSwitch` are not set.',
    },
    test: NAMES,
  },
  'CommandLine.removeSwitch': {
    promise: 'Removes a switch before Chromium reads it.',
    source: {
      file: 'shell/browser/electron_browser_main_parts.cc',
      finding:
        '`PreMainMessageLoopRun` opens the debugging port after the entry module has been evaluated, so removing its switch there works.',
    },
    test: {
      file: 'tests/electron/hardening.spec.ts',
      title: 'a released package listens on no debugging port, runs no foreign code and is no Node',
    },
  },
  'UtilityProcess.kill': {
    promise: 'Asks a running process to end; returns false if there is none.',
    source: {
      file: 'shell/browser/api/electron_api_utility_process.cc',
      finding: 'Before the process has started there is no process id: `kill` then does nothing and returns false.',
    },
    test: ENDED,
  },
  "UtilityProcess.once('error')": {
    promise: 'V8 ended the process, for example when out of memory; `exit` follows.',
    since: 33,
    source: {
      file: 'lib/browser/api/utility-process.ts',
      finding:
        'Raised by a Node emitter with `FatalError`, location and report: without a listener it is thrown in the main process.',
    },
    test: { file: RULES_TEST, title: 'reports that it is out of memory before it exits' },
  },
  "UtilityProcess.once('exit')": {
    promise: 'Raised with the exit code, after the process ended.',
    source: {
      file: 'shell/browser/api/electron_api_utility_process.cc',
      finding:
        'The code is 0 after `kill` by the app, the number of the signal after a signal from outside; a V8 fatal error also raises `error`. Electron 25 was seen to say 0 for any end, and 15 after `kill`: no code is relied on.',
    },
    test: ENDED,
  },
  'UtilityProcess.stderr': {
    promise: 'A stream when forked with `pipe`, else null; null again after the end.',
    source: {
      file: 'lib/browser/api/utility-process.ts',
      finding: 'At the end all listeners are removed from the stream: output that has not been read by then is lost.',
    },
    test: STREAMS,
  },
  'UtilityProcess.stdout': {
    promise: 'A stream when forked with `pipe`, else null; null again after the end.',
    source: {
      file: 'lib/browser/api/utility-process.ts',
      finding: 'Exists immediately; receives the output when the process has started.',
    },
    test: STREAMS,
  },
  'app.commandLine': {
    promise: "Chromium's switches, which can be changed before ready.",
    source: {
      file: 'lib/browser/api/app.ts',
      finding: 'Five functions for the command line of the process; every name and value is converted to a string.',
    },
    test: NAMES,
  },
  'app.enableSandbox': {
    promise: 'Every renderer is sandboxed; only before ready.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'Throws after ready; removes `--no-sandbox` from the command line and adds `--enable-sandbox`, with which utility processes abort as root.',
    },
    test: EARLY,
  },
  'app.exit': {
    promise: 'Ends the app; nothing can prevent it.',
    source: {
      file: 'shell/browser/browser.cc',
      finding:
        'Windows are destroyed without `close`, then `quit` is raised with the code; before the message loop runs, the process ends immediately.',
    },
    test: { file: RULES_TEST, title: 'by exit raises only quit' },
  },
  'app.getAppPath': {
    promise: "Returns the folder of the app's package.json; in a package the archive.",
    source: {
      file: 'lib/browser/init.ts',
      finding: 'Set to the folder in which package.json was found, before the entry module is loaded.',
    },
    test: NAMES,
  },
  'app.getPath': {
    promise: 'Returns folders of this user and system.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding: 'Throws `Failed to get … path` for an unknown name or a folder that the system does not define.',
    },
    test: NAMES,
  },
  'app.getPreferredSystemLanguages': {
    promise: 'Returns the languages set in the system, the preferred first.',
    source: {
      file: 'shell/common/language_util_linux.cc',
      finding:
        'On Linux the first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG, each language followed by its more general forms; the `C` locale results in an empty list.',
    },
    test: NAMES,
  },
  'app.getVersion': {
    promise: "Returns the version in the app's package.json.",
    source: { file: 'lib/browser/init.ts', finding: 'If it has none, the version of the executable file.' },
    test: NAMES,
  },
  'app.isPackaged': {
    promise: 'Whether the program is an installed package.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'True if the executable is not named `electron`, or ELECTRON_FORCE_IS_PACKAGED is set: it depends on the name, not on the archive.',
    },
    test: NAMES,
  },
  "app.on('activate')": {
    promise: 'macOS: the dock icon was clicked.',
    source: {
      file: 'shell/browser/mac/electron_application_delegate.mm',
      finding: 'Also raised when the app is opened again; reports whether windows are visible.',
    },
    test: {
      file: 'tests/electron/desktop.spec.ts',
      title: 'macOS opens a new window when the last was closed',
    },
  },
  "app.on('open-file')": {
    promise: 'macOS: a file was opened with the app, possibly before ready.',
    source: {
      file: 'shell/browser/mac/electron_application_delegate.mm',
      finding: 'One event per file; preventing it reports to the system that the file was opened.',
    },
    test: { file: 'tests/electron/desktop.spec.ts', title: 'macOS passes an opened file to the app' },
  },
  "app.on('second-instance')": {
    promise: 'Raised in the first process, after ready, with the data that the second passed to its lock.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'Raised as soon as the app is ready; it is not kept for a listener that is added later, and the second start ends in any case.',
    },
    test: { file: HOST_TEST, title: 'passes a second start to the first' },
  },
  "app.on('web-contents-created')": {
    promise: 'Raised before the object loads a page.',
    source: {
      file: 'lib/browser/api/web-contents.ts',
      finding: 'Raised while the object is created, before its window exists.',
    },
    test: { file: DESKTOP_TEST, title: 'a page is announced before its window is available' },
  },
  "app.on('will-quit')": {
    promise: 'Raised when all windows are closed; preventing it keeps the process running.',
    source: {
      file: 'shell/browser/electron_browser_main_parts_posix.cc',
      finding:
        'A first SIGTERM, SIGINT or SIGHUP quits in this order; a second of the same kind ends the process immediately.',
    },
    test: PUT_OFF,
  },
  "app.on('window-all-closed')": {
    promise: 'Without a listener the app quits.',
    source: {
      file: 'lib/browser/init.ts',
      finding:
        'Electron’s own listener quits if it is the only one; the event is not raised while the app is quitting.',
    },
    test: {
      file: DESKTOP_TEST,
      title: 'a window keeps its normal bounds while it is maximised or minimised, and can be restored',
    },
  },
  'app.quit': {
    promise: 'Closes all windows, then raises `will-quit`.',
    source: {
      file: 'shell/browser/browser.cc',
      finding:
        'Does nothing while already quitting; the exit code is 0, whatever `process.exitCode` is: only `process.exit()` uses it.',
    },
    test: PUT_OFF,
  },
  'app.relaunch': {
    promise: 'Starts the app again when this process has ended; does not end it.',
    source: {
      file: 'shell/browser/relauncher.cc',
      finding:
        'A helper of the same executable waits until this process is gone, so the new one gets the instance lock. Given `args` replace all arguments, given `execPath` the executable; each call adds another start.',
    },
    test: {
      file: 'electron/startup.test.ts',
      title: 'a start while it closes opens nothing, and is made again when all is closed, with its files',
    },
  },
  'app.requestSingleInstanceLock': {
    promise:
      'Returns true for the first process of a user-data folder; otherwise passes the given data to that process.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'Also false if the lock cannot be created (`LOCK_ERROR`), as in a folder that is not writable: then no other process is running.',
    },
    test: { file: RULES_TEST, title: 'there is no instance lock in a folder that is not writable' },
  },
  'app.setAppUserModelId': {
    promise: 'Sets the id of the app for Windows, which shows notifications only under that id.',
    source: {
      file: 'shell/common/application_info_win.cc',
      finding:
        'Without it the id is `electron.app.` and the name, which the app’s shortcuts do not have; does nothing on other systems.',
    },
    test: { file: 'tests/app-id.test.ts', title: 'the program and its Windows shortcut have the same id' },
  },
  'app.setBadgeCount': {
    promise: 'Shows a number on the icon, 0 removes it; on Linux only if the desktop supports it.',
    source: {
      file: 'shell/browser/linux/launcher_entry.cc',
      finding:
        'On Linux a signal on the session bus with the name of the desktop entry; it is unknown whether any program receives it.',
    },
    test: {
      file: 'tests/e2e/long-edits.spec.ts',
      title: 'the taskbar shows that a request runs, a notification that it has ended, and a click opens the result',
    },
  },
  'app.setPath': {
    promise: 'Sets the user-data folder; must be called before the instance lock.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'Refuses relative paths and creates no folder: the lock creates it, or else the start when it becomes ready.',
    },
    test: { file: RULES_TEST, title: 'the user-data folder is set before the instance lock' },
  },
  'app.whenReady': {
    promise: 'Resolves after the entry module was evaluated completely.',
    source: {
      file: 'shell/browser/browser.cc',
      finding:
        'Electron waits for the entry module, so a top-level await on the promise hangs; the promise is resolved before listeners of `ready` are called, but what awaits it was seen to continue after them, and before the message loop runs.',
    },
    test: { file: RULES_TEST, title: 'ready follows the entry module, however long that awaits' },
  },
  "process.on('uncaughtException')": {
    promise: 'An exception that nothing caught; the process goes on.',
    source: {
      file: 'lib/browser/init.ts',
      finding: 'Electron listens too, and shows the error in a dialog, but only while the app does not listen.',
    },
    test: UNCAUGHT,
  },
  "process.on('unhandledRejection')": {
    promise: 'A rejection that nothing handled; the process goes on.',
    source: {
      file: 'shell/browser/electron_browser_main_parts.cc',
      finding:
        'Node runs with `warn-with-error-code`: without a listener it prints a warning and sets the exit code to 1.',
    },
    test: UNCAUGHT,
  },
  'process.resourcesPath': {
    promise: 'The folder of the files packed beside the archive.',
    source: {
      file: 'shell/common/node_bindings.cc',
      finding: 'Read-only, and set in every process of Electron; plain Node has none.',
    },
    test: { file: 'electron/updates.test.ts', title: 'a package looks for its feed among its own resources' },
  },
  'utilityProcess.fork': {
    promise: 'Runs a module in a separate Node process, also from inside the archive; after ready.',
    source: {
      file: 'lib/browser/api/utility-process.ts',
      finding:
        'Supports no stdin; a given environment replaces that of the app unless it is empty. The process ends with the app.',
    },
    test: { file: RULES_TEST, title: 'refuses a stdin and values that are not text' },
  },
};
