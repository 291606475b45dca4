// Schemas of picture edits: the request, and the previews that may arrive before the result.

import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { isPossible, STRAIGHTEN } from '../images/cropping.ts';
import { CONTEXT_RATIO, DETAIL_CHOICES } from '../images/detail.ts';
import { type EditOptions, type OptionName, type OptionValue, REQUEST_FORMS } from '../images/edit-fields.ts';
import { isNeverOmitted, OPTION_NAMES, optionField } from '../images/field-rules.ts';
import { IMPORT_LIMITS } from '../images/limits.ts';
import { MASK_CHOICES } from '../images/mask-delivery.ts';
import { bytesSchema } from './bytes.ts';
import { idSchema } from './common.ts';
import { mediaIdSchema } from './media.ts';

const MAX_PROMPT_LENGTH = 100_000;
/** Includes the text about the mask that is added to it. */
const MAX_SENT_PROMPT_LENGTH = MAX_PROMPT_LENGTH + 2_000;

const sidePxSchema = z.number().int().min(1).max(IMPORT_LIMITS.maxSidePx);
/** A straightened frame may begin beyond the sides of the turned picture. */
const placePxSchema = z
  .number()
  .min(-2 * IMPORT_LIMITS.maxSidePx)
  .max(2 * IMPORT_LIMITS.maxSidePx);

const cropSchema = z.strictObject({
  turns: z.literal([0, 1, 2, 3]),
  isFlipped: z.boolean(),
  angle: z.number().min(-STRAIGHTEN.max).max(STRAIGHTEN.max),
  frame: z.strictObject({ x: placePxSchema, y: placePxSchema, width: sidePxSchema, height: sidePxSchema }),
});

/** What a picture was cut from, and how; `isEdited` if an edit has changed it since. */
export const cutFromSchema = z
  .strictObject({
    mediaId: mediaIdSchema,
    widthPx: sidePxSchema,
    heightPx: sidePxSchema,
    crop: cropSchema,
    isEdited: z.boolean(),
  })
  .refine(({ crop, widthPx, heightPx }) => isPossible(crop, { width: widthPx, height: heightPx }));

/**
 * A picture of an edit. `mediaId` is the working picture, `wireMediaId` the one that is sent (the same if no change was
 * necessary); an address is sent unchanged, its `mediaId` is the picture found there.
 */
const editPictureSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('media'),
    mediaId: mediaIdSchema,
    wireMediaId: mediaIdSchema,
    cutFrom: z.exactOptional(cutFromSchema),
  }),
  z.strictObject({
    kind: z.literal('address'),
    url: z.url({ protocol: /^https?$/ }).max(4000),
    mediaId: mediaIdSchema.optional(),
  }),
]);

/** A person's choice of how much around the mask is sent; null by the mask's size. */
export const contextRatioSchema = z.number().min(CONTEXT_RATIO.min).max(CONTEXT_RATIO.max).nullable();

/** The mask of picture 1, and what is sent for it. */
const editMaskSchema = z.strictObject({
  /** The editable mask, in the pixels of the working picture. */
  coverageMediaId: mediaIdSchema,
  /** The PNG that is sent as `mask` in a multipart body; null if the mask is sent in another way. */
  wireMediaId: mediaIdSchema.nullable(),
  /** The person's choice. */
  choice: z.enum(MASK_CHOICES),
  /** The copy of picture 1 with the marked area, sent after all other pictures. */
  annotatedMediaId: mediaIdSchema.nullable(),
  /** `prompt` with a text that points to the area, sent instead of it. */
  sentPrompt: z.string().min(1).max(MAX_SENT_PROMPT_LENGTH).nullable(),
  /** The person's choice of what is sent of the picture. */
  detail: z.enum(DETAIL_CHOICES).default('auto'),
  contextRatio: contextRatioSchema.default(null),
});

const sideSchema = z.number().int().min(1).max(IMPORT_LIMITS.maxSidePx);
const offsetSchema = z.number().int().min(0).max(IMPORT_LIMITS.maxSidePx);
/** A part of a picture, in whole pixels of it. */
export const partSchema = z.strictObject({ x: offsetSchema, y: offsetSchema, width: sideSchema, height: sideSchema });

/** An upper limit for numbers that have none in the API. */
const MAX_OPEN = 100;

/** Returns the schema of the values that a person can set for an option. */
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

/** One request for an edit; picture 1 is the edited one and has the mask. */
export const editRequestSchema = z.strictObject({
  connectionId: idSchema,
  /** As written by a person. */
  prompt: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
  pictures: z.array(editPictureSchema).min(1).max(BOUNDS.picturesOfTray),
  mask: editMaskSchema.nullable(),
  form: z.enum(REQUEST_FORMS),
  options: editOptionsSchema,
  /** The size was chosen by *Match picture*, so each result is brought back to the size of picture 1. */
  isSizeMatched: z.boolean().default(false),
  /** The part of picture 1 that is sent in its place, so that mask and results are of that part; null for the whole. */
  part: partSchema.nullable().default(null),
});

/**
 * What one press asks for: several requests are variations of one edit. `inPlaceOf` is the job or the failed picture that
 * they replace, so that two of those with the same request are sent for each.
 */
export const editOrderSchema = z.strictObject({
  requests: z.array(editRequestSchema).min(1).max(1000),
  inPlaceOf: idSchema.nullable(),
});

/** A combination of connection, model and form for edit requests. */
export const askedBySchema = z.strictObject({
  connectionId: idSchema,
  model: z.string().max(1000),
  form: z.enum(REQUEST_FORMS),
});

/** A mask as a PNG file, and the name of the picture it belongs to. */
export const exportMaskSchema = z.strictObject({ bytes: bytesSchema, pictureName: z.string().max(1000) });

export type CutFrom = z.infer<typeof cutFromSchema>;
export type EditRequest = z.infer<typeof editRequestSchema>;
export type EditOrder = z.infer<typeof editOrderSchema>;
export type EditPicture = EditRequest['pictures'][number];
export type AskedBy = z.infer<typeof askedBySchema>;
export type EditMask = z.infer<typeof editMaskSchema>;
