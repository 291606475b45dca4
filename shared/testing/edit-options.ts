// The options of an edit for tests.

import type { EditOptions } from '../images/edit-fields.ts';
import { DEFAULT_OPTION_CHOICES, optionsIn } from '../images/field-rules.ts';

/** What goes out when nothing was set, in the smallest size there is, but for `change`. */
export function editOptions(change: Partial<EditOptions> = {}): EditOptions {
  return { ...optionsIn('json', DEFAULT_OPTION_CHOICES, '1920x1920'), ...change };
}
