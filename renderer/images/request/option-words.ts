// What options are said to be: their values, why one is not sent, which differ from how they began. It must not know how options are drawn.

import type { Translate } from '../../../shared/i18n/index.ts';
import {
  FORM_LETTERS,
  type GroupedName,
  type OptionGroup,
  type RequestForm,
  type ValueWordKey,
} from '../../../shared/images/edit-fields.ts';
import { groupedField, isChanged, isConditional, optionsInGroup } from '../../../shared/images/field-rules.ts';
import type { EditChoices, OptionState } from './edit-options.ts';

/** The words for a value of a choice; wire values are the same in every language. */
export function valueWord(name: GroupedName, value: string, t: Translate): string {
  const field = groupedField(name).value;
  // The row says that there are words for each of its values, and their keys are made of it.
  return field.is === 'choice' && field.hasWords ? t(`images.option.${name}.${value}` as ValueWordKey) : value;
}

/** What stands beside an option. @param form that the request will take. */
export function noteWords(
  name: GroupedName,
  note: OptionState['note'],
  form: RequestForm,
  t: Translate,
): string | undefined {
  if (note === 'notSent') return t('images.notSent');
  if (note === 'notInForm') return t('images.notInForm', { form: FORM_LETTERS[form] });
  return note === 'onlyWith' && isConditional(name) ? t(`images.onlyWith.${name}`) : undefined;
}

/** What differs from the defaults, in a few words and the order of the screen. */
export function summarise(choices: EditChoices, t: Translate): string {
  const changed = (group: OptionGroup): string[] =>
    optionsInGroup(group)
      .filter((name) => isChanged(name, choices))
      .map((name) => t(`images.summary.${name}`, { value: valueWord(name, String(choices[name]), t) }));
  return [
    ...changed('making'),
    ...changed('file'),
    ...changed('reply'),
    ...(choices.form === 'automatic' ? [] : [t('images.summary.form', { value: FORM_LETTERS[choices.form] })]),
    ...(choices.mask === 'automatic'
      ? []
      : [t('images.summary.mask', { value: t(`images.maskDelivery.${choices.mask}`) })]),
    ...changed('waiting'),
  ].join(', ');
}
