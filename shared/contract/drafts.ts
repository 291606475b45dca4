// Schemas of drafts: what a person has begun and not sent, stored so that closing or crashing loses nothing.

import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { CONVERSIONS } from '../images/conversions.ts';
import { DETAIL_CHOICES } from '../images/detail.ts';
import type { OptionChoices, OptionName, OptionValue } from '../images/edit-fields.ts';
import { OPTION_NAMES, optionField } from '../images/field-rules.ts';
import { MASK_CHOICES } from '../images/mask-delivery.ts';
import { FORM_CHOICES } from '../images/request-form.ts';
import { bytesSchema } from './bytes.ts';
import { idSchema } from './common.ts';
import { contextRatioSchema, cutFromSchema, optionValueSchema } from './images.ts';
import { mediaIdSchema, pictureSchema } from './media.ts';
import { dialectSchema, pricesSchema } from './settings.ts';

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
  cutFrom: cutFromSchema.nullable().default(null),
  conversions: z.array(z.enum(CONVERSIONS)).max(CONVERSIONS.length).default([]),
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
  detail: z.exactOptional(z.enum(DETAIL_CHOICES)),
  contextRatio: z.exactOptional(contextRatioSchema),
});

export const imagesDraftSchema = z.object({
  pictures: z.array(draftPictureSchema).max(BOUNDS.picturesOfTray),
  /** The sources that led to picture 1, the oldest first. */
  chain: z.array(draftPictureSchema).max(BOUNDS.picturesOfTray).default([]),
  instruction: z.string().max(MAX_TEXT_LENGTH),
  guide: z.strictObject({ change: guideTextSchema, keep: guideTextSchema, style: guideTextSchema }),
  choices: draftChoicesSchema,
});

/** A tile of a mask: its position, and its coverage as packed by the mask engine, which alone reads it. */
export const maskTileSchema = z.strictObject({
  index: z.number().int().min(0).max(MAX_TILES),
  packed: bytesSchema.refine((bytes) => bytes.length > 0 && bytes.length <= MAX_TILE_BYTES),
});

/** The tiles of the mask of one picture. */
export const maskTilesSchema = z.strictObject({ key: idSchema, tiles: z.array(maskTileSchema).max(MAX_TILES) });

/** The script that is open on Speech; the library has it. */
const speechDraftSchema = z.strictObject({ scriptId: idSchema });

const auditionDraftSchema = z.object({
  text: z.string().max(1_000_000),
  voices: z.array(z.string().max(200)).max(100),
  /** The chosen values of the voice gallery's filters. */
  filters: z.record(z.string().max(20), z.string().max(40)).exactOptional(),
});

/**
 * The unsaved fields of the connection form, which may be invalid. Strict, because the form also has the key, which is
 * never stored here.
 */
const connectionFormSchema = z.strictObject({
  id: idSchema.nullable(),
  name: z.string().max(1000),
  baseUrl: z.string().max(10_000),
  allowsPrivateHttp: z.boolean(),
  models: z.strictObject({ speech: z.string().max(1000), image: z.string().max(1000) }),
  dialect: dialectSchema.extend({ opusWord: z.string().max(1000) }),
  prices: pricesSchema.prefault({}),
});

/** All connection forms with unsaved changes, one for each connection; an id of null is a new connection. */
const connectionDraftSchema = z.object({
  openId: idSchema.nullable(),
  forms: z.array(connectionFormSchema).max(100),
});

/** A draft by name. `body: null` means that there is nothing to keep. */
export const draftSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('speech'), body: speechDraftSchema.nullable() }),
  z.strictObject({ name: z.literal('audition'), body: auditionDraftSchema.nullable() }),
  z.strictObject({ name: z.literal('images'), body: imagesDraftSchema.nullable() }),
  z.strictObject({ name: z.literal('connection'), body: connectionDraftSchema.nullable() }),
]);

export type ImagesDraft = z.infer<typeof imagesDraftSchema>;
export type MaskTile = z.infer<typeof maskTileSchema>;
export type MaskTiles = z.infer<typeof maskTilesSchema>;
export type Draft = z.infer<typeof draftSchema>;
export type DraftName = Draft['name'];
export const DRAFT_NAMES: readonly DraftName[] = draftSchema.options.map(({ shape }) => shape.name.value);
export type DraftBody<N extends DraftName> = NonNullable<Extract<Draft, { name: N }>['body']>;
