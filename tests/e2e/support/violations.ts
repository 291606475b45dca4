// Watches a page for violations of its content security policy.

import { expect, type Page } from '@playwright/test';

/** Begins the watch. A page that is loaded again has to be watched again. */
export async function watchViolations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const violations: string[] = [];
    Object.assign(window, { cspViolations: violations });
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
    });
  });
}

/** Violations seen since the watch began, which must be none. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await page.evaluate(() => ('cspViolations' in window ? window.cspViolations : 'not watched'))).toEqual([]);
}
