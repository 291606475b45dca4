// Finds the element that has the keyboard focus.

/** Returns the focused element, also inside shadow roots, or null. */
export function focusedElement(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}
