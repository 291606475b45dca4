// A drive that is taken away and leaves an empty folder in its place, as a mount point does.

import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';

/** Takes a folder away. `filesInPlace`: what was written in its place since; `plug` brings it back. */
export async function unplug(folder: string) {
  const away = `${folder} away`;
  await rename(folder, away);
  await mkdir(folder);
  return {
    filesInPlace: () => readdir(folder, { recursive: true }),
    async plug() {
      await rmdir(folder);
      await rename(away, folder);
    },
  };
}
