// Everything that is written down, part by part.

import { APP } from './app.ts';
import type { Contracts } from './contract.ts';
import { DESKTOP } from './desktop.ts';
import { PAGES } from './pages.ts';
import { SESSION } from './session.ts';
import { WINDOWS } from './windows.ts';

/** By the part's heading in the document. */
export const PARTS: Readonly<Record<string, Contracts>> = {
  'The program': APP,
  Windows: WINDOWS,
  Pages: PAGES,
  'The session': SESSION,
  'The desktop': DESKTOP,
};

/** By use, as electron-surface.ts names it. */
export const CONTRACTS: Contracts = Object.assign({}, ...Object.values(PARTS));
