// Recognises kinds of audio by their first bytes, apart from MPEG audio. Independent of the table of kinds and of text.

/**
 * Checks the first bytes of a file or stream.
 * @param head the bytes so far, at least one.
 * @param isEnough no more bytes will come, or none that would matter: then `needsMore` is not a valid result.
 */
export type Recognise = (head: Uint8Array, isEnough: boolean) => 'yes' | 'no' | 'needsMore';

/** RIFF/WAVE (Microsoft RIFF). */
export const recogniseWav: Recognise = (head) => toAnswer(isChunkOf(head, 'RIFF', 'WAVE'));

/** RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088): wav with sizes of 64 bits. */
export const recogniseRf64: Recognise = (head) =>
  toAnswer(isChunkOf(head, 'RF64', 'WAVE') || isChunkOf(head, 'BW64', 'WAVE'));

/** Sony Wave64: `riff` as a GUID. */
export const recogniseW64: Recognise = (head) =>
  toAnswer(startsWith(head, 'riff') && head[4] === 0x2e && head[5] === 0x91 && head[6] === 0xcf && head[7] === 0x11);

/** AIFF and AIFF-C (Apple). */
export const recogniseAiff: Recognise = (head) =>
  toAnswer(isChunkOf(head, 'FORM', 'AIFF') || isChunkOf(head, 'FORM', 'AIFC'));

/** Sun/NeXT audio. */
export const recogniseAu: Recognise = (head) => toAnswer(startsWith(head, '.snd'));

/** Core Audio Format (Apple). */
export const recogniseCaf: Recognise = (head) => toAnswer(startsWith(head, 'caff'));

/** FLAC (RFC 9639 §8). */
export const recogniseFlac: Recognise = (head) => toAnswer(startsWith(head, 'fLaC'));

/** Pictures are in the same container: AVIF, HEIF. */
const PICTURE_BRAND = /^(avi[fs]|mif1|msf1|he[iv])/;

/** MPEG-4 (ISO 14496-12): a box `ftyp` whose brand is not that of a picture. */
export const recogniseMp4: Recognise = (head) =>
  toAnswer(startsWith(head.subarray(4), 'ftyp') && !PICTURE_BRAND.test(ascii(head.subarray(8, 12))));

/** WebM: an EBML header (RFC 8794) of this document type. */
export const recogniseWebm: Recognise = (head, isEnough) => recogniseEbml(head, isEnough, true);
/** Any other EBML document counts as Matroska (RFC 9559). */
export const recogniseMatroska: Recognise = (head, isEnough) => recogniseEbml(head, isEnough, false);

/** Bytes within which an EBML header names the type of its document. */
const EBML_HEADER_BYTES = 64;

function recogniseEbml(head: Uint8Array, isEnough: boolean, isWebmAsked: boolean): ReturnType<Recognise> {
  if (head[0] !== 0x1a || head[1] !== 0x45 || head[2] !== 0xdf || head[3] !== 0xa3) return 'no';
  if (head.length < EBML_HEADER_BYTES && !isEnough) return 'needsMore';
  return toAnswer(ascii(head.subarray(0, EBML_HEADER_BYTES)).includes('webm') === isWebmAsked);
}

/** How the first packet of each codec in Ogg begins. */
const OGG_PACKETS = { vorbis: '\x01vorbis', flac: '\x7fFLAC', speex: 'Speex   ' } as const;
const OGG_HEADER_BYTES = 27;
const MAX_PACKET_MARK_BYTES = 8;

/** Ogg (RFC 3533 §6) with Opus, or with a codec that has no row of its own: Opus is the only one that is asked for. */
export const recogniseOggOpus: Recognise = (head, isEnough) =>
  recogniseOgg(head, isEnough, (packet) => !Object.values(OGG_PACKETS).some((mark) => startsWith(packet, mark)));
/** Ogg with Vorbis I. */
export const recogniseOggVorbis = recogniseOggWith(OGG_PACKETS.vorbis);
/** Ogg with FLAC (RFC 9639 §10.1). */
export const recogniseOggFlac = recogniseOggWith(OGG_PACKETS.flac);
/** Ogg with Speex. */
export const recogniseOggSpeex = recogniseOggWith(OGG_PACKETS.speex);

function recogniseOggWith(mark: string): Recognise {
  return (head, isEnough) => recogniseOgg(head, isEnough, (packet) => startsWith(packet, mark));
}

/** Checks the first packet of an Ogg stream, which follows the page's header and its list of segments. */
function recogniseOgg(
  head: Uint8Array,
  isEnough: boolean,
  isIt: (packet: Uint8Array) => boolean,
): ReturnType<Recognise> {
  if (!startsWith(head, 'OggS')) return 'no';
  const at = OGG_HEADER_BYTES + (head[OGG_HEADER_BYTES - 1] ?? 0);
  if (head.length < Math.max(OGG_HEADER_BYTES, at + MAX_PACKET_MARK_BYTES) && !isEnough) return 'needsMore';
  return toAnswer(isIt(head.subarray(at)));
}

/** Whether the bytes start with these ASCII characters. */
export function startsWith(bytes: Uint8Array, characters: string): boolean {
  for (let i = 0; i < characters.length; i++) if (bytes[i] !== characters.charCodeAt(i)) return false;
  return true;
}

/** Converts the result of a check. */
export function toAnswer(isIt: boolean): 'yes' | 'no' {
  return isIt ? 'yes' : 'no';
}

/** Whether the bytes are a chunk of this id, its size, and this form. */
function isChunkOf(head: Uint8Array, id: string, form: string): boolean {
  return startsWith(head, id) && startsWith(head.subarray(8), form);
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
