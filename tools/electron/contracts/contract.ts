// The record about each part of Electron that the app uses.

/** `surface.ts` determines the parts and their names. */
type Contract = {
  /** What the app relies on, and no more. */
  promise: string;
  /** The first version of Electron that has it, where that is later than 25. */
  since?: number;
  /**
   * The finding in Electron's own source: the file inside electron/electron, and the facts in it that matter to the
   * app.
   */
  source: { file: string; finding: string };
  /** The test that verifies it. */
  test: { file: string; title: string };
};

/** By use. */
export type Contracts = Readonly<Record<string, Contract>>;

/** The revision of the source: a branch before 45.4, because the tag was not available. */
export const SOURCE_VERSION = '96f3996, 22 August 2026, nine commits after v45.0.0-nightly.20260821';

/** Files with tests of the Chromium host. */
export const DESKTOP_TEST = 'tools/electron/chromium-host/desktop.test.ts';
export const RULES_TEST = 'tools/electron/chromium-host/rules.test.ts';
export const HOST_TEST = 'tools/electron/chromium-host/host.test.ts';
