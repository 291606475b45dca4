// The options of an edit as the person sets them, and as they are sent. Pure functions.

import type { EditRequest } from '../../../shared/contract/images.ts';
import type { Connection } from '../../../shared/contract/settings.ts';
import type { DetailChoice } from '../../../shared/images/detail.ts';
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

/** Everything that can be set, except the instruction. */
export type EditChoices = OptionChoices & {
  form: FormChoice;
  /** How the mask is delivered. */
  mask: MaskChoice;
  /** What is sent of a masked picture, and, as `CONTEXT_RATIO`, how much around the mask; null by the mask's size. */
  detail: DetailChoice;
  contextRatio: number | null;
};

/** The initial choices of a window. */
export const DEFAULT_CHOICES: EditChoices = {
  ...DEFAULT_OPTION_CHOICES,
  form: 'automatic',
  mask: 'automatic',
  detail: 'auto',
  contextRatio: null,
};

/** Resets *More options*; size and variations are outside it. */
export function withoutMore({ size, variations }: EditChoices): EditChoices {
  return { ...DEFAULT_CHOICES, size, variations };
}

/** The choices for an unrelated picture: one result. The others are habits. */
export function forNextPicture(choices: EditChoices): EditChoices {
  return { ...choices, variations: DEFAULT_CHOICES.variations };
}

/** A resolved size: what is sent (null: nothing), the size of the wire picture, and the size's problem. */
export type ResolvedSize = { sent: string | null; wire: Size; problem: SizeProblem | null };

const RELAY_DEFAULT: Size = wireSize(null, { width: 1, height: 1 });

/** Returns the size rules of a connection. */
export function sizeRules(connection: Connection | undefined): SizeRules | undefined {
  if (connection === undefined) return undefined;
  const { maxPixels, maxRatio, hasSizeTiers } = connection.dialect;
  return { maxPixels, maxRatio, hasSizeTiers };
}

/**
 * Resolves a choice of size for a picture. If no size is sent the relay uses its default, so the picture is made in
 * that size.
 */
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

/** The facts that decide the form of a request. */
export type FormFacts = {
  choices: EditChoices;
  pictureCount: number;
  hasMask: boolean;
  /** At least one picture is sent as an address. */
  hasAddress: boolean;
  endUserId: string;
  /** Forms in which the relay is known not to use pictures. */
  picturesNotUsedBy: readonly RequestForm[];
};

/** Returns the form of an edit, and the options it cannot carry. */
export function answerForm(facts: FormFacts): FormAnswer {
  return chooseForm(questionOf(facts));
}

function questionOf({ choices, endUserId, ...facts }: FormFacts): FormQuestion {
  const setOptions = OPTION_NAMES.filter(canDecideForm).filter((name) => isWanted(name, choices));
  return {
    ...facts,
    pictureCount: Math.max(1, facts.pictureCount),
    maskChoice: choices.mask,
    variations: choices.variations,
    fields: [...setOptions, ...(endUserId.trim() === '' ? [] : (['user'] as const))],
    choice: choices.form,
  };
}

/** Returns the options that would not be sent even if they were set, because something else decides the form. */
export function optionsWithoutEffect(facts: FormFacts): ReadonlySet<OptionName> {
  const question = questionOf(facts);
  const isLeftOut = (name: AskedOption): boolean =>
    chooseForm({ ...question, fields: [...question.fields, name] }).notSent.includes(name);
  return new Set(OPTION_NAMES.filter(canDecideForm).filter(isLeftOut));
}

type AskedOption = OptionName & AskedField;

/** Whether an option exists in one form only, so that it may decide the form. */
function canDecideForm(name: OptionName): name is AskedOption {
  return isInOneForm(name) && name !== 'variations';
}

/** Whether an option can be changed now, and the note beside it. */
export type OptionState = { isDisabled: boolean; note: 'notSent' | 'onlyWith' | null };

/**
 * Returns the state of an option; null if it would have no effect, so that it is not shown. An option that is set stays,
 * with a note if it is not sent.
 */
export function optionState(
  name: OptionName,
  choices: EditChoices,
  answer: FormAnswer,
  withoutEffect: ReadonlySet<OptionName>,
): OptionState | null {
  const isOut = (one: OptionName): boolean => withoutEffect.has(one) && !isWanted(one, choices);
  if (answer.notSent.some((field) => field === name)) return { isDisabled: false, note: 'notSent' };
  const { onlyWith } = optionField(name);
  if (onlyWith !== undefined && !isInForce(name, choices))
    return isOut(onlyWith.option) ? null : { isDisabled: true, note: 'onlyWith' };
  return isOut(name) ? null : { isDisabled: false, note: null };
}

/** Returns the options of one request in that form, without those that the form lacks. */
export function optionsFor(choices: EditChoices, size: ResolvedSize, { form }: FormAnswer): EditOptions {
  return optionsIn(form, choices, size.sent);
}

/**
 * Returns the choices of an earlier request. Its form is set explicitly, because what *Automatic* chooses changes with
 * the verdicts on results.
 * @param matched the size "Match picture" sends for its picture: that size is recalled as this choice.
 */
export function choicesOf(request: EditRequest, matched: string | null): EditChoices {
  const { options, form, mask } = request;
  const size: SizeChoice = request.isSizeMatched ? { kind: 'match' } : recalledSize(options.size, matched);
  const { detail, contextRatio } = mask ?? DEFAULT_CHOICES;
  return { ...choicesFrom(options, size), form, mask: mask?.choice ?? 'automatic', detail, contextRatio };
}

function recalledSize(size: string | null, matched: string | null): SizeChoice {
  if (size === null) return { kind: 'none' };
  return size === matched ? { kind: 'match' } : { kind: 'size', text: size };
}

/** Whether the choices contradict each other: jpeg cannot be transparent. */
export function isTransparentJpeg({ background, outputFormat }: EditChoices): boolean {
  return background === 'transparent' && outputFormat === 'jpeg';
}
