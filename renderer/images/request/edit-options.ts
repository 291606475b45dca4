// The options of an edit as a person sets them, and what becomes of them on the wire. Pure functions, independent of the screen or the store.

import type { EditRequest } from '../../../shared/contract/images.ts';
import type { Connection } from '../../../shared/contract/settings.ts';
import type { EditOptions, OptionChoices, OptionName, RequestForm } from '../../../shared/images/edit-fields.ts';
import {
  choicesFrom,
  DEFAULT_OPTION_CHOICES,
  isInForce,
  isInOneForm,
  isWanted,
  OPTION_NAMES,
  optionField,
  optionsIn,
} from '../../../shared/images/field-rules.ts';
import type { MaskChoice } from '../../../shared/images/mask-delivery.ts';
import {
  type AskedField,
  chooseForm,
  type FormAnswer,
  type FormChoice,
  type FormQuestion,
} from '../../../shared/images/request-form.ts';
import {
  formatSize,
  matchPicture,
  parseSize,
  parseTier,
  type Size,
  type SizeChoice,
  type SizeProblem,
  type SizeRules,
  sizeProblem,
  wireSize,
} from '../../../shared/images/size.ts';

/** Everything a person can set beside the instruction. */
export type EditChoices = OptionChoices & {
  form: FormChoice;
  /** How the mask is told. */
  mask: MaskChoice;
};

/** What a window begins with. */
export const DEFAULT_CHOICES: EditChoices = { ...DEFAULT_OPTION_CHOICES, form: 'automatic', mask: 'automatic' };

/** The choices with *More options* as it begins; size and variations stand outside it. */
export function withoutMore({ size, variations }: EditChoices): EditChoices {
  return { ...DEFAULT_CHOICES, size, variations };
}

/** A size as it will be: what is sent (null: nothing), what the picture is brought to, and what is wrong with it. */
export type ResolvedSize = { sent: string | null; wire: Size; problem: SizeProblem | null };

const RELAY_DEFAULT: Size = wireSize(null, { width: 1, height: 1 });

/** The rules for sizes of a connection. */
export function sizeRules(connection: Connection | undefined): SizeRules | undefined {
  if (connection === undefined) return undefined;
  const { maxPixels, maxRatio, hasSizeTiers } = connection.dialect;
  return { maxPixels, maxRatio, hasSizeTiers };
}

/** What a choice of size comes to for a picture. Without one the relay makes its default, so the picture is brought to that. */
export function resolveSize(choice: SizeChoice, source: Size | null, rules: SizeRules): ResolvedSize {
  if (choice.kind === 'none') return { sent: null, wire: RELAY_DEFAULT, problem: null };
  const tier = choice.kind === 'size' && rules.hasSizeTiers ? parseTier(choice.text) : undefined;
  if (tier !== undefined) return { sent: tier, wire: wireSize(tier, source ?? RELAY_DEFAULT), problem: null };
  if (choice.kind === 'match') {
    const wire = source === null ? RELAY_DEFAULT : matchPicture(source, rules);
    return { sent: formatSize(wire), wire, problem: null };
  }
  const size = parseSize(choice.text);
  const problem = sizeProblem(size, rules) ?? null;
  return { sent: size ? formatSize(size) : null, wire: size ?? RELAY_DEFAULT, problem };
}

/** What has to be decided about a request's form. */
export type FormFacts = {
  choices: EditChoices;
  pictureCount: number;
  hasMask: boolean;
  /** Some picture goes as an address. */
  hasAddress: boolean;
  endUserId: string;
  /** Forms in which the relay is known not to use pictures. */
  picturesNotUsedBy: readonly RequestForm[];
};

/** The form that carries an edit, and what it leaves out. */
export function answerForm(facts: FormFacts): FormAnswer {
  return chooseForm(questionOf(facts));
}

function questionOf({ choices, endUserId, ...facts }: FormFacts): FormQuestion {
  const wanted = OPTION_NAMES.filter(isAsked).filter((name) => isWanted(name, choices));
  return {
    ...facts,
    pictureCount: Math.max(1, facts.pictureCount),
    maskChoice: choices.mask,
    variations: choices.variations,
    fields: [...wanted, ...(endUserId.trim() === '' ? [] : (['user'] as const))],
    choice: choices.form,
  };
}

/** Options that would be left out if they were set, whatever is set now: other things decide the form. */
export function optionsWithoutEffect(facts: FormFacts): ReadonlySet<OptionName> {
  const question = questionOf(facts);
  const isLeftOut = (name: AskedOption): boolean =>
    chooseForm({ ...question, fields: [...question.fields, name] }).notSent.includes(name);
  return new Set(OPTION_NAMES.filter(isAsked).filter(isLeftOut));
}

type AskedOption = OptionName & AskedField;

/** Whether an option is of one form only, so that it may decide which. */
function isAsked(name: OptionName): name is AskedOption {
  return isInOneForm(name) && name !== 'variations';
}

/** Whether an option can be changed now, and what is to be said beside it. */
export type OptionState = { isDisabled: boolean; note: 'notSent' | 'notInForm' | 'onlyWith' | null };

/** How an option stands. One that is set stays changeable, and says where it is not sent. */
export function optionState(
  name: OptionName,
  choices: EditChoices,
  answer: FormAnswer,
  withoutEffect: ReadonlySet<OptionName>,
): OptionState {
  const isOut = (one: OptionName): boolean => withoutEffect.has(one) && !isWanted(one, choices);
  if (answer.notSent.some((field) => field === name)) return { isDisabled: false, note: 'notSent' };
  const { onlyWith } = optionField(name);
  if (onlyWith !== undefined && !isInForce(name, choices))
    return { isDisabled: true, note: isOut(onlyWith.option) ? 'notInForm' : 'onlyWith' };
  return isOut(name) ? { isDisabled: true, note: 'notInForm' } : { isDisabled: false, note: null };
}

/** The options of one request of that form; what the form lacks is not among them. */
export function optionsFor(choices: EditChoices, size: ResolvedSize, { form }: FormAnswer): EditOptions {
  return optionsIn(form, choices, size.sent);
}

/**
 * The choices an earlier request was made with. Its form is one of them: what *Automatic* comes to changes with the verdicts on results,
 * those still to come among them.
 * @param matched the size "Match picture" comes to for its picture: that size is recalled as this choice.
 */
export function choicesOf({ options, form, mask }: EditRequest, matched: string | null): EditChoices {
  return { ...choicesFrom(options, recalledSize(options.size, matched)), form, mask: mask?.choice ?? 'automatic' };
}

function recalledSize(size: string | null, matched: string | null): SizeChoice {
  if (size === null) return { kind: 'none' };
  return size === matched ? { kind: 'match' } : { kind: 'size', text: size };
}

/** Whether what is asked for contradicts itself: jpeg cannot be transparent. */
export function isTransparentJpeg({ background, outputFormat }: EditChoices): boolean {
  return background === 'transparent' && outputFormat === 'jpeg';
}
