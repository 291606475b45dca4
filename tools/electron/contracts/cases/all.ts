// All cases.

import { DESKTOP_CASES } from './desktop.ts';
import { PAGE_CASES } from './pages.ts';
import { PROGRAM_CASES } from './program.ts';
import { SESSION_CASES } from './session.ts';
import { WINDOW_CASES } from './windows.ts';

export const CASES = [...PROGRAM_CASES, ...WINDOW_CASES, ...PAGE_CASES, ...SESSION_CASES, ...DESKTOP_CASES];
