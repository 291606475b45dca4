// The options of an edit, for tests.

import type { EditOptions } from '../images/edit-fields.ts';
import { DEFAULT_OPTION_CHOICES, optionsIn } from '../images/field-rules.ts';

/** The options sent when nothing was set, with the smallest possible size, changed by `change`. */
export function editOptions(change: Partial<EditOptions> = {}): EditOptions {
  return { ...optionsIn('json', DEFAULT_OPTION_CHOICES, '1920x1920'), ...change };
}
