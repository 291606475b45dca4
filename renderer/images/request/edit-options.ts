// The options of an edit as a person sets them, and what becomes of them on the wire. Pure; it must not know the screen or the store.

import type { EditOptions, EditRequest } from '../../../shared/contract/images.ts';
import type { Connection } from '../../../shared/contract/settings.ts';
import type { RequestForm } from '../../../shared/images/edit-fields.ts';
import {
  type Background,
  isCompressible,
  type Moderation,
  OUTPUT_COMPRESSION,
  type OutputFormat,
  type Quality,
  type ResponseFormat,
} from '../../../shared/images/limits.ts';
import type { MaskChoice } from '../../../shared/images/mask-ways.ts';
import {
  chooseForm,
  type FormAnswer,
  type FormChoice,
  type FormQuestion,
  MULTIPART_ONLY_FIELDS,
  type OneFormField,
} from '../../../shared/images/request-form.ts';
import {
  formatSize,
  matchPicture,
  parseSize,
  parseTier,
  type Size,
  type SizeProblem,
  type SizeRules,
  sizeProblem,
  wireSize,
} from '../../../shared/images/size.ts';

/** What `Size` is set to: the picture's own shape, a size in words, or nothing sent. */
export type SizeChoice = { kind: 'match' } | { kind: 'size'; text: string } | { kind: 'none' };

/** Everything a person can set beside the instruction; null is not sent. */
export type EditChoices = {
  size: SizeChoice;
  variations: number;
  quality: Quality | null;
  background: Background | null;
  moderation: Moderation | null;
  outputFormat: OutputFormat | null;
  outputCompression: number;
  watermark: boolean;
  responseFormat: ResponseFormat | null;
  form: FormChoice;
  /** How the mask is told. */
  mask: MaskChoice;
  previews: boolean;
};

/** What *More options* holds. */
export const DEFAULT_MORE = {
  quality: null,
  background: null,
  moderation: null,
  outputFormat: null,
  outputCompression: OUTPUT_COMPRESSION.default,
  watermark: false,
  responseFormat: null,
  form: 'automatic',
  mask: 'automatic',
  previews: false,
} as const satisfies Partial<EditChoices>;

/** What a window begins with. */
export const DEFAULT_CHOICES: EditChoices = { size: { kind: 'match' }, variations: 1, ...DEFAULT_MORE };

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

/** `output_compression` is sent with a lossy format only. */
function sentCompression({ outputFormat, outputCompression }: EditChoices): number | null {
  return isCompressible(outputFormat ?? undefined) ? outputCompression : null;
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
export function answerForm({ choices, endUserId, ...facts }: FormFacts): FormAnswer {
  const fields: FormQuestion['fields'][number][] = [];
  if (choices.quality !== null) fields.push('quality');
  if (choices.background !== null) fields.push('background');
  if (choices.outputFormat !== null) fields.push('output_format');
  if (sentCompression(choices) !== null) fields.push('output_compression');
  if (choices.moderation !== null) fields.push('moderation');
  if (endUserId.trim() !== '') fields.push('user');
  return chooseForm({
    ...facts,
    pictureCount: Math.max(1, facts.pictureCount),
    maskChoice: choices.mask,
    wantsPreviews: choices.previews,
    variations: choices.variations,
    fields,
    choice: choices.form,
  });
}

/** Fields that would be left out if they were set, whatever is set now: other things decide the form. */
export function fieldsWithoutEffect(facts: FormFacts): ReadonlySet<OneFormField> {
  const { choices } = facts;
  const withOption = answerForm({ ...facts, choices: { ...choices, quality: choices.quality ?? 'auto' } });
  const withPreviews = answerForm({ ...facts, choices: { ...choices, previews: true } });
  return new Set<OneFormField>([
    ...(withOption.form === 'json' ? MULTIPART_ONLY_FIELDS : []),
    ...(withPreviews.form === 'multipart' ? (['stream'] as const) : []),
  ]);
}

/** The options of one request of that form; what the form lacks is not among them. */
export function optionsFor(choices: EditChoices, size: ResolvedSize, answer: FormAnswer): EditOptions {
  const isMultipart = answer.form === 'multipart';
  return {
    size: size.sent,
    n: isMultipart && choices.variations > 1 ? choices.variations : null,
    quality: isMultipart ? choices.quality : null,
    background: isMultipart ? choices.background : null,
    outputFormat: isMultipart ? choices.outputFormat : null,
    outputCompression: isMultipart ? sentCompression(choices) : null,
    moderation: isMultipart ? choices.moderation : null,
    responseFormat: choices.responseFormat,
    watermark: choices.watermark,
    stream: !isMultipart && choices.previews,
  };
}

/**
 * The choices an earlier request was made with. Its form is one of them: what *Automatic* comes to changes with the verdicts on results,
 * those still to come among them.
 * @param matched the size "Match picture" comes to for its picture: that size is recalled as this choice.
 */
export function choicesOf({ options, form, mask }: EditRequest, matched: string | null): EditChoices {
  return {
    size: recalledSize(options.size, matched),
    variations: options.n ?? 1,
    quality: options.quality,
    background: options.background,
    moderation: options.moderation,
    outputFormat: options.outputFormat,
    outputCompression: options.outputCompression ?? OUTPUT_COMPRESSION.default,
    watermark: options.watermark,
    responseFormat: options.responseFormat,
    form,
    mask: mask?.choice ?? 'automatic',
    previews: options.stream,
  };
}

function recalledSize(size: string | null, matched: string | null): SizeChoice {
  if (size === null) return { kind: 'none' };
  return size === matched ? { kind: 'match' } : { kind: 'size', text: size };
}

/** Whether what is asked for contradicts itself: jpeg cannot be transparent. */
export function isTransparentJpeg({ background, outputFormat }: EditChoices): boolean {
  return background === 'transparent' && outputFormat === 'jpeg';
}
