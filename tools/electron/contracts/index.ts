// All contracts, part by part.

import { APP } from './app.ts';
import type { Contracts } from './contract.ts';
import { DESKTOP } from './desktop.ts';
import { PAGES } from './pages.ts';
import { SESSION } from './session.ts';
import { WINDOWS } from './windows.ts';

/** By the heading of the part in the document. */
export const PARTS: Readonly<Record<string, Contracts>> = {
  'The program': APP,
  Windows: WINDOWS,
  Pages: PAGES,
  'The session': SESSION,
  'The desktop': DESKTOP,
};

/** By use, with the names of `surface.ts`. */
export const CONTRACTS: Contracts = Object.assign({}, ...Object.values(PARTS));
