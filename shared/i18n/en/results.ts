// English texts about new results: how they are shown, and what they show.

import type { Plural } from '../word-types.ts';

export const results = {
  'images.newResults': 'New results',
  'images.resultOnCanvas': 'Result {number} on the canvas',
  'images.resultReady': { one: 'Result ready', other: '{count} results ready' },
  'images.showReady': 'Show',
  'images.compare': 'Compare',
  'images.backToGrid': 'All new results',
  'images.openResult': 'Open result {number}',
  'images.markToCompare': 'Mark result {number} to compare',
  'images.gridKeys': 'Enter opens · arrow keys walk · Space marks two to compare',
} as const satisfies Readonly<Record<string, string | Plural>>;
