// The few icons beside the lines, as elements: the list of lines is no React. Drawn like those of lucide (ISC licence).

import type { LineState } from '../../../shared/script/line-state.ts';

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Strokes of the buttons, in a square of 24. */
const BUTTONS = {
  play: ['M6 4.5v15l13-7.5z'],
  redo: ['M21 12a9 9 0 1 1-9-9c2.5 0 4.9 1 6.7 2.7L21 8', 'M21 3v5h-5'],
  menu: ['M5 12h.01', 'M12 12h.01', 'M19 12h.01'],
} as const;

/** A shape for each state, in a square of 12, so that a state is known without its colour. */
const STATES: Readonly<Record<LineState, readonly string[]>> = {
  none: [],
  queued: ['M6 2.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7', 'M6 4.2V6l1.2.9'],
  paused: ['M4.5 3.2v5.6', 'M7.5 3.2v5.6'],
  running: ['M6 2.5a3.5 3.5 0 1 1-3.5 3.5'],
  ready: ['M2.5 6.4 5 8.8 9.5 3.6'],
  changed: ['M2 7c1-2.2 2.4-2.2 4-1s3 1.2 4-1'],
  failed: ['M6 2.2v4.6', 'M6 9.5v.01'],
};

/** Creates the icon of a button. */
export function buttonIcon(name: keyof typeof BUTTONS): SVGSVGElement {
  return icon(24, 16, BUTTONS[name]);
}

/** Creates the mark of a state: no element for `none`, since the browser spends time on an empty one too. */
export function stateMark(state: LineState): SVGSVGElement[] {
  return STATES[state].length === 0 ? [] : [icon(12, 12, STATES[state])];
}

function icon(square: number, size: number, strokes: readonly string[]): SVGSVGElement {
  const svg = document.createElementNS(NAMESPACE, 'svg');
  svg.setAttribute('viewBox', `0 0 ${square} ${square}`);
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  svg.setAttribute('aria-hidden', 'true');
  for (const stroke of strokes) {
    const path = document.createElementNS(NAMESPACE, 'path');
    path.setAttribute('d', stroke);
    svg.append(path);
  }
  return svg;
}
