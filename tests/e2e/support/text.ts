// The text to speak. Its editor is no form field, so it has text, not a value.

import { expect, type Locator, type Page } from '@playwright/test';

/** The editor. */
export function textField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Text to speak' });
}

/** Its paragraphs in the DOM, joined by line breaks: the whole text unless that has hundreds of lines. */
export function textOf(page: Page): Promise<string> {
  return textField(page).evaluate((element) => [...element.children].map((line) => line.textContent).join('\n'));
}

/** Waits until the editor has exactly this text, or one that matches. */
export async function expectText(page: Page, text: string | RegExp, options?: { timeout: number }): Promise<void> {
  const found = expect.poll(() => textOf(page), options);
  await (typeof text === 'string' ? found.toBe(text) : found.toMatch(text));
}

/** What is selected in it. */
export function selectedText(page: Page): Promise<string> {
  return textField(page).evaluate((element) => {
    const root = element.getRootNode() as ShadowRoot & { getSelection: () => Selection | null };
    return String(root.getSelection());
  });
}
