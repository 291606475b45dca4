// Ranges and defaults of speech requests: the relay API's §2.1 and §8, and observed ranges of the optional fields.

/** Model of a speech request ("Fixed to speech-tts-1.0"); a connection may specify another. */
export const DEFAULT_SPEECH_MODEL = 'speech-tts-1.0';
/** Voice that the relay uses when the field is omitted. */
export const DEFAULT_VOICE = 'zh_female_cancan_mars_bigtts';
/** `speed`: 0.2 to 3 inclusive, 1 is normal. */
export const SPEED = { min: 0.2, max: 3, step: 0.05, default: 1 } as const;
/** `volume_ratio` and `pitch_ratio`: the range observed with relays; the contract has none. */
export const RATIO = { min: 0.1, max: 3, step: 0.05, default: 1 } as const;
/** Recommended input of one request for standard voices, in UTF-8 bytes. Longer text is cut, see `partsOf`. */
export const RECOMMENDED_INPUT_BYTES = 1024;

/** Whether `speed` may be sent. */
export function isSpeedValid(speed: number): boolean {
  return speed >= SPEED.min && speed <= SPEED.max;
}

/** Whether a volume or pitch ratio may be sent. */
export function isRatioValid(ratio: number): boolean {
  return ratio >= RATIO.min && ratio <= RATIO.max;
}

/** Whether `text` contains anything but white space, as required for a request. */
export function isSpeechInputValid(text: string): boolean {
  return text.trim().length > 0;
}

/** Returns the wire field of a speech request that breaks a rule of relay API §2.1 and §4.1, or undefined. */
export function speechProblem(request: {
  text: string;
  voice: string | null;
  speed: number;
  extras: { volumeRatio?: number | undefined; pitchRatio?: number | undefined };
}): 'input' | 'voice' | 'speed' | 'volume_ratio' | 'pitch_ratio' | undefined {
  const { text, voice, speed, extras } = request;
  if (!isSpeechInputValid(text)) return 'input';
  if (voice !== null && voice.trim() === '') return 'voice';
  if (!isSpeedValid(speed)) return 'speed';
  if (extras.volumeRatio !== undefined && !isRatioValid(extras.volumeRatio)) return 'volume_ratio';
  return extras.pitchRatio !== undefined && !isRatioValid(extras.pitchRatio) ? 'pitch_ratio' : undefined;
}
