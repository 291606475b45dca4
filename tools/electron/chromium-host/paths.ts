// The standard folders and the system's languages on each platform. Independent of `app`.

import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the result of Electron's `app.getPath(name)` before any `setPath`. */
export function defaultPath(name: string, appName: string, userData: () => string): string | undefined {
  const home = homedir();
  const { env, platform } = process;
  const appData =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : env.XDG_CONFIG_HOME || join(home, '.config');
  switch (name) {
    case 'home':
      return home;
    case 'appData':
      return appData;
    case 'userData':
      return join(appData, appName);
    case 'sessionData':
      return userData();
    case 'logs':
      return platform === 'darwin' ? join(home, 'Library', 'Logs', appName) : join(userData(), 'logs');
    case 'crashDumps':
      return join(userData(), 'Crashpad');
    case 'temp':
      return tmpdir();
    case 'exe':
      return process.execPath;
    case 'downloads':
      return env.XDG_DOWNLOAD_DIR || join(home, 'Downloads');
    case 'desktop':
    case 'documents':
    case 'music':
    case 'pictures':
    case 'videos':
      return join(home, `${name[0]?.toUpperCase()}${name.slice(1)}`);
    default:
      return undefined;
  }
}

/** `zh_CN.UTF-8` means Chinese as in China, then any Chinese. */
function toTags(posixName: string): string[] {
  const [name = ''] = posixName.split(/[.@]/);
  if (!name || name === 'C' || name === 'POSIX') return [];
  return [name.replaceAll('_', '-'), name.split('_')[0] ?? name];
}

/**
 * Returns the system's languages, the preferred first, as BCP 47 tags: those of the first variable that is set, as in
 * GLib. Empty if none is set.
 */
export function systemLanguages(env: NodeJS.ProcessEnv = process.env): string[] {
  const names = env.LANGUAGE || env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return [...new Set(names.split(':').flatMap(toTags))];
}
