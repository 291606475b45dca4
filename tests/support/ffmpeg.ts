// Runs ffmpeg, where it is installed: another program's word on what the app has written.

import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether it is installed. */
export function hasFfmpeg(): boolean {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What ffmpeg says of a file while it passes its sound through filters. @param options before the file */
export async function saidByFfmpeg(file: string, filter: string, options: readonly string[] = []): Promise<string> {
  const quiet = ['-hide_banner', '-nostats'];
  const args = [...quiet, ...options, '-i', file, '-af', filter, '-f', 'null', '-'];
  return (await promisify(execFile)('ffmpeg', args)).stderr;
}
