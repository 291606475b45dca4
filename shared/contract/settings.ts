// Schemas of settings and connections.

import { z } from 'zod';
import { SCREENS } from '../app/commands.ts';
import { GETTING_STARTED_STEPS } from '../app/getting-started.ts';
import { LIBRARY_TILE_PX, LIBRARY_VIEWS, RIGHT_PANEL_WIDTH_PX, RIGHT_PANEL_WIDTHS } from '../app/layout.ts';
import { PREFERENCE_NAMES, PREFERENCES, type PreferenceName, type Preferences } from '../app/preferences.ts';
import {
  DEFAULT_DIALECT,
  DEFAULT_MODELS,
  EXTRAS_PLACES,
  FORMAT_FIELDS,
  LONG_TEXTS,
  MAX_CONCURRENCY,
  PICTURE_PARTS,
  PICTURE_TEXTS,
  PRACTICE_CONNECTION_ID,
} from '../connection/connections.ts';
import { BUDGET_PERIODS, MAX_CURRENCY, MAX_PRICE, NO_PRICES } from '../connection/prices.ts';
import { DEFAULT_CORRECTIONS } from '../images/correction-choices.ts';
import { REQUEST_FORMS } from '../images/edit-fields.ts';
import { MAX_PIXELS, MAX_RATIO } from '../images/limits.ts';
import {
  DEFAULT_OVERLAY,
  DEFAULT_TOOL_SETTINGS,
  MASK_TOOL_IDS,
  OVERLAY_CHOICES,
  TOOL_SETTINGS,
  type ToolSettingName,
  type ToolSettings,
} from '../images/mask-tools.ts';
import { SHEET_COLUMNS, SHEET_FILES, SHEET_PAPERS, SHEET_PARTS } from '../library/contact-sheet.ts';
import {
  EXPORT_DESTINATIONS,
  SAVED_PICTURES,
  SAVED_QUALITY,
  SAVED_SCALES,
  SAVED_SOUNDS,
  SAVED_WIDTH,
} from '../library/saving.ts';
import { DEFAULT_KEPT_DAYS, KEPT_DAYS } from '../library/trash.ts';
import { DEFAULT_SPEECH_FORMAT, PCM_RATE_HZ, SPEECH_FORMATS } from '../speech/formats.ts';
import { DEFAULT_VOICE, isSpeedValid, SPEED } from '../speech/limits.ts';
import { DEFAULT_NAME_TEMPLATE } from '../text/name-template.ts';
import { idSchema } from './common.ts';
import { lexiconSchema } from './scripts.ts';
import { speechExtrasSchema } from './speech.ts';

const wordSchema = z.string().trim().min(1).max(200);

const MAX_VOICE_KEYS = 1000;
/** The most that is remembered of a connection, and of all for `confirmedOrigins`. The last ones are kept. */
export const REMEMBERED_LIMITS = {
  refusedVoices: MAX_VOICE_KEYS,
  /** Combinations of model and form. */
  unusedPictures: 1000,
  resultOrigins: 100,
  confirmedOrigins: 100,
} as const;

const voiceKeysSchema = z.array(wordSchema).max(MAX_VOICE_KEYS);
const nameTemplateSchema = z.string().max(200);
const savedQualitySchema = z.number().int().min(SAVED_QUALITY.min).max(SAVED_QUALITY.max);
const savedWidthSchema = z.number().int().min(SAVED_WIDTH.min).max(SAVED_WIDTH.max);
const sheetColumnsSchema = z.number().int().min(SHEET_COLUMNS.min).max(SHEET_COLUMNS.max);
const sheetPartsSchema = z.array(z.enum(SHEET_PARTS)).max(SHEET_PARTS.length);
const keptDaysSchema = z.literal(KEPT_DAYS).nullable();

const modelAndFormSchema = z.strictObject({ model: wordSchema, form: z.enum(REQUEST_FORMS) });

const modelsSchema = z.strictObject({
  speech: wordSchema.default(DEFAULT_MODELS.speech),
  image: wordSchema.default(DEFAULT_MODELS.image),
});

