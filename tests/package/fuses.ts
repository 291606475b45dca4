// Electron's fuses as we decided them, and reading them back from a program.

import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** Every fuse there is: a new one that nobody decided on shows as a difference. */
export const FUSES: Readonly<Record<string, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
};

/** The fuses of a program, by name, or by place in the wire where the name is not known. */
export async function readFuses(program: string): Promise<Record<string, boolean>> {
  const { version: _, ...wire } = await getCurrentFuseWire(program);
  return Object.fromEntries(
    Object.entries(wire).map(([at, state]) => [FuseV1Options[Number(at)] ?? at, state === FuseState.ENABLE]),
  );
}
