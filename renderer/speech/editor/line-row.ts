// The elements beside one line: its number and state at the left; length, buttons and failure at the right.

import { isUnderWay } from '../../../shared/script/line-state.ts';
import { buttonIcon, stateMark } from './line-icons.ts';
import type { EditorWords, LineActions, LineFacts } from './ports.ts';

/** What a row shows; `index` counts from 0. */
export type RowContent = {
  index: number;
  /** Pixels from the top of the text. */
  top: number;
  height: number;
  /** The cursor is in this line. */
  isCurrent: boolean;
  isPlaying: boolean;
  facts: LineFacts | undefined;
};

/** The row of one line. Its buttons exist only where there are actions. */
export type Row = {
  element: HTMLLIElement;
  /** Shows a line; what is the same already costs nothing. */
  show: (content: RowContent) => void;
  content: () => RowContent | undefined;
};

const NO_FACTS: LineFacts = { state: 'none' };

/** Creates a row. @param actions null for numbers only */
export function createRow(words: EditorWords, actions: LineActions | null): Row {
  const element = document.createElement('li');
  const number = part('span', 'number');
  const mark = part('span', 'mark');
  const cue = part('span', 'cue');
  const length = part('span', 'length');
  const size = part('span', 'size');
  const failure = part('span', 'failure');
  const reason = part('span', 'reason');
  let shown: RowContent | undefined;
  const withIndex = (act: (index: number) => void) => () => {
    if (shown) act(shown.index);
  };
  let again: HTMLButtonElement | undefined;
  let fitButton: HTMLButtonElement | undefined;
  for (const one of [number, mark]) one.ariaHidden = 'true';
  element.append(cue, number, mark);
  /** Those without a name have a text. */
  const buttons: { element: HTMLButtonElement; name?: (number: number) => string }[] = [];
  if (actions) {
    const { play, redo, openMenu, showFailure, fit: offerFit } = actions;
    const missed = button('fit', () => withIndex((index) => offerFit(index, missed))());
    fitButton = missed;
    missed.hidden = true;
    buttons.push({ element: missed });
    const menu = button('menu', () => withIndex((index) => openMenu(index, menu))());
    buttons.push({ element: button('play', withIndex(play)), name: words.play });
    again = button('redo', withIndex(redo));
    buttons.push({ element: again, name: words.redo });
    buttons.push({ element: menu, name: words.menu });
    const details = document.createElement('button');
    details.type = 'button';
    details.className = 'details';
    details.textContent = words.details;
    details.addEventListener('click', withIndex(showFailure));
    failure.append(reason, details);
    buttons.push({ element: details });
    const end = part('span', 'end');
    end.append(length, ...buttons.slice(0, -1).map((one) => one.element));
    element.append(end, size, failure);
  }

  const showFacts = (facts: LineFacts): void => {
    const { lengthText = '', isEstimated = false, sizeText = '', failureText = '', cueText = '', fit } = facts;
    if (cue.textContent !== cueText) cue.textContent = cueText;
    if (fitButton && fitButton.ariaLabel !== (fit?.hint ?? null)) {
      fitButton.hidden = fit === undefined;
      length.hidden = fit !== undefined;
      fitButton.textContent = fit?.text ?? '';
      fitButton.title = fit?.hint ?? '';
      fitButton.ariaLabel = fit?.hint ?? null;
    }
    fitButton?.toggleAttribute('data-unfit', fit?.isUnfit ?? false);
    if (length.textContent !== lengthText) length.textContent = lengthText;
    length.toggleAttribute('data-estimated', isEstimated);
    if (size.textContent !== sizeText) size.textContent = sizeText;
    if (reason.textContent !== failureText) reason.textContent = failureText;
    // Setting it again would have its style worked out again.
    if (failure.hidden !== (failureText === '')) failure.hidden = failureText === '';
  };

  const show = (content: RowContent): void => {
    const before = shown;
    shown = content;
    const { index, top, height, isCurrent, isPlaying, facts = NO_FACTS } = content;
    if (top !== before?.top) element.style.top = `${top}px`;
    if (height !== before?.height) element.style.height = `${height}px`;
    if (isCurrent !== before?.isCurrent) {
      element.toggleAttribute('data-current', isCurrent);
      for (const one of buttons) one.element.tabIndex = isCurrent ? 0 : -1;
    }
    if (isPlaying !== before?.isPlaying) element.toggleAttribute('data-playing', isPlaying);
    const { state } = facts;
    const factsBefore = before?.facts ?? NO_FACTS;
    const isOtherLine = index !== before?.index;
    if (isOtherLine || state !== factsBefore.state) {
      element.ariaLabel = words.line(index + 1, state);
      element.dataset.state = state;
      mark.replaceChildren(...stateMark(state));
      mark.title = state === 'none' ? '' : element.ariaLabel;
      // Not disabled, which would take the focus away.
      if (again) again.ariaDisabled = String(isUnderWay(state));
    }
    if (isOtherLine) {
      number.textContent = String(index + 1);
      for (const one of buttons) if (one.name) one.element.ariaLabel = one.name(index + 1);
    }
    if (before === undefined || facts !== factsBefore) showFacts(facts);
  };
  return { element, show, content: () => shown };
}

function part(tag: 'span', className: string): HTMLSpanElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

function button(icon: Parameters<typeof buttonIcon>[0] | 'fit', onPress: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = icon;
  if (icon !== 'fit') element.append(buttonIcon(icon));
  element.addEventListener('click', onPress);
  return element;
}