/** The options of a connection that follow its relay. */
export const dialectSchema = z.strictObject({
  formatField: z.enum(FORMAT_FIELDS).default(DEFAULT_DIALECT.formatField),
  opusWord: wordSchema.default(DEFAULT_DIALECT.opusWord),
  formatWord: z.string().trim().max(200).default(DEFAULT_DIALECT.formatWord),
  extrasPlace: z.enum(EXTRAS_PLACES).default(DEFAULT_DIALECT.extrasPlace),
  pcmRateHz: z.number().int().min(PCM_RATE_HZ.min).max(PCM_RATE_HZ.max).default(DEFAULT_DIALECT.pcmRateHz),
  recommendedInputBytes: z.number().int().min(1).max(1_000_000).default(DEFAULT_DIALECT.recommendedInputBytes),
  longText: z.enum(LONG_TEXTS).default(DEFAULT_DIALECT.longText),
  speechTimeoutS: z.number().int().min(5).max(3600).default(DEFAULT_DIALECT.speechTimeoutS),
  speechConcurrency: z.number().int().min(1).max(MAX_CONCURRENCY).default(DEFAULT_DIALECT.speechConcurrency),
  pictureText: z.enum(PICTURE_TEXTS).default(DEFAULT_DIALECT.pictureText),
  picturePart: z.enum(PICTURE_PARTS).default(DEFAULT_DIALECT.picturePart),
  hasSoftMasks: z.boolean().default(DEFAULT_DIALECT.hasSoftMasks),
  maxPixels: z.number().int().min(MAX_PIXELS.min).max(MAX_PIXELS.max).default(DEFAULT_DIALECT.maxPixels),
  maxRatio: z.number().min(MAX_RATIO.min).max(MAX_RATIO.max).default(DEFAULT_DIALECT.maxRatio),
  hasSizeTiers: z.boolean().default(DEFAULT_DIALECT.hasSizeTiers),
  recommendedPictures: z.number().int().min(1).max(100).default(DEFAULT_DIALECT.recommendedPictures),
  imageTimeoutS: z.number().int().min(5).max(7200).default(DEFAULT_DIALECT.imageTimeoutS),
  imageConcurrency: z.number().int().min(1).max(MAX_CONCURRENCY).default(DEFAULT_DIALECT.imageConcurrency),
  endUserId: z.string().trim().max(200).default(DEFAULT_DIALECT.endUserId),
});

const priceSchema = z.number().min(0).max(MAX_PRICE).nullable().default(null);
/** What a person says a relay asks. */
export const pricesSchema = z.strictObject({
  currency: z.string().trim().max(MAX_CURRENCY).default(''),
  speech: priceSchema,
  picture: priceSchema,
  budget: priceSchema,
  period: z.enum(BUDGET_PERIODS).default(NO_PRICES.period),
});

/** A connection as stored in settings.json: everything except its key. */
export const storedConnectionSchema = z.strictObject({
  id: idSchema,
  name: z.string().trim().min(1).max(80),
  /** Normalised address, without `/v1` at its end. */
  baseUrl: z.string().max(2000),
  /** `http:` may be used on a private network; the key is then sent unencrypted. */
  allowsPrivateHttp: z.boolean().default(false),
  models: modelsSchema.prefault({}),
  dialect: dialectSchema.prefault({}),
  prices: pricesSchema.prefault({}),
});

/**
 * The state of a connection's key. `opening`: the system's key store has not responded yet. `unreadable`: stored, but
 * this computer can no longer decrypt it.
 */
const KEY_STATES = ['notNeeded', 'opening', 'missing', 'stored', 'sessionOnly', 'unreadable'] as const;

/** A connection as the renderer sees it; of the key only its state and last four characters. */
export const connectionSchema = storedConnectionSchema.extend({
  isPractice: z.boolean(),
  keyState: z.enum(KEY_STATES),
  keyLast4: z.string().max(4),
});

/**
 * The values that a person saves. `key: null` keeps the saved key, which remains valid only while the origin is
 * unchanged.
 */
