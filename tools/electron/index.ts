// Electron, or what stands in for it, for `npm start`, packing and tests. Other code imports nothing else of this folder.
//
//   find.ts                        decides whether Electron runs here: obstacle.ts says why not, remembered.ts what is
//                                  known from earlier
//   binary.ts, fetch.ts            the installed binary; its download
//   try.ts, probe/, display.ts     a small app that is started on it, on Xvfb if need be
//   arguments.ts                   its command line
//   chromium-host/                 the stand-in: Electron's API on Node and Chromium
//   contracts/                     what the app relies on in Electron, each with a test
//   surface.ts, host-surface.ts    what the app uses of the API, and what the stand-in offers

export { electronArguments } from './arguments.ts';
export { installedElectron } from './binary.ts';
export {
  Browser,
  browserArguments,
  type CdpSession,
  findChromium,
  findInstalledChromium,
  HOST_PROGRAM,
  type Keyring,
  NO_CHROMIUM,
  onOrphaned,
} from './chromium-host/index.ts';
export { hasDisplay } from './display.ts';
export { findElectron, type UsableElectron } from './find.ts';
export { explain, isObstacle } from './obstacle.ts';
