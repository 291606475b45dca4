// What is written down of each part of Electron that the app uses.

/** `electron-surface.ts` says which parts there are, and by which names. */
export type Contract = {
  /** What the app relies on, no more. */
  promise: string;
  /** What Electron's own source says: the file inside electron/electron that was read, and what in it matters to us. */
  source: { file: string; finding: string };
  /** The test that shows it. */
  test: { file: string; title: string };
};

/** By use. */
export type Contracts = Readonly<Record<string, Contract>>;

/** Where the source was read: no tag of 45.4 was at hand, this is the branch it was made from. */
export const SOURCE_VERSION = '96f3996, 22 August 2026, nine commits after v45.0.0-nightly.20260821';

/** Files with tests of the Chromium host. */
export const DESKTOP_TEST = 'tools/chromium-host/desktop.test.ts';
export const RULES_TEST = 'tools/chromium-host/rules.test.ts';
export const HOST_TEST = 'tools/chromium-host/host.test.ts';
