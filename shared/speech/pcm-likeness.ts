// Judges by statistics whether bytes without a signature are raw pcm: 16-bit samples of sound, in either byte order.

/** The order of the two bytes of a sample. */
export type ByteOrder = 'little' | 'big';

/** Shorter pieces of sound say too little. In samples. */
const MIN_SAMPLES = 32;
/** Uniformly random samples have 18 918; speech is far below, whatever its spectrum. */
const MAX_SPEECH_RMS = 11_000;
/** A full-scale sine wave has 23 170. Above that, only samples around both ends of the range remain. */
const MAX_TONE_RMS = 26_000;
/** Roughness of loud sound whose neighbouring samples are alike; random samples have 1. */
const MAX_TONE_ROUGHNESS = 0.5;
/** Bytes of one word that differ by less, on average, are two samples of 8 bits. Independent bytes differ by 64. */
const MAX_TWIN_DIFFERENCE = 24;
/** Quieter samples have nearly equal bytes by nature. */
const MIN_TWIN_SAMPLE = 1024;
/** Characters of text in UTF-16. Samples of sound are also controls, surrogates and unassigned code points. */
const TEXT_CHARACTERS = /[\p{L}\p{M}\p{N}\p{P}\p{Z}\p{S}\t\n\r\ufeff]/gu;
const MAX_OTHER_SHARE = 0.005;
/** Neighbouring characters of a text are hardly alike: its roughness is near 1. */
const MIN_TEXT_ROUGHNESS = 0.3;

/** What bytes are: sound of this byte order, nothing but silence, or no 16-bit sound. */
export type PcmJudgement = ByteOrder | 'silence' | 'no';

/** Whether bytes were judged to be sound. */
export function isByteOrder(judged: PcmJudgement): judged is ByteOrder {
  return judged === 'little' || judged === 'big';
}

/**
 * Judges bytes from their beginning; a last odd byte is ignored. Leading digital silence is skipped.
 * @returns the byte order that makes them sound; `silence` if there is nothing else, `no` if they are not 16-bit sound:
 * compressed, encrypted, text, or samples of another width.
 */
export function judgePcm(bytes: Uint8Array): PcmJudgement {
  let start = 0;
  while (start + 1 < bytes.length && isSilent(bytes[start]) && bytes[start + 1] === bytes[start]) start += 2;
  const words = bytes.subarray(start, bytes.length - ((bytes.length - start) % 2));
  if (words.length < 2 * MIN_SAMPLES) return start > words.length ? 'silence' : 'no';
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const little = figuresOf(view, true);
  const big = figuresOf(view, false);
  // No text begins with silence.
  if (start === 0 && (isText(view, true, little) || isText(view, false, big))) return 'no';
  if (isSound(little) && (!isSound(big) || little.rms <= big.rms)) return 'little';
  return isSound(big) ? 'big' : 'no';
}

/** Zero, or minus one in either byte order. */
function isSilent(byte: number | undefined): boolean {
  return byte === 0 || byte === 0xff;
}

/** Figures of samples. `roughness` is half the von Neumann ratio: 1 for independent samples. */
type Figures = { rms: number; variance: number; roughness: number; isOfTwins: boolean };

function figuresOf(view: DataView, isLittleEndian: boolean): Figures {
  const count = view.byteLength / 2;
  let [sum, squares, steps, loud, twinDifference, before] = [0, 0, 0, 0, 0, 0];
  const lowBytes = new Set<number>();
  for (let i = 0; i < count; i++) {
    const sample = view.getInt16(2 * i, isLittleEndian);
    sum += sample;
    squares += sample ** 2;
    if (i > 0) steps += (sample - before) ** 2;
    if (Math.abs(sample) > MIN_TWIN_SAMPLE) {
      const [lowByte, highByte] = [sample & 0xff, (sample >> 8) & 0xff];
      const difference = Math.abs(lowByte - highByte);
      twinDifference += Math.min(difference, 256 - difference);
      loud++;
      lowBytes.add(lowByte);
    }
    before = sample;
  }

  const variance = squares / count - (sum / count) ** 2;
  return {
    rms: Math.sqrt(squares / count),
    variance,
    roughness: variance === 0 ? 1 : steps / (2 * count * variance),
    // Samples of 8 bits that were widened have the same low byte everywhere.
    isOfTwins: lowBytes.size > 1 && loud > count / 2 && twinDifference / loud < MAX_TWIN_DIFFERENCE,
  };
}

function isSound({ rms, variance, roughness, isOfTwins }: Figures): boolean {
  if (isOfTwins || variance === 0) return false;
  return rms < MAX_SPEECH_RMS || (rms < MAX_TONE_RMS && roughness < MAX_TONE_ROUGHNESS);
}

/** Whether the bytes are text of 16-bit characters, in this byte order. A slow swing of sound can be all letters too. */
function isText(view: DataView, isLittleEndian: boolean, { roughness }: Figures): boolean {
  if (roughness < MIN_TEXT_ROUGHNESS) return false;
  const count = view.byteLength / 2;
  const units = Array.from({ length: count }, (_, i) => view.getUint16(2 * i, isLittleEndian));
  const others = String.fromCharCode(...units).replace(TEXT_CHARACTERS, '');
  return others.length <= count * MAX_OTHER_SHARE;
}
