// Which licences a part of the app may have, read from SPDX expressions (spdx.github.io/spdx-spec, annex D).

import parseExpression, { type Info } from 'spdx-expression-parse';

/** Licences that may be combined with GPL-3.0-or-later. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-2.0-or-later',
  // Without "only" or "or later": version 3 in any case.
  'GPL-3.0',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-2.1-or-later',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  // Of fonts, which stay under it beside the program.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Whether a part under this licence may be in the app. Where several cover parts of it, each must be compatible; where
 * there is a choice, one of them. False for what is no SPDX expression, `SEE LICENSE IN …` and `UNLICENSED` included.
 */
export function isCompatible(expression: string): boolean {
  try {
    return isAllowed(parseExpression(expression));
  } catch {
    return false;
  }
}

/** An exception to a licence only adds permissions. */
function isAllowed(info: Info): boolean {
  if (!('conjunction' in info)) return ALLOWED.has(info.plus ? `${info.license}-or-later` : info.license);
  const parts = [info.left, info.right];
  return info.conjunction === 'and' ? parts.every(isAllowed) : parts.some(isAllowed);
}
