// Parses and validates the body of a speech request (relay API §2.1, §4.1).

import { fail, ok, type Result } from '../../shared/result.ts';
import {
  DEFAULT_SPEECH_FORMAT,
  isSpeechFormat,
  SPEECH_FORMATS,
  type SpeechFormat,
} from '../../shared/speech/formats.ts';
import {
  DEFAULT_SPEECH_MODEL,
  DEFAULT_VOICE,
  isRatioValid,
  isSpeechInputValid,
  isSpeedValid,
  RATIO,
  SPEED,
} from '../../shared/speech/limits.ts';
import { findVoice } from '../../shared/speech/voices.ts';
import type { Problem } from '../errors.ts';
import type { Utterance } from './synthesis.ts';

/** A valid speech request. */
export type SpeechRequest = Utterance & { format: SpeechFormat };

type Fields = Record<string, unknown>;

/** Another word for a format, which programs of this kind know. */
const OTHER_WORDS = new Map<unknown, SpeechFormat>([['opus', 'ogg_opus']]);

/** Provider codes that appear in messages of such relays. */
export const CODES = { invalidText: 3011, unknownVoice: 3050 } as const;

/**
 * Validates a parsed body. Null counts as absent. Fields that the contract does not name are ignored.
 * `volume_ratio`, `pitch_ratio`, `language` and `emotion` are read at the top level, otherwise inside `metadata`.
 */
export function parseSpeechRequest(body: unknown): Result<SpeechRequest, Problem> {
  if (!isObject(body)) return refuse('', 'The body must be a JSON object.');
  const metadata = body.metadata ?? {};
  if (!isObject(metadata)) return refuse('metadata', 'metadata must be an object.');

  if (body.model !== DEFAULT_SPEECH_MODEL) return refuse('model', `model must be ${DEFAULT_SPEECH_MODEL}.`);

  const { input } = body;
  if (typeof input !== 'string') return refuse('input', 'input must be a string.');
  if (!isSpeechInputValid(input)) return refuse('input', 'input must not be empty.', CODES.invalidText);

  const key = body.voice ?? DEFAULT_VOICE;
  if (typeof key !== 'string' || key === '') return refuse('voice', 'voice must be a non-empty string.');
  const voice = findVoice(key);
  if (!voice) return refuse('voice', `The voice ${key} does not exist.`, CODES.unknownVoice);

  // Two names for one field: the contract lists both, and here the first one takes precedence.
  const formatName = body.response_format == null && body.format != null ? 'format' : 'response_format';
  const word = body[formatName] ?? DEFAULT_SPEECH_FORMAT;
  const format = OTHER_WORDS.get(word) ?? word;
  if (!isSpeechFormat(format)) return refuse(formatName, `${formatName} must be one of ${SPEECH_FORMATS.join(', ')}.`);

  const speed = body.speed ?? SPEED.default;
  if (typeof speed !== 'number' || !isSpeedValid(speed)) {
    return refuse('speed', `speed must be a number from ${SPEED.min} to ${SPEED.max}.`);
  }

  const optional: Fields = {};
  for (const name of ['volume_ratio', 'pitch_ratio', 'language', 'emotion']) {
    optional[name] = body[name] ?? metadata[name] ?? undefined;
  }
  const { volume_ratio: volumeRatio = RATIO.default, pitch_ratio: pitchRatio = RATIO.default } = optional;
  const { language, emotion } = optional;
  if (!isRatio(volumeRatio)) return refuseRatio('volume_ratio');
  if (!isRatio(pitchRatio)) return refuseRatio('pitch_ratio');
  if (!isOptionalString(language)) return refuse('language', 'language must be a string.');
  if (!isOptionalString(emotion)) return refuse('emotion', 'emotion must be a string.');

  return ok({ input, voice, format, speed, volumeRatio, pitchRatio, language, emotion });
}

function refuse(param: string, message: string, code?: number): Result<never, Problem> {
  return fail({ status: 400, message, param, code: code ?? 'invalid_value' });
}

function refuseRatio(name: string): Result<never, Problem> {
  return refuse(name, `${name} must be a number from ${RATIO.min} to ${RATIO.max}.`);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRatio(value: unknown): value is number {
  return typeof value === 'number' && isRatioValid(value);
}

function isOptionalString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}
