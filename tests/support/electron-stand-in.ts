// Scripts that replace Electron's program: each behaves like the real one on some system.

import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import { tempFolder } from './temp-folder.ts';

/** The behaviours of the scripts, by name. */
export const BEHAVIOURS = {
  answers: 'echo ready; exec sleep 60',
  'lacks a library': `echo "electron: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory" >&2
    exit 127`,
  'finds an old C library': `echo "electron: /lib/libc.so.6: version \\\`GLIBC_2.99' not found (required by electron)" >&2; exit 1`,
  'may not make a sandbox': `echo "[7:1121/0601.1:FATAL:sandbox/linux/suid/client/setuid_sandbox_host.cc:166] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I'm aborting now. You need to make sure that $0-sandbox is owned by root and has mode 4755." >&2
    ulimit -c 0; kill -ABRT $$`,
  'may not make namespaces': `echo "[7:1121/0601.1:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:128] No usable sandbox!" >&2
    ulimit -c 0; kill -TRAP $$`,
  'cannot open the display': `echo "[7:1121/0601.1:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:256] Missing X server or \\$DISPLAY" >&2; exit 1`,
  'has no helper process as root': `echo "[9:1121/0601.1:FATAL:electron_main_delegate.cc:225] Running as root without --no-sandbox is not supported." >&2
    echo "electron-probe: the helper process ended with code 133" >&2; exit 1`,
  'crashes in its page': `echo "[7:1121/0601.1:ERROR:dbus/bus.cc:408] Failed to connect to the bus" >&2
    echo "electron-probe: the page: crashed" >&2; echo "[7:1121/0601.2:ERROR:gpu.cc:1] noise" >&2; exit 1`,
  'ends in silence': 'exit 3',
  hangs: 'sleep 60 & wait',
} as const;

/**
 * Creates a replacement that the environment declares as the installed Electron. `notes` gets a line for each start:
 * its process, display, Wayland display and arguments.
 */
export async function standIn(script: string): Promise<{ binary: string; folder: string; notes: string }> {
  const folder = await tempFolder();
  const binary = path.join(folder, 'dist', 'electron');
  const notes = path.join(folder, 'notes');
  await mkdir(path.dirname(binary));
  await writeFile(binary, `#!/bin/sh\necho "$$ $DISPLAY $WAYLAND_DISPLAY $@" >> ${notes}\n${script}\n`);
  await chmod(binary, 0o755);
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', path.dirname(binary));
  return { binary, folder, notes };
}
