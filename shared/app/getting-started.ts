// The steps of *Getting started*, in the order in which they are shown.

import type { Screen } from './commands.ts';

/** Each is done by doing it: see `renderer/help/getting-started.ts`. */
export const GETTING_STARTED_STEPS = ['sound', 'voice', 'picture', 'edit', 'library'] as const;
export type GettingStartedStep = (typeof GETTING_STARTED_STEPS)[number];

/** The screen on which a step is done. */
export const STEP_SCREENS = {
  sound: 'speech',
  voice: 'speech',
  picture: 'images',
  edit: 'images',
  library: 'library',
} as const satisfies Record<GettingStartedStep, Screen>;
