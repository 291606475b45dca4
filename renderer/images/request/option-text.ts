// The texts of options: why an option is not sent, which options differ from their defaults.
// Independent of how options are displayed.

import type { Translate } from '../../../shared/i18n/index.ts';
import type { GroupedName, OptionGroup } from '../../../shared/images/edit-fields.ts';
import { isChanged, isConditional, optionsInGroup } from '../../../shared/images/field-rules.ts';
import { formatOptionValue } from '../../items/option-value.ts';
import type { EditChoices, OptionState } from './edit-options.ts';

/** Returns the note beside an option. */
export function formatOptionNote(name: GroupedName, note: OptionState['note'], t: Translate): string | undefined {
  if (note === 'notSent') return t('images.notSent');
  return note === 'onlyWith' && isConditional(name) ? t(`images.onlyWith.${name}`) : undefined;
}

/** Returns the options that differ from their defaults as a short text, in the order of the screen. */
export function summarise(choices: EditChoices, t: Translate): string {
  const changed = (group: OptionGroup): string[] =>
    optionsInGroup(group)
      .filter((name) => isChanged(name, choices))
      .map((name) => t(`images.summary.${name}`, { value: formatOptionValue(name, String(choices[name]), t) }));
  return [
    ...(choices.detail === 'auto' ? [] : [t(`images.summary.detail.${choices.detail}`)]),
    ...(choices.contextRatio === null || choices.detail === 'off'
      ? []
      : [t('images.summary.surroundings', { percent: Math.round(100 * choices.contextRatio) })]),
    ...changed('making'),
    ...changed('file'),
    ...changed('reply'),
    ...(choices.form === 'automatic'
      ? []
      : [t('images.summary.form', { value: t(`images.sentForm.${choices.form}`) })]),
    ...(choices.mask === 'automatic'
      ? []
      : [t('images.summary.mask', { value: t(`images.maskDelivery.${choices.mask}`) })]),
    ...changed('waiting'),
  ].join(t.separators.list);
}
