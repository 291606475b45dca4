// Checks whether an edit may be sent: the rules of relay API §2.3 and §4.2, which apply in addition to those of a
// relay.

import type { EditOptions, OptionName, RequestForm, WireName } from './edit-fields.ts';
import { carries, isInForce, mayHold, OPTION_NAMES, optionField, wireName } from './field-rules.ts';
import { parseSize, parseTier, type SizeRules, sizeProblem } from './size.ts';

/** The parts of an edit that the rules check. */
type EditToCheck = {
  prompt: string;
  pictures: readonly { kind: 'media' | 'address' }[];
  form: RequestForm;
  options: EditOptions;
};

/**
 * Returns the wire field of an edit that breaks a rule, or undefined.
 * @param rules pixel limit, ratio and tier words of the connection; the contract's minimum always applies.
 */
export function editProblem({ prompt, pictures, form, options }: EditToCheck, rules: SizeRules): WireName | undefined {
  if (prompt.trim() === '') return 'prompt';
  // An address is text, which a file part cannot contain.
  if (pictures.length === 0 || (form === 'multipart' && pictures.some(({ kind }) => kind === 'address')))
    return 'image';
  const mayBeSent = (name: OptionName): boolean =>
    carries(form, name) && isInForce(name, options) && mayHold(optionField(name).value, options[name]);
  const broken = OPTION_NAMES.find((name) => options[name] !== null && !mayBeSent(name));
  if (broken !== undefined) return wireName(broken);
  return options.size === null || isSizeLegal(options.size, rules) ? undefined : 'size';
}

function isSizeLegal(size: string, rules: SizeRules): boolean {
  const isTier = rules.hasSizeTiers === true && parseTier(size) !== undefined;
  return isTier || sizeProblem(parseSize(size), rules) === undefined;
}
