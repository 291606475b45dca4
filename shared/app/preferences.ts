// What a person chooses of the app itself, on the Settings screen and in its order. A row, and its texts in each language,
// are all that a new one needs: `settings.<name>`, and `settings.<name>.<value>` or `settings.<name>Hint`.

import { LANGUAGE_CHOICES } from '../i18n/index.ts';
import { SEVERAL_PICTURES } from '../images/several-pictures.ts';
import { INTERFACE_SCALES, SURROUNDS } from './layout.ts';

/** One of several values, or on and off. */
type Row = { of: readonly (string | number)[]; default: string | number } | { default: boolean };

/** The table. */
export const PREFERENCES = {
  language: { of: LANGUAGE_CHOICES, default: 'system' },
  theme: { of: ['system', 'dark', 'light'], default: 'system' },
  interfaceScale: { of: INTERFACE_SCALES, default: 1 },
  /** What surrounds a picture that is edited or compared. */
  surround: { of: SURROUNDS, default: 'auto' },
  /** What becomes of the others when several pictures are opened at once; the first is edited. */
  severalPictures: { of: SEVERAL_PICTURES, default: 'references' },
  isWheelZoom: { default: false },
  /** The system's notifications of long requests that end while the window is not in front. */
  isNotifying: { default: true },
} as const satisfies Readonly<Record<string, Row>>;

type Rows = typeof PREFERENCES;
export type PreferenceName = keyof Rows;
/** The values. */
export type Preferences = {
  [N in PreferenceName]: Rows[N] extends { of: readonly (infer V)[] } ? V : boolean;
};
/** Those that are one of several values. */
export type ChoiceName = { [N in PreferenceName]: Rows[N] extends { of: unknown } ? N : never }[PreferenceName];

export const PREFERENCE_NAMES = Object.keys(PREFERENCES) as PreferenceName[];

/** The values of a new installation. */
export const DEFAULT_PREFERENCES = Object.fromEntries(
  PREFERENCE_NAMES.map((name) => [name, PREFERENCES[name].default]),
) as Preferences;
