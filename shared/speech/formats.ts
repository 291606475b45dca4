// The four audio formats of the speech operation: wire values, file extensions, MIME types.

/** Wire values of `response_format`, in the order the relay API lists them. */
export const SPEECH_FORMATS = ['mp3', 'wav', 'pcm', 'ogg_opus'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

/** Format the relay uses when the field is omitted. */
export const DEFAULT_SPEECH_FORMAT: SpeechFormat = 'pcm';
/** pcm carries no header: signed 16-bit little-endian mono at this rate, unless the connection says otherwise. */
export const DEFAULT_PCM_RATE_HZ = 24_000;

/** Rates headerless pcm may be read with, in hertz. */
export const PCM_RATE_HZ = { min: 8000, max: 96_000 } as const;
/** Rates such relays are known to send, offered when pcm is read again. */
export const COMMON_PCM_RATES_HZ = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

const FACTS: Record<SpeechFormat, { extension: string; mime: string }> = {
  mp3: { extension: 'mp3', mime: 'audio/mpeg' },
  wav: { extension: 'wav', mime: 'audio/wav' },
  pcm: { extension: 'pcm', mime: 'audio/pcm' },
  ogg_opus: { extension: 'ogg', mime: 'audio/ogg' },
};

/** File extension without a dot: `ogg_opus` is kept in `.ogg`, pcm as received in `.pcm`. */
export function audioExtension(format: SpeechFormat): string {
  return FACTS[format].extension;
}

/** MIME type of the bytes as received. */
export function audioMime(format: SpeechFormat): string {
  return FACTS[format].mime;
}

/** Whether `value` is one of the four wire values. */
export function isSpeechFormat(value: unknown): value is SpeechFormat {
  return typeof value === 'string' && (SPEECH_FORMATS as readonly string[]).includes(value);
}
