// Owns where the standard folders are and which languages the system speaks, per platform; must not know `app`.

import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder Electron's `app.getPath(name)` would give, before any `setPath`. */
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

/** `zh_CN.UTF-8` stands for Chinese as in China, then for Chinese at all. */
function toTags(posixName: string): string[] {
  const [name = ''] = posixName.split(/[.@]/);
  if (!name || name === 'C' || name === 'POSIX') return [];
  return [name.replaceAll('_', '-'), name.split('_')[0] ?? name];
}

/** The system's languages, best first, as BCP 47 tags: of the first variable that is set, as GLib reads them. Empty where the system names none. */
export function systemLanguages(env: NodeJS.ProcessEnv = process.env): string[] {
  const names = env.LANGUAGE || env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return [...new Set(names.split(':').flatMap(toTags))];
}
