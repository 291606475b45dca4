// The program: its start, its end, its names and folders, and processes of its own.

import { type Contracts, DESKTOP_TEST, HOST_TEST, RULES_TEST } from './contract.ts';

const NAMES = { file: DESKTOP_TEST, title: 'tells names, folders, languages, proxies and switches; refuses none' };
const EARLY = { file: RULES_TEST, title: 'schemes before ready and once; nothing else before ready' };
const PUT_OFF = {
  file: RULES_TEST,
  title: 'can be put off by before-quit and will-quit, then ends with 0, whatever process.exitCode says',
};
const STREAMS = { file: RULES_TEST, title: 'runs a module with streams' };
const ENDED = { file: RULES_TEST, title: 'ended by %s: its exit code, then no streams and no process' };

export const APP: Contracts = {
  'CommandLine.hasSwitch': {
    promise: 'Whether a switch is there now.',
    source: {
      file: 'shell/common/api/electron_api_command_line.cc',
      finding:
        'Asks the command line as the app has changed it so far, in lower case: what `enableSandbox` or `removeSwitch` took away is not there.',
    },
    test: NAMES,
  },
  'CommandLine.removeSwitch': {
    promise: 'Takes a switch away before Chromium reads it.',
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
    promise: 'Asks a running process to end; false when there is none.',
    source: {
      file: 'shell/browser/api/electron_api_utility_process.cc',
      finding: 'Before the process has come up there is no process id: `kill` then does nothing and answers false.',
    },
    test: ENDED,
  },
  "UtilityProcess.once('error')": {
    promise: 'V8 ended the process, as for lack of memory; `exit` follows.',
    source: {
      file: 'lib/browser/api/utility-process.ts',
      finding:
        'Raised by an emitter of Node as `FatalError`, place, report: where nobody listens it is thrown in the main process.',
    },
    test: { file: RULES_TEST, title: 'out of memory, says so before it exits' },
  },
  "UtilityProcess.once('exit')": {
    promise: 'With the exit code, after the process ended.',
    source: {
      file: 'shell/browser/api/electron_api_utility_process.cc',
      finding:
        'The code is 0 after our own `kill`, the number of the signal after a foreign one; a V8 fatal error raises `error` besides.',
    },
    test: ENDED,
  },
  'UtilityProcess.stderr': {
    promise: 'A stream when forked with `pipe`, else null; null again after the end.',
    source: {
      file: 'lib/browser/api/utility-process.ts',
      finding: 'The end takes all listeners off the stream: last words not read by then are lost.',
    },
    test: STREAMS,
  },
  'UtilityProcess.stdout': {
    promise: 'A stream when forked with `pipe`, else null; null again after the end.',
    source: {
      file: 'lib/browser/api/utility-process.ts',
      finding: 'There at once; what the process writes flows into it when the process has come up.',
    },
    test: STREAMS,
  },
  'app.commandLine': {
    promise: "Chromium's switches, to be changed before ready.",
    source: {
      file: 'lib/browser/api/app.ts',
      finding: 'Five functions on the one command line of the process; every name and value becomes a string.',
    },
    test: NAMES,
  },
  'app.enableSandbox': {
    promise: 'Every renderer is sandboxed; only before ready.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'Throws once ready; takes `--no-sandbox` off the command line and adds `--enable-sandbox`, under which utility processes abort as root.',
    },
    test: EARLY,
  },
  'app.exit': {
    promise: 'Ends without asking anyone.',
    source: {
      file: 'shell/browser/browser.cc',
      finding:
        'Windows are destroyed without `close`, then `quit` is raised with the code; before the message loop runs, the process ends on the spot.',
    },
    test: { file: RULES_TEST, title: 'by exit asks nobody' },
  },
  'app.getAppPath': {
    promise: "The folder of the app's package.json, in a package the archive.",
    source: {
      file: 'lib/browser/init.ts',
      finding: 'Set to where package.json was found, before the entry module is loaded.',
    },
    test: NAMES,
  },
  'app.getPath': {
    promise: 'Folders of this person and system.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding: 'Throws `Failed to get … path` for a name it does not know or a folder the system does not name.',
    },
    test: NAMES,
  },
  'app.getPreferredSystemLanguages': {
    promise: 'Languages as set in the system, the preferred first.',
    source: {
      file: 'shell/common/language_util_linux.cc',
      finding:
        'On Linux the first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG, each language followed by its plainer forms; the `C` locale gives an empty list.',
    },
    test: NAMES,
  },
  'app.getVersion': {
    promise: "The version of the app's package.json.",
    source: { file: 'lib/browser/init.ts', finding: 'Without one there, the version of the executable file.' },
    test: NAMES,
  },
  'app.isPackaged': {
    promise: 'Whether the program is an installed one.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'The executable is not called `electron`, or ELECTRON_FORCE_IS_PACKAGED is set: the name decides, not the archive.',
    },
    test: NAMES,
  },
  "app.on('activate')": {
    promise: 'macOS: the dock icon was clicked.',
    source: {
      file: 'shell/browser/mac/electron_application_delegate.mm',
      finding: 'Also when the app is opened once more; tells whether windows are visible.',
    },
    test: {
      file: 'tests/electron/desktop.spec.ts',
      title: 'macOS opens a new window when the last was closed',
    },
  },
  "app.on('open-file')": {
    promise: 'macOS: a file was opened with the app, perhaps before ready.',
    source: {
      file: 'shell/browser/mac/electron_application_delegate.mm',
      finding: 'One event a file; preventing it tells the system that the file was taken.',
    },
    test: { file: 'tests/electron/desktop.spec.ts', title: 'macOS hands over an opened file' },
  },
  "app.on('second-instance')": {
    promise: 'In the first process, after ready, with what the second passed to its lock.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'Raised as soon as the app is ready; nothing is kept for a listener that comes later, and the second start ends all the same.',
    },
    test: { file: HOST_TEST, title: 'hands a second start over to the first' },
  },
  "app.on('web-contents-created')": {
    promise: 'Before any page of it loads.',
    source: {
      file: 'lib/browser/api/web-contents.ts',
      finding: 'Raised while the object is made, before its window is there.',
    },
    test: { file: DESKTOP_TEST, title: 'a page is announced before anybody has its window' },
  },
  "app.on('will-quit')": {
    promise: 'All windows are closed; preventing it keeps the process.',
    source: {
      file: 'shell/browser/electron_browser_main_parts_posix.cc',
      finding:
        'A first SIGTERM, SIGINT or SIGHUP quits in this order; a second of the same kind ends the process on the spot.',
    },
    test: PUT_OFF,
  },
  "app.on('window-all-closed')": {
    promise: 'Without a listener the app quits.',
    source: {
      file: 'lib/browser/init.ts',
      finding: 'Electron’s own listener quits when it is the only one; it is not raised while the app is quitting.',
    },
    test: {
      file: DESKTOP_TEST,
      title: 'a window keeps its normal place while it is maximised or minimised, and comes back',
    },
  },
  'app.quit': {
    promise: 'Closes all windows, then asks `will-quit`.',
    source: {
      file: 'shell/browser/browser.cc',
      finding:
        'Does nothing while already quitting; the exit code is 0, whatever `process.exitCode` says: only `process.exit()` looks at it.',
    },
    test: PUT_OFF,
  },
  'app.requestSingleInstanceLock': {
    promise: 'True for the first process on a user-data folder; passes the given data to it otherwise.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding:
        'Also false when the lock cannot be made (`LOCK_ERROR`), as in a folder that cannot be written: no other process is then running.',
    },
    test: { file: RULES_TEST, title: 'there is no instance lock on a folder that cannot be written' },
  },
  'app.setAppUserModelId': {
    promise: 'Names the app to Windows, which shows notifications under that name only.',
    source: {
      file: 'shell/common/application_info_win.cc',
      finding:
        'Without it the id is `electron.app.` and the name, which no shortcut of ours has; elsewhere it does nothing.',
    },
    test: { file: 'tests/app-id.test.ts', title: 'Windows knows the program by the id of its shortcut' },
  },
  'app.setBadgeCount': {
    promise: 'A number on the icon, 0 takes it away; on Linux where the desktop shows such numbers.',
    source: {
      file: 'shell/browser/linux/launcher_entry.cc',
      finding:
        'On Linux a signal on the session bus by the name of the desktop entry; nothing says whether anyone listens.',
    },
    test: {
      file: 'tests/e2e/long-edits.spec.ts',
      title: 'the taskbar shows that something runs, a notification what has ended, and a click opens it',
    },
  },
  'app.setPath': {
    promise: 'Moves the user-data folder; before the instance lock.',
    source: {
      file: 'shell/browser/api/electron_api_app.cc',
      finding: 'Refuses relative paths and makes no folder: the lock does, and else becoming ready.',
    },
    test: { file: RULES_TEST, title: 'the user-data folder is settled before the instance lock' },
  },
  'app.whenReady': {
    promise: 'Resolves after the entry module was evaluated to its end.',
    source: {
      file: 'shell/browser/browser.cc',
      finding:
        'The entry module is waited for, so a top-level await on it hangs; what waits for the promise goes on before anybody hears `ready`.',
    },
    test: { file: RULES_TEST, title: 'ready comes after the entry module, however long that awaits' },
  },
  'process.resourcesPath': {
    promise: 'The folder of what was packed beside the archive.',
    source: {
      file: 'shell/common/node_bindings.cc',
      finding: 'Read-only, and set in every process of Electron; plain Node has none.',
    },
    test: { file: 'electron/updates.test.ts', title: 'a package looks for its feed among its own resources' },
  },
  'utilityProcess.fork': {
    promise: 'Runs a module in a Node process of its own, from inside the archive too; after ready.',
    source: {
      file: 'lib/browser/api/utility-process.ts',
      finding:
        'Takes no stdin; an environment that is given replaces ours unless it is empty. The process is ended with the app.',
    },
    test: { file: RULES_TEST, title: 'takes neither a stdin nor values that are no text' },
  },
};