export const connectionDraftSchema = z.strictObject({
  id: idSchema.nullable(),
  name: z.string().max(80),
  baseUrl: z.string().max(2000),
  key: z.string().max(10_000).nullable(),
  allowsPrivateHttp: z.boolean(),
  models: modelsSchema,
  dialect: dialectSchema,
  prices: pricesSchema.prefault({}),
});

/** The most model ids of a relay's list that are offered. */
export const MAX_LISTED_MODELS = 1000;

/** The remaining and total quota, in the relay's own unit. */
const quotaSchema = z.strictObject({ remaining: z.number(), total: z.number() });

/**
 * The result of the connection test. A relay without a model list is not a failure, but then the key is not verified.
 */
export const connectionTestSchema = z.strictObject({
  elapsedMs: z.number().nonnegative(),
  /** Null without a list. */
  modelCount: z.number().int().nonnegative().nullable(),
  /** The model ids in the list, in its order; long ids and those after the first thousand are left out. */
  models: z.array(wordSchema).max(MAX_LISTED_MODELS),
  /** Model ids of the connection that are not in the list. */
  missingModels: z.array(z.string()),
  quota: quotaSchema.nullable(),
});

const shareSchema = z.number().min(0).max(1);

/** The settings of the mask's tools; those missing from the settings of an earlier version have their default. */
const toolSettingSchemas = Object.fromEntries(
  Object.entries(TOOL_SETTINGS).map(([name, row]) => {
    if (row.type === 'flag') return [name, z.boolean().default(row.default)];
    const number = z.number().min(row.min).max(row.max);
    return [name, (row.step === 1 ? number.int() : number).default(row.default)];
  }),
) as { [N in ToolSettingName]: z.ZodDefault<z.ZodType<ToolSettings[N], ToolSettings[N]>> };
const maskToolsSchema = z.strictObject({
  tool: z.enum(MASK_TOOL_IDS).default(DEFAULT_TOOL_SETTINGS.tool),
  ...toolSettingSchemas,
});
const rightPanelWidthSchema = z.number().int().min(RIGHT_PANEL_WIDTH_PX.min).max(RIGHT_PANEL_WIDTH_PX.max);
const libraryTileSchema = z.number().int().min(LIBRARY_TILE_PX.min).max(LIBRARY_TILE_PX.max);
const overlaySchema = z.strictObject({
  color: z.enum(OVERLAY_CHOICES).default(DEFAULT_OVERLAY.color),
  opacity: shareSchema.default(DEFAULT_OVERLAY.opacity),
});

/** The corrections that are made of new results, as a person prefers them. */
const newResultsSchema = z.strictObject({
  isAligned: z.boolean().default(DEFAULT_CORRECTIONS.isAligned),
  isSeamMatched: z.boolean().default(DEFAULT_CORRECTIONS.isSeamMatched),
  isLightMatched: z.boolean().default(DEFAULT_CORRECTIONS.isLightMatched),
  isGrainMatched: z.boolean().default(DEFAULT_CORRECTIONS.isGrainMatched),
  isBlended: z.boolean().default(DEFAULT_CORRECTIONS.isBlended),
});

const helpSchema = z.strictObject({
  isGettingStartedOpen: z.boolean().default(false),
  /** The steps of *Getting started* that a person has done. */
  stepsDone: z.array(z.enum(GETTING_STARTED_STEPS)).max(GETTING_STARTED_STEPS.length).default([]),
});

type PreferenceSchema<N extends PreferenceName> = z.ZodType<Preferences[N], Preferences[N]>;
const preferenceSchemas = Object.fromEntries(
  PREFERENCE_NAMES.map((name): [string, z.ZodDefault] => {
    const row = PREFERENCES[name];
    return [name, 'of' in row ? z.literal(row.of).default(row.default) : z.boolean().default(row.default)];
  }),
) as { [N in PreferenceName]: z.ZodDefault<PreferenceSchema<N>> };
const preferencePatchSchemas = Object.fromEntries(
  PREFERENCE_NAMES.map((name) => [name, preferenceSchemas[name].unwrap().exactOptional()]),
) as { [N in PreferenceName]: z.ZodExactOptional<PreferenceSchema<N>> };

