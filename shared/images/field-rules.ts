// What follows from the rows of edit-fields.ts: which form carries a field, what is sent of what a person set, what is valid. Pure.

import {
  type ConditionalName,
  EDIT_FIELDS,
  type EditOptions,
  type FieldName,
  type GroupedField,
  type GroupedName,
  type OneFormField,
  type OptionChoices,
  type OptionField,
  type OptionGroup,
  type OptionName,
  type OptionValue,
  REQUEST_FORMS,
  type RequestForm,
  type TextFieldName,
  type WireName,
} from './edit-fields.ts';
import type { SizeChoice } from './size.ts';

/** Every field, and those a person sets, in the order of the wire. */
export const FIELD_NAMES = Object.keys(EDIT_FIELDS) as readonly FieldName[];
export const OPTION_NAMES = FIELD_NAMES.filter(isOption);

/** Whether a person sets a field. */
export function isOption(name: FieldName): name is OptionName {
  return 'value' in EDIT_FIELDS[name];
}

/** An option's row, as one of many. */
export function optionField(name: OptionName): OptionField {
  return EDIT_FIELDS[name];
}

/** Likewise, of an option that stands in *More options*. */
export function groupedField(name: GroupedName): GroupedField {
  return EDIT_FIELDS[name];
}

/** Whether an option depends on another. */
export function isConditional(name: OptionName): name is ConditionalName {
  return optionField(name).onlyWith !== undefined;
}

/** The options of a group, in the order of the wire. */
export function optionsInGroup(group: OptionGroup): readonly GroupedName[] {
  return OPTION_NAMES.filter((name): name is GroupedName => optionField(name).group === group);
}

export function wireName(name: FieldName): WireName {
  return EDIT_FIELDS[name].wire;
}

/** Whether a form has a field. */
export function carries(form: RequestForm, name: FieldName): boolean {
  const forms: readonly RequestForm[] = EDIT_FIELDS[name].forms;
  return forms.includes(form);
}

/** Whether a field is no file. */
export function isTextField(name: FieldName): name is TextFieldName {
  const field = EDIT_FIELDS[name];
  return !('holds' in field && field.holds === 'file');
}

/** Whether only one form has a field. */
export function isInOneForm<Name extends FieldName>(name: Name): name is Name & OneFormField {
  return !REQUEST_FORMS.every((form) => carries(form, name));
}

/** Whether every request has a field, so that it is never null among its options. */
export function isNeverOmitted(name: OptionName): boolean {
  const { isAlwaysSent, onlyWith } = optionField(name);
  return isAlwaysSent === true && onlyWith === undefined && !isInOneForm(name);
}

/** What a person begins with: the picture's own size, no choice made, everything else at its default. */
export const DEFAULT_OPTION_CHOICES = Object.fromEntries(
  OPTION_NAMES.map((name) => [name, beginning(optionField(name).value)]),
) as OptionChoices;

function beginning(value: OptionValue): OptionChoices[OptionName] {
  if (value.type === 'size') return { kind: 'match' };
  return value.type === 'choice' ? null : value.default;
}

/** Whether an option means anything beside the others. @param others as they are chosen, or as they are sent. */
export function isInForce(name: OptionName, others: Readonly<Record<string, unknown>>): boolean {
  const { onlyWith } = optionField(name);
  return onlyWith === undefined || onlyWith.oneOf.some((value) => value === others[onlyWith.option]);
}

/** Whether a person has changed an option, and that means something. */
export function isChanged(name: OptionName, choices: OptionChoices): boolean {
  return choices[name] !== DEFAULT_OPTION_CHOICES[name] && isInForce(name, choices);
}

/** Whether an option is sent in a form that has it. */
export function isWanted(name: OptionName, choices: OptionChoices): boolean {
  return optionField(name).isAlwaysSent ? isInForce(name, choices) : isChanged(name, choices);
}

/** The options of a request of that form; what the form lacks is not among them. @param size the `size` to send; null for none. */
export function optionsIn(form: RequestForm, choices: OptionChoices, size: string | null): EditOptions {
  const isSent = (name: OptionName): boolean => carries(form, name) && isWanted(name, choices);
  const sent = OPTION_NAMES.map((name) => [name, isSent(name) ? choices[name] : null]);
  return { ...Object.fromEntries(sent), size } as EditOptions;
}

/** The choices that options were made with. @param size what the size was chosen by. */
export function choicesFrom(options: EditOptions, size: SizeChoice): OptionChoices {
  const chosen = OPTION_NAMES.map((name) => [name, options[name] ?? DEFAULT_OPTION_CHOICES[name]]);
  return { ...Object.fromEntries(chosen), size } as OptionChoices;
}

/** Whether an option may have a value. Of a size only that it is text: whether it is legal is for size.ts to say. */
export function mayHold(value: OptionValue, given: unknown): boolean {
  if (value.type === 'choice') return value.of.some((word) => word === given);
  if (value.type === 'switch') return typeof given === 'boolean';
  if (value.type === 'size') return typeof given === 'string';
  return Number.isSafeInteger(given) && Number(given) >= value.min && Number(given) <= (value.max ?? Infinity);
}
