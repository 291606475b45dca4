// Checks webPreferences: the host accepts only those that give the page no privileges. Independent of windows.

const MUST_BE: Partial<Electron.WebPreferences> = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
};

/** Returns Electron's safe defaults, overridden by the given preferences. @throws if one of them is unsafe. */
export function safePreferences(given: Electron.WebPreferences = {}): Electron.WebPreferences {
  for (const [name, wanted] of Object.entries(MUST_BE)) {
    const value = given[name as keyof Electron.WebPreferences];
    if (value !== undefined && value !== wanted) {
      throw new Error(`webPreferences.${name} must be ${wanted}: the Chromium host has no other kind of page`);
    }
  }
  for (const name of ['session', 'partition', 'additionalArguments'] as const) {
    if (given[name] !== undefined) throw new Error(`not implemented on the Chromium host: webPreferences.${name}`);
  }
  return { ...MUST_BE, ...given };
}
