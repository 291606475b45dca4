// All contracts.

import { APP } from './app.ts';
import type { Contracts } from './contract.ts';
import { DESKTOP } from './desktop.ts';
import { PAGES } from './pages.ts';
import { SESSION } from './session.ts';
import { WINDOWS } from './windows.ts';

/** By use, with the names of `surface.ts`. */
export const CONTRACTS: Contracts = { ...APP, ...WINDOWS, ...PAGES, ...SESSION, ...DESKTOP };
