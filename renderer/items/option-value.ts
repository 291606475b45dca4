// What the value of an edit's option is called. A pure function.

import type { Translate } from '../../shared/i18n/index.ts';
import type { GroupedName, ValueWordKey } from '../../shared/images/edit-fields.ts';
import { groupedField } from '../../shared/images/field-rules.ts';

/** Returns the name of a choice's value; wire values are not translated. */
export function formatOptionValue(name: GroupedName, value: string, t: Translate): string {
  const field = groupedField(name).value;
  // `hasWords` in the field's row states that each value has a translation under this key.
  return field.type === 'choice' && field.hasWords ? t(`images.option.${name}.${value}` as ValueWordKey) : value;
}