export const settingsSchema = z.strictObject({
  ...preferenceSchemas,
  activeConnectionId: idSchema.default(PRACTICE_CONNECTION_ID),
  speech: z
    .strictObject({
      voice: wordSchema.nullable().default(DEFAULT_VOICE),
      speed: z.number().refine(isSpeedValid).default(SPEED.default),
      format: z.enum(SPEECH_FORMATS).default(DEFAULT_SPEECH_FORMAT),
      extras: speechExtrasSchema.default({}),
    })
    .prefault({}),
  voices: z
    .strictObject({
      favourites: voiceKeysSchema.default([]),
      /** Recently used, the latest first. */
      recent: voiceKeysSchema.default([]),
      /** Keys that a person added. */
      custom: voiceKeysSchema.default([]),
    })
    .prefault({}),
  /** Voices that a relay refused, by connection. Determined by main, so it is not part of a patch. */
  refusedVoices: z.record(idSchema, voiceKeysSchema).default({}),
  /**
   * Combinations of model and form with which a relay did not use the picture it was sent, by connection. Also
   * determined by main.
   */
  unusedPictures: z.record(idSchema, z.array(modelAndFormSchema).max(REMEMBERED_LIMITS.unusedPictures)).default({}),
  /** Origins beside its own that a person allowed a connection to fetch results from, by connection. Determined by main. */
  resultOrigins: z.record(idSchema, z.array(z.string().max(300)).max(REMEMBERED_LIMITS.resultOrigins)).default({}),
  /** Origins in a private network that the person confirmed in a dialog of the system; nothing else is called there. */
  confirmedOrigins: z.array(z.string().max(300)).max(REMEMBERED_LIMITS.confirmedOrigins).default([]),
  library: z.strictObject({ nameTemplate: nameTemplateSchema.default(DEFAULT_NAME_TEMPLATE) }).prefault({}),
  /** How items are saved. `keepsPlace` belongs to `keepsDetails`. */
  saving: z
    .strictObject({
      sound: z.enum(SAVED_SOUNDS).default('asIs'),
      picture: z.enum(SAVED_PICTURES).default('asIs'),
      quality: savedQualitySchema.default(SAVED_QUALITY.default),
      scale: z.enum(SAVED_SCALES).default('whole'),
      widthPx: savedWidthSchema.default(SAVED_WIDTH.default),
      keepsDetails: z.boolean().default(true),
      keepsPlace: z.boolean().default(false),
    })
    .prefault({}),
  /** What scripts were exported for last. */
  exporting: z.strictObject({ destination: z.enum(EXPORT_DESTINATIONS).default('custom') }).prefault({}),
  /** What saved files say of where they come from: a mark inside them, a record beside them. */
  provenance: z
    .strictObject({ hasMark: z.boolean().default(false), hasRecord: z.boolean().default(false) })
    .prefault({}),
  /** Deleted items and scripts are deleted for good after so many days; null keeps them until a person does. */
  trash: z.strictObject({ keptDays: keptDaysSchema.default(DEFAULT_KEPT_DAYS) }).prefault({}),
  /** How contact sheets are laid out. */
  sheet: z
    .strictObject({
      paper: z.enum(SHEET_PAPERS).default('a4'),
      columns: sheetColumnsSchema.default(SHEET_COLUMNS.default),
      parts: sheetPartsSchema.default([...SHEET_PARTS]),
      kind: z.enum(SHEET_FILES).default('pdf'),
    })
    .prefault({}),
  player: z.strictObject({ volume: z.number().min(0).max(1).default(1) }).prefault({}),
  /** Pronunciation rules that apply to every script. */
  lexicon: lexiconSchema.default([]),
  /** The latest settings of the mask's tools, and how the mask is shown. */
  mask: z
    .strictObject({
      tools: maskToolsSchema.prefault({}),
      overlay: overlaySchema.prefault({}),
      /** A person has set the brush size; until then it follows the size of the picture. */
      isBrushSizeChosen: z.boolean().default(false),
    })
    .prefault({}),
  newResults: newResultsSchema.prefault({}),
  help: helpSchema.prefault({}),
  layout: z
    .strictObject({
      isRightPanelOpen: z.boolean().default(true),
      rightPanelWidthPx: rightPanelWidthSchema.default(RIGHT_PANEL_WIDTHS.rightPanelWidthPx),
      historyWidthPx: rightPanelWidthSchema.default(RIGHT_PANEL_WIDTHS.historyWidthPx),
      isPracticeHintDismissed: z.boolean().default(false),
      libraryView: z.enum(LIBRARY_VIEWS).default('grid'),
      libraryTilePx: libraryTileSchema.default(LIBRARY_TILE_PX.default),
      /** The screen that was open last, on which the next window opens. */
      screen: z.enum(SCREENS).default('speech'),
    })
    .prefault({}),
});

