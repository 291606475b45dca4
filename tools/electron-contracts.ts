// What we rely on of each part of Electron, and the test that shows it. electron-surface.ts says which parts there are.

/** `test` is a file and the words its title has. */
export type Contract = { contract: string; test: string };

/** By use, as electron-surface.ts names it. */
export const CONTRACTS: Readonly<Record<string, Contract>> = {
  'BrowserWindow.focus': {
    contract: 'Gives the window the keyboard.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'BrowserWindow.getAllWindows': {
    contract: 'Lists the windows not destroyed.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'BrowserWindow.getNormalBounds': {
    contract: 'Place and size when not maximised, in points.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'BrowserWindow.isDestroyed': {
    contract: 'True once the window is gone; anything else asked of it then throws.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'BrowserWindow.isFocused': {
    contract: 'Whether the person works in this window just now.',
    test: 'tests/e2e/long-edits.spec.ts › the taskbar shows that something runs, a notification what has ended, and a click opens it',
  },
  'BrowserWindow.isMaximized': {
    contract: 'Whether the window fills the work area.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'BrowserWindow.isMinimized': {
    contract: 'Whether the window is hidden in the taskbar.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'BrowserWindow.loadURL': {
    contract: 'Resolves when the page has loaded, rejects when it cannot or the window closes first.',
    test: 'tools/chromium-host/host.test.ts › shows the page as a normal page of the debugging port',
  },
  'BrowserWindow.maximize': {
    contract: 'Fills the work area.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  "BrowserWindow.on('close')": {
    contract: 'Before the window closes; its bounds can still be read.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  "BrowserWindow.once('ready-to-show')": {
    contract: 'After the first frame is drawn.',
    test: 'tools/chromium-host/host.test.ts › shows the page as a normal page of the debugging port',
  },
  'BrowserWindow.restore': {
    contract: 'Brings a minimised window back.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'BrowserWindow.setProgressBar': {
    contract: '2 shows a bar without an end on the taskbar, -1 takes it away.',
    test: 'tests/e2e/long-edits.spec.ts › the taskbar shows that something runs, a notification what has ended, and a click opens it',
  },
  'BrowserWindow.show': {
    contract: 'Shows the window and gives it the keyboard.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'BrowserWindow.webContents': {
    contract: 'The page in the window; gone with it.',
    test: 'tools/chromium-host/host.test.ts › names the sender',
  },
  'IpcMainInvokeEvent.senderFrame': {
    contract: 'The frame that asked; null when it has gone meanwhile.',
    test: 'tools/chromium-host/host.test.ts › names the sender',
  },
  'Menu.buildFromTemplate': {
    contract: 'Makes a menu from data; roles bring their own labels and keys.',
    test: 'tools/chromium-host/units.test.ts › is data that can be clicked',
  },
  'Menu.setApplicationMenu': {
    contract: 'Shows it as the menu bar, or on macOS at the top of the screen.',
    test: 'tools/chromium-host/host.test.ts › clicks menu items',
  },
  'Notification.isSupported': {
    contract: 'Whether the desktop shows notifications at all.',
    test: 'tests/e2e/long-edits.spec.ts › the taskbar shows that something runs, a notification what has ended, and a click opens it',
  },
  "Notification.on('click')": {
    contract: 'The person clicked the notification.',
    test: 'tests/e2e/long-edits.spec.ts › the taskbar shows that something runs, a notification what has ended, and a click opens it',
  },
  "Notification.on('close')": {
    contract: 'The notification went away, by itself or by the person.',
    test: 'tests/e2e/long-edits.spec.ts › the taskbar shows that something runs, a notification what has ended, and a click opens it',
  },
  'Notification.show': {
    contract: 'Shows it at once.',
    test: 'tests/e2e/long-edits.spec.ts › the taskbar shows that something runs, a notification what has ended, and a click opens it',
  },
  'UtilityProcess.kill': {
    contract: 'Asks the process to end (SIGTERM).',
    test: 'tools/chromium-host/rules.test.ts › runs a module with streams and messages, and ends with the app',
  },
  "UtilityProcess.once('exit')": {
    contract: 'With the exit code, after the process ended.',
    test: 'tools/chromium-host/rules.test.ts › runs a module with streams and messages, and ends with the app',
  },
  'UtilityProcess.stderr': {
    contract: 'A stream when forked with `pipe`, else null.',
    test: 'tools/chromium-host/rules.test.ts › runs a module with streams and messages, and ends with the app',
  },
  'UtilityProcess.stdout': {
    contract: 'A stream when forked with `pipe`, else null.',
    test: 'tools/chromium-host/rules.test.ts › runs a module with streams and messages, and ends with the app',
  },
  'WebFrameMain.origin': {
    contract: "The frame's origin, `null` in words for an opaque one.",
    test: 'tools/chromium-host/host.test.ts › names the sender',
  },
  'app.commandLine': {
    contract: "Chromium's switches, to be changed before ready.",
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'app.commandLine.hasSwitch': {
    contract: 'Whether a switch was given.',
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'app.commandLine.removeSwitch': {
    contract: 'Takes a switch away before Chromium reads it.',
    test: 'tests/electron/hardening.spec.ts › a released package listens on no debugging port',
  },
  'app.enableSandbox': {
    contract: 'Every renderer is sandboxed; only before ready.',
    test: 'tools/chromium-host/rules.test.ts › schemes before ready and once; nothing else before ready',
  },
  'app.exit': {
    contract: 'Ends at once, without asking anyone.',
    test: 'tools/chromium-host/rules.test.ts › can be put off by before-quit and will-quit',
  },
  'app.getAppPath': {
    contract: "The folder of the app's package.json, in a package the archive.",
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'app.getPath': {
    contract: 'Folders of this person and system.',
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'app.getPreferredSystemLanguages': {
    contract: 'Languages as set in the system, the preferred first.',
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'app.getVersion': {
    contract: "The version of the app's package.json.",
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'app.isPackaged': {
    contract: 'Whether the program is an installed one.',
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  "app.on('activate')": {
    contract: 'macOS: the dock icon was clicked.',
    test: 'tests/electron/desktop.spec.ts › macOS opens a new window when the last was closed',
  },
  "app.on('open-file')": {
    contract: 'macOS: a file was opened with the app, perhaps before ready.',
    test: 'tests/electron/desktop.spec.ts › macOS hands over an opened file',
  },
  "app.on('second-instance')": {
    contract: 'In the first process, with what the second passed to its lock.',
    test: 'tools/chromium-host/host.test.ts › hands a second start over to the first',
  },
  "app.on('web-contents-created')": {
    contract: 'Before any page of it loads.',
    test: 'tools/chromium-host/host.test.ts › lets the app refuse navigations and windows',
  },
  "app.on('will-quit')": {
    contract: 'All windows are closed; preventing it keeps the process.',
    test: 'tools/chromium-host/rules.test.ts › can be put off by before-quit and will-quit',
  },
  "app.on('window-all-closed')": {
    contract: 'Without a listener the app quits.',
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'app.quit': {
    contract: 'Closes all windows, then asks `will-quit`.',
    test: 'tools/chromium-host/rules.test.ts › can be put off by before-quit and will-quit',
  },
  'app.requestSingleInstanceLock': {
    contract: 'True for the first process on a user-data folder; passes the given data to it otherwise.',
    test: 'tools/chromium-host/units.test.ts › is held by one, who gets the letters of the others',
  },
  'app.setAppUserModelId': {
    contract: 'Names the app to Windows, which shows notifications under that name only.',
    test: 'tests/e2e/long-edits.spec.ts › the taskbar shows that something runs, a notification what has ended, and a click opens it',
  },
  'app.setPath': {
    contract: 'Moves the user-data folder; before the instance lock.',
    test: 'tools/chromium-host/rules.test.ts › the user-data folder is settled before the instance lock',
  },
  'app.whenReady': {
    contract: 'Resolves after the entry module was evaluated to its end.',
    test: 'tools/chromium-host/rules.test.ts › ready comes after the entry module, however long that awaits',
  },
  'contextBridge.exposeInMainWorld': {
    contract: "Puts frozen, cloned values and wrapped functions on the page's window.",
    test: 'tools/chromium-host/host.test.ts › returns at once, with values cloned and frozen',
  },
  'dialog.showErrorBox': {
    contract: 'Shows a text; before ready on Linux it goes to stderr.',
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'dialog.showOpenDialog': {
    contract: 'Asks for a folder; `canceled` when the person closed the dialog.',
    test: 'tools/chromium-host/rules.test.ts › a folder may be asked for, files may not; a drag needs an icon that exists and something to drag',
  },
  'dialog.showSaveDialog': {
    contract: 'Asks for a path; `canceled` when the person closed it.',
    test: 'tools/chromium-host/host.test.ts › answers dialogs and records calls',
  },
  'ipcMain.handle': {
    contract: 'One handler per channel; what it throws reaches the page as text.',
    test: 'tools/chromium-host/rules.test.ts › one handler per scheme and per channel',
  },
  'ipcRenderer.invoke': {
    contract: 'A structured clone there and back.',
    test: 'tools/chromium-host/host.test.ts › carries binary and every cloneable kind both ways',
  },
  'ipcRenderer.on': {
    contract: 'Messages in the order they were sent.',
    test: 'tools/chromium-host/host.test.ts › sends events to the page, into its callbacks',
  },
  'nativeTheme.shouldUseDarkColors': {
    contract: 'The theme in force now.',
    test: 'tools/chromium-host/desktop.test.ts › a screen has a work area, a theme can be chosen',
  },
  'nativeTheme.themeSource': {
    contract: "Overrides the system's theme for all pages.",
    test: 'tools/chromium-host/desktop.test.ts › a screen has a work area, a theme can be chosen',
  },
  'new BrowserWindow': {
    contract: 'A window with the preferences given; only after ready.',
    test: 'tools/chromium-host/rules.test.ts › one handler per scheme and per channel; pages without power',
  },
  'new Notification': {
    contract: 'Made with a title and a text, not shown yet.',
    test: 'tests/e2e/long-edits.spec.ts › the taskbar shows that something runs, a notification what has ended, and a click opens it',
  },
  'protocol.handle': {
    contract: 'Every request of a scheme, as web Request and Response with streams.',
    test: 'tools/chromium-host/host.test.ts › answers ranges, bodies and failures',
  },
  'protocol.registerSchemesAsPrivileged': {
    contract: 'Once, before ready; makes the scheme an origin with fetch and media.',
    test: 'tools/chromium-host/rules.test.ts › schemes before ready and once; nothing else before ready',
  },
  'safeStorage.decryptStringAsync': {
    contract: "The text, and whether to encrypt it anew; rejects when the system's key has changed.",
    test: 'tools/chromium-host/rules.test.ts › with a test keyring outlives restarts',
  },
  'safeStorage.encryptStringAsync': {
    contract: 'Bytes only this person on this computer can read.',
    test: 'tools/chromium-host/rules.test.ts › with a test keyring outlives restarts',
  },
  'safeStorage.getSelectedStorageBackend': {
    contract: 'Linux only: the key store in use; `basic_text` protects nothing.',
    test: 'tools/chromium-host/rules.test.ts › is unavailable by default',
  },
  'safeStorage.isAsyncEncryptionAvailable': {
    contract: 'Whether there is a key store; after ready.',
    test: 'tools/chromium-host/rules.test.ts › is unavailable by default',
  },
  'screen.getDisplayMatching': {
    contract: 'The screen that shows most of a rectangle; after ready.',
    test: 'tools/chromium-host/desktop.test.ts › a screen has a work area, a theme can be chosen',
  },
  'session.defaultSession': {
    contract: 'The session of our window; after ready.',
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  "session.on('will-download')": {
    contract: 'Before a download begins; preventing it cancels.',
    test: 'tests/electron/hardening.spec.ts › a page gets no permission, window, navigation or download',
  },
  'session.resolveProxy': {
    contract: 'The proxy for an address, in PAC notation.',
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'session.setDevicePermissionHandler': {
    contract: 'Asked before a page uses a device.',
    test: 'tests/electron/hardening.spec.ts › a page gets no permission, window, navigation or download',
  },
  'session.setDisplayMediaRequestHandler': {
    contract: 'Asked before a page captures the screen.',
    test: 'tests/electron/hardening.spec.ts › a page gets no permission, window, navigation or download',
  },
  'session.setPermissionCheckHandler': {
    contract: 'Asked whenever a page looks whether it may.',
    test: 'tests/electron/hardening.spec.ts › a page gets no permission, window, navigation or download',
  },
  'session.setPermissionRequestHandler': {
    contract: 'Asked before a page is allowed something; without it everything is.',
    test: 'tests/electron/hardening.spec.ts › a page gets no permission, window, navigation or download',
  },
  'session.webRequest': {
    contract: 'Watches every request of the session.',
    test: 'electron/security.test.ts › lets no request leave our origin',
  },
  'session.webRequest.onBeforeRequest': {
    contract: 'May cancel a request before it leaves.',
    test: 'electron/security.test.ts › lets no request leave our origin',
  },
  'shell.openExternal': {
    contract: "Opens an address in the system's browser.",
    test: 'tools/chromium-host/desktop.test.ts › tells names, folders, languages, proxies and switches',
  },
  'utilityProcess.fork': {
    contract: 'Runs a module in a Node process of its own, from inside the archive too; after ready.',
    test: 'tools/chromium-host/rules.test.ts › runs a module with streams and messages, and ends with the app',
  },
  'webContents.isDestroyed': {
    contract: "True once the page's window is gone.",
    test: 'tools/chromium-host/desktop.test.ts › a window keeps its normal place while it is maximised or minimised, and comes back',
  },
  'webContents.mainFrame': {
    contract: "The page's own frame, the same object each time.",
    test: 'tools/chromium-host/host.test.ts › names the sender',
  },
  "webContents.on('render-process-gone')": {
    contract: 'The page crashed or was killed, with the reason.',
    test: 'tools/chromium-host/host.test.ts › tells the app of a crash, and the page can come back',
  },
  "webContents.on('will-attach-webview')": {
    contract: 'Before a webview appears; preventing it stops it.',
    test: 'electron/security.test.ts › may not: %s',
  },
  "webContents.on('will-frame-navigate')": {
    contract: 'Before any frame goes elsewhere by itself.',
    test: 'electron/security.test.ts › may not: %s',
  },
  "webContents.on('will-navigate')": {
    contract: 'Before the page goes elsewhere by itself.',
    test: 'tools/chromium-host/host.test.ts › lets the app refuse navigations and windows',
  },
  "webContents.on('will-redirect')": {
    contract: 'Before a redirect is followed.',
    test: 'electron/security.test.ts › may not: %s',
  },
  'webContents.reload': {
    contract: 'Loads the page anew, after a crash in a new process.',
    test: 'tools/chromium-host/host.test.ts › tells the app of a crash, and the page can come back',
  },
  'webContents.send': {
    contract: 'A structured clone to the page; nothing happens when it has gone.',
    test: 'tools/chromium-host/host.test.ts › sends events to the page, into its callbacks',
  },
  'webContents.setWindowOpenHandler': {
    contract: 'Decides on `window.open` and links to new windows.',
    test: 'tools/chromium-host/host.test.ts › lets the app refuse navigations and windows',
  },
};
