// Schemas of picture edits: what a person asks for, and the previews that may come before the result.

import { z } from 'zod';
import { type EditOptions, type OptionName, type OptionValue, REQUEST_FORMS } from '../images/edit-fields.ts';
import { isNeverOmitted, OPTION_NAMES, optionField } from '../images/field-rules.ts';
import { MASK_CHOICES } from '../images/mask-delivery.ts';
import { idSchema } from './common.ts';
import { mediaIdSchema } from './media.ts';

const MAX_PROMPT_LENGTH = 100_000;
/** With what is added to it about the mask. */
const MAX_SENT_PROMPT_LENGTH = MAX_PROMPT_LENGTH + 2_000;
const MAX_PICTURES = 100;

/**
 * A picture of an edit. `mediaId` is the working picture, `wireMediaId` what is sent for it (the same where nothing had to change); an
 * address is sent as it is, its `mediaId` is what was found there.
 */
const editPictureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('media'), mediaId: mediaIdSchema, wireMediaId: mediaIdSchema }),
  z.strictObject({
    kind: z.literal('address'),
    url: z.url({ protocol: /^https?$/ }).max(4000),
    mediaId: mediaIdSchema.optional(),
  }),
]);

/** The mask of picture 1, and what is sent for it. What follows `wireMediaId` is missing in requests of earlier versions. */
const editMaskSchema = z.strictObject({
  /** The editable mask at the working picture's pixels. */
  coverageMediaId: mediaIdSchema,
  /** The PNG that is sent as `mask`, in a multipart body; null where the mask is delivered otherwise. */
  wireMediaId: mediaIdSchema.nullable(),
  /** What a person chose. */
  choice: z.enum(MASK_CHOICES).default('automatic'),
  /** The copy of picture 1 with the area annotated, sent after all other pictures. */
  annotatedMediaId: mediaIdSchema.nullable().default(null),
  /** `prompt` with what points to the area, sent in its place. */
  sentPrompt: z.string().min(1).max(MAX_SENT_PROMPT_LENGTH).nullable().default(null),
});

/** An upper end for numbers that the API sets none for. */
const MAX_OPEN = 100;

/** What a person may set an option to. */
export function optionValueSchema(value: OptionValue): z.ZodType {
  if (value.type === 'choice') return z.enum(value.of);
  if (value.type === 'switch') return z.boolean();
  if (value.type === 'size') return z.string().regex(/^(\d{1,5}x\d{1,5}|[234]K)$/);
  return z
    .number()
    .int()
    .min(value.min)
    .max(value.max ?? MAX_OPEN);
}

/** The options of an edit; null is not sent (relay API §2.3). */
const editOptionsSchema = z.strictObject(
  Object.fromEntries(
    OPTION_NAMES.map((name) => {
      const schema = optionValueSchema(optionField(name).value);
      return [name, isNeverOmitted(name) ? schema : schema.nullable()];
    }),
  ) as { [N in OptionName]: z.ZodType<EditOptions[N], EditOptions[N]> },
);

/** One request for an edit; picture 1 is the edited one and carries the mask. */
export const editRequestSchema = z.strictObject({
  connectionId: idSchema,
  /** As a person wrote it. */
  prompt: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
  pictures: z.array(editPictureSchema).min(1).max(MAX_PICTURES),
  mask: editMaskSchema.nullable(),
  form: z.enum(REQUEST_FORMS),
  options: editOptionsSchema,
});

/** A way to ask a relay for an edit. */
export const askedBySchema = z.strictObject({ connectionId: idSchema, model: z.string(), form: z.enum(REQUEST_FORMS) });

/** A mask as a PNG file, and the name of the picture it belongs to. */
export const exportMaskSchema = z.strictObject({ bytes: z.instanceof(Uint8Array), pictureName: z.string().max(1000) });

export type EditRequest = z.infer<typeof editRequestSchema>;
export type EditPicture = EditRequest['pictures'][number];
export type AskedBy = z.infer<typeof askedBySchema>;
export type EditMask = z.infer<typeof editMaskSchema>;