/** Changes to settings: whole sections, each optional. */
export const settingsPatchSchema = z.strictObject({
  ...preferencePatchSchemas,
  speech: z
    .strictObject({
      voice: wordSchema.nullable(),
      speed: z.number().refine(isSpeedValid),
      format: z.enum(SPEECH_FORMATS),
      extras: speechExtrasSchema,
    })
    .exactOptional(),
  voices: z
    .strictObject({ favourites: voiceKeysSchema, recent: voiceKeysSchema, custom: voiceKeysSchema })
    .exactOptional(),
  library: z.strictObject({ nameTemplate: nameTemplateSchema }).exactOptional(),
  saving: z
    .strictObject({
      sound: z.enum(SAVED_SOUNDS),
      picture: z.enum(SAVED_PICTURES),
      quality: savedQualitySchema,
      scale: z.enum(SAVED_SCALES),
      widthPx: savedWidthSchema,
      keepsDetails: z.boolean(),
      keepsPlace: z.boolean(),
    })
    .exactOptional(),
  exporting: z.strictObject({ destination: z.enum(EXPORT_DESTINATIONS) }).exactOptional(),
  provenance: z.strictObject({ hasMark: z.boolean(), hasRecord: z.boolean() }).exactOptional(),
  trash: z.strictObject({ keptDays: keptDaysSchema }).exactOptional(),
  sheet: z
    .strictObject({
      paper: z.enum(SHEET_PAPERS),
      columns: sheetColumnsSchema,
      parts: sheetPartsSchema,
      kind: z.enum(SHEET_FILES),
    })
    .exactOptional(),
  player: z.strictObject({ volume: z.number().min(0).max(1) }).exactOptional(),
  lexicon: lexiconSchema.exactOptional(),
  mask: z
    .strictObject({ tools: maskToolsSchema, overlay: overlaySchema, isBrushSizeChosen: z.boolean() })
    .exactOptional(),
  newResults: newResultsSchema.exactOptional(),
  help: helpSchema.exactOptional(),
  layout: z
    .strictObject({
      isRightPanelOpen: z.boolean(),
      rightPanelWidthPx: rightPanelWidthSchema,
      historyWidthPx: rightPanelWidthSchema,
      isPracticeHintDismissed: z.boolean(),
      libraryView: z.enum(LIBRARY_VIEWS),
      libraryTilePx: libraryTileSchema,
      screen: z.enum(SCREENS),
    })
    .exactOptional(),
});

/** Whether keys are stored permanently on this computer, and by what. `backend` is the system's own name for it. */
export const keyProtectionSchema = z.strictObject({
  state: z.enum(['opening', 'available', 'unavailable']),
  backend: z.string(),
});

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
export type StoredConnection = z.infer<typeof storedConnectionSchema>;
export type Connection = z.infer<typeof connectionSchema>;
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>;
export type Quota = z.infer<typeof quotaSchema>;
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
export type KeyState = Connection['keyState'];
export type KeyProtection = z.infer<typeof keyProtectionSchema>;
