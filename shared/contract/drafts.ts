// Schemas of drafts: unsent content of the Images screen, stored so that closing or crashing loses nothing.

import { z } from 'zod';
import type { OptionChoices, OptionName, OptionValue } from '../images/edit-fields.ts';
import { OPTION_NAMES, optionField } from '../images/field-rules.ts';
import { MASK_CHOICES } from '../images/mask-delivery.ts';
import { FORM_CHOICES } from '../images/request-form.ts';
import { idSchema } from './common.ts';
import { optionValueSchema } from './images.ts';
import { mediaIdSchema, pictureSchema } from './media.ts';

const MAX_PICTURES = 100;
const MAX_TEXT_LENGTH = 100_000;
/** Number of tiles of a picture with the longest accepted sides. */
const MAX_TILES = 64 * 64;
/** Size of a tile whose pixels are all different. */
const MAX_TILE_BYTES = 256 * 256;

/** A picture of the tray; `key` identifies it, and its mask, in this draft. */
const draftPictureSchema = z.strictObject({
  key: idSchema,
  mediaId: mediaIdSchema,
  name: z.string().max(1000),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  sizeBytes: z.number().int().positive(),
  address: z.string().max(4000).nullable(),
  isSentAsAddress: z.boolean(),
  /** The picture sent instead, if it was converted to meet the limits of relays. */
  fitted: pictureSchema.pick({ mediaId: true, widthPx: true, heightPx: true, sizeBytes: true }).nullable(),
});

const guideTextSchema = z.string().max(MAX_TEXT_LENGTH);

const sizeChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('match') }),
  z.strictObject({ kind: z.literal('size'), text: z.string().max(100) }),
  z.strictObject({ kind: z.literal('none') }),
]);

function choiceSchema(value: OptionValue): z.ZodType {
  if (value.type === 'size') return sizeChoiceSchema;
  return value.type === 'choice' ? optionValueSchema(value).nullable() : optionValueSchema(value);
}

/**
 * Options that a person set. Any may be missing: a newer version may have fields that the version which wrote the draft
 * did not have.
 */
const draftChoicesSchema = z.object({
  ...(Object.fromEntries(
    OPTION_NAMES.map((name) => [name, z.exactOptional(choiceSchema(optionField(name).value))]),
  ) as { [N in OptionName]: z.ZodExactOptional<z.ZodType<OptionChoices[N], OptionChoices[N]>> }),
  form: z.exactOptional(z.enum(FORM_CHOICES)),
  mask: z.exactOptional(z.enum(MASK_CHOICES)),
});

export const imagesDraftSchema = z.object({
  pictures: z.array(draftPictureSchema).max(MAX_PICTURES),
  /** The sources that led to picture 1, the oldest first. */
  chain: z.array(draftPictureSchema).max(MAX_PICTURES).default([]),
  instruction: z.string().max(MAX_TEXT_LENGTH),
  guide: z.strictObject({ change: guideTextSchema, keep: guideTextSchema, style: guideTextSchema }),
  choices: draftChoicesSchema,
});

/** A tile of a mask: its position, and its coverage as packed by the mask engine, which alone reads it. */
const maskTileSchema = z.strictObject({
  index: z.number().int().min(0).max(MAX_TILES),
  packed: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= MAX_TILE_BYTES),
});

export const saveMaskSchema = z.strictObject({ key: idSchema, tiles: z.array(maskTileSchema).max(MAX_TILES) });

/** A draft with the masks of its pictures; a picture without a mask has no entry. */
export const restoredDraftSchema = z.strictObject({
  draft: imagesDraftSchema,
  masks: z.array(z.strictObject({ key: idSchema, tiles: z.array(maskTileSchema) })),
});

export type ImagesDraft = z.infer<typeof imagesDraftSchema>;
export type MaskTile = z.infer<typeof maskTileSchema>;
export type RestoredDraft = z.infer<typeof restoredDraftSchema>;
