// Draws the beginning of a text as the editor will show it, without the editor's library. It cannot be typed into.

import editorCss from './editor.css?inline';
import { LISTED_FROM } from './ports.ts';
import standInCss from './text-stand-in.css?inline';

/** More paragraphs than a window is high. */
const SHOWN = 100;

/**
 * Draws it into the shadow root of `host`, which has nothing else in it. `placeholder` is shown where
 * it is empty; `isTimed`: its lines keep the times of subtitles.
 */
export function drawText(
  host: HTMLElement,
  text: string,
  { lines, isTimed, placeholder }: { lines: number; isTimed: boolean; placeholder: string },
): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  if (root.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(editorCss + standInCss);
    root.adoptedStyleSheets.push(sheet);
  }
  const isListed = lines >= LISTED_FROM;
  let number = 0;
  const content = box(
    'cm-content',
    ...text.split('\n', SHOWN).map((paragraph) => {
      const line = box('cm-line', paragraph);
      line.dir = 'auto';
      if (!/\S/.test(paragraph)) return line;
      number += 1;
      if (isListed) line.append(box('number', String(number)));
      return line;
    }),
  );
  if (text === '') content.ariaPlaceholder = placeholder;
  const editor = box('cm-editor', box('cm-scroller', content));
  editor.toggleAttribute('data-listed', isListed);
  editor.toggleAttribute('data-actions', true);
  editor.toggleAttribute('data-timed', isTimed);
  root.replaceChildren(editor);
}

function box(className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  made.append(...children);
  return made;
}
