// The style sheets of the page use the design tokens: four styles of type, one scale of radii.

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The declarations of one property in all style sheets, as `file: value`. */
function valuesOf(property: string): string[] {
  return globSync('renderer/**/*.css')
    .filter((file) => !file.endsWith('tokens.css'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(new RegExp(`^ *${property}: ([^;]+);`, 'gm'))].map(
        ([, value]) => `${file}: ${value}`,
      ),
    );
}

test('type has the styles of the tokens and no others', () => {
  const isToken = /: (inherit|var\(--(title|heading|body|caption|script|code)\))$/;
  expect(valuesOf('font').filter((one) => !isToken.test(one))).toEqual([]);
  // A star is drawn as a letter.
  expect(valuesOf('font-size').filter((one) => !one.includes('Keeping'))).toEqual([]);
});

test('corners have the radii of the tokens, or are round', () => {
  const isToken = /: ((50%|0|inherit|var\(--radius(-inner|-card|-bar)?\))\s*)+$/;
  expect(valuesOf('border-radius').filter((one) => !isToken.test(one))).toEqual([]);
});
