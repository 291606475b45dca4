// The fields of an edit request and the two forms that carry them (relay API §2.3), each declared once. Rules derived
// from the rows are in field-rules.ts.

import { DEFAULT_SIZE, OUTPUT_FORMATS } from './limits.ts';
import type { SizeChoice } from './size.ts';

/**
 * The format of an edit's body: `multipart` is the API's Form A, multipart/form-data; `json` its Form B,
 * application/json.
 */
export const REQUEST_FORMS = ['multipart', 'json'] as const;
export type RequestForm = (typeof REQUEST_FORMS)[number];

/** Returns the other form. */
export function otherForm(form: RequestForm): RequestForm {
  return form === 'multipart' ? 'json' : 'multipart';
}

/** The groups in *More options*: the picture, its file, the reply, and the display while waiting. */
export type OptionGroup = 'making' | 'file' | 'reply' | 'waiting';

/**
 * The values of an option; `default` is what a relay uses when the field is omitted, null where the API does not say. A
 * `choice` starts as "not sent", other options start at their default. `hasWords`: screens have a text for each value,
 * otherwise they show the value itself.
 */
type GroupedValue =
  | { type: 'choice'; of: readonly string[]; default: string | null; hasWords: boolean }
  | { type: 'whole'; min: number; max: number; default: number }
  | { type: 'switch'; default: boolean };
/** Values with their own control: a number without an upper limit, `<width>x<height>`. */
type OwnValue = { type: 'whole'; min: number; max: null; default: number } | { type: 'size'; default: string };
export type OptionValue = GroupedValue | OwnValue;

/** The name on the wire, and the forms that have the field. */
type WireField = { wire: string; forms: readonly RequestForm[] };

/** A field that is set by the connection or by the request itself. */
type GivenField = WireField & { holds: 'text' | 'file' };

/** A field that a person sets. It is omitted while it has its initial value. */
type OptionRow<Name extends string> = WireField & {
  /** Also sent while it has its initial value. */
  isAlwaysSent?: true;
  /** Meaningless, and omitted, unless the given option has one of these values. */
  onlyWith?: { option: Name; oneOf: readonly string[] };
} & ({ group: OptionGroup; value: GroupedValue } | { group: null; value: OwnValue });

const BOTH = REQUEST_FORMS;
const MULTIPART = ['multipart'] as const;
const JSON_ONLY = ['json'] as const;

/** Every field, in the order of the wire. */
export const EDIT_FIELDS = {
  model: { wire: 'model', forms: BOTH, holds: 'text' },
  prompt: { wire: 'prompt', forms: BOTH, holds: 'text' },
  image: { wire: 'image', forms: BOTH, holds: 'file' },
  mask: { wire: 'mask', forms: MULTIPART, holds: 'file' },
  variations: { wire: 'n', forms: MULTIPART, group: null, value: { type: 'whole', min: 1, max: null, default: 1 } },
  size: { wire: 'size', forms: BOTH, group: null, value: { type: 'size', default: DEFAULT_SIZE } },
  quality: {
    wire: 'quality',
    forms: MULTIPART,
    group: 'making',
    value: { type: 'choice', of: ['auto', 'standard', 'hd', 'low', 'medium', 'high'], default: 'auto', hasWords: true },
  },
  responseFormat: {
    wire: 'response_format',
    forms: BOTH,
    group: 'reply',
    value: { type: 'choice', of: ['url', 'b64_json'], default: null, hasWords: false },
  },
  background: {
    wire: 'background',
    forms: MULTIPART,
    group: 'making',
    value: { type: 'choice', of: ['transparent', 'opaque', 'auto'], default: 'auto', hasWords: true },
  },
  outputFormat: {
    wire: 'output_format',
    forms: MULTIPART,
    group: 'file',
    value: { type: 'choice', of: OUTPUT_FORMATS, default: 'png', hasWords: false },
  },
  outputCompression: {
    wire: 'output_compression',
    forms: MULTIPART,
    group: 'file',
    value: { type: 'whole', min: 0, max: 100, default: 90 },
    isAlwaysSent: true,
    // The lossy formats.
    onlyWith: { option: 'outputFormat', oneOf: ['jpeg', 'webp'] },
  },
  moderation: {
    wire: 'moderation',
    forms: MULTIPART,
    group: 'making',
    value: { type: 'choice', of: ['auto', 'low'], default: 'auto', hasWords: true },
  },
  // The API defines a different default for each form.
  watermark: {
    wire: 'watermark',
    forms: BOTH,
    group: 'file',
    value: { type: 'switch', default: false },
    isAlwaysSent: true,
  },
  user: { wire: 'user', forms: MULTIPART, holds: 'text' },
  previews: { wire: 'stream', forms: JSON_ONLY, group: 'waiting', value: { type: 'switch', default: false } },
} as const satisfies Record<string, GivenField | OptionRow<string>>;

type Fields = typeof EDIT_FIELDS;
type NameOf<F, Row> = { [N in keyof F]: F[N] extends Row ? N : never }[keyof F];

export type FieldName = keyof Fields;
export type WireName = Fields[FieldName]['wire'];
/** A field that is not a file. */
export type TextFieldName = Exclude<FieldName, NameOf<Fields, { holds: 'file' }>>;
/** A field of only one form. */
export type OneFormField = Exclude<FieldName, NameOf<Fields, { forms: typeof BOTH }>>;
export type OptionName = NameOf<Fields, { value: OptionValue }>;
/** An option in *More options*. */
export type GroupedName = NameOf<Fields, { group: OptionGroup }>;
/** An option that depends on another. */
export type ConditionalName = NameOf<Fields, { onlyWith: object }>;
/** A row that a person sets, typed for code that processes all such rows. */
export type OptionField = OptionRow<OptionName>;
export type GroupedField = Extract<OptionField, { group: OptionGroup }>;
/** The i18n keys of the texts for options. */
export type OptionWordKey =
  | `images.option.${GroupedName}`
  | `images.summary.${GroupedName}`
  | `images.onlyWith.${ConditionalName}`
  | ValueWordKey;
/** The i18n keys of the texts for their values. */
export type ValueWordKey = {
  [N in GroupedName]: Fields[N]['value'] extends { hasWords: true; of: readonly (infer W extends string)[] }
    ? `images.option.${N}.${W}`
    : never;
}[GroupedName];

type Held<V> = V extends { type: 'choice'; of: readonly (infer W)[] }
  ? W
  : V extends { type: 'whole' }
    ? number
    : V extends { type: 'switch' }
      ? boolean
      : string;
type ValueIn<Row> = Row extends { value: infer V } ? V : never;

/** The options of a table's rows as in a request; null is not sent. */
export type OptionsOf<F> = {
  [N in NameOf<F, { value: OptionValue }>]: F[N] extends { isAlwaysSent: true; forms: typeof BOTH; onlyWith?: never }
    ? Held<ValueIn<F[N]>>
    : Held<ValueIn<F[N]>> | null;
};
/** The options of a table's rows as a person sets them; null is not sent. */
export type ChoicesOf<F> = {
  [N in NameOf<F, { value: OptionValue }>]: ValueIn<F[N]> extends { type: 'size' }
    ? SizeChoice
    : ValueIn<F[N]> extends { type: 'choice' }
      ? Held<ValueIn<F[N]>> | null
      : Held<ValueIn<F[N]>>;
};
export type EditOptions = OptionsOf<Fields>;
export type OptionChoices = ChoicesOf<Fields>;
