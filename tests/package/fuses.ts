// The app's settings of Electron's fuses, and reading them from a program.

import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** All fuses: a new one that is not listed shows up as a difference. */
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

/** Reads the fuses of a program, by name, or by position in the wire if the name is unknown. */
export async function readFuses(program: string): Promise<Record<string, boolean>> {
  const { version: _, ...wire } = await getCurrentFuseWire(program);
  return Object.fromEntries(
    Object.entries(wire).map(([at, state]) => [FuseV1Options[Number(at)] ?? at, state === FuseState.ENABLE]),
  );
}
