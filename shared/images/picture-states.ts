// What is known of the file of a result: whether it has been decoded, and how much of it can be shown.

/**
 * `unchecked`: not decoded yet. `whole`: decoded to its last pixel. `damaged`: the file ends early or is broken inside;
 * the part before that can be shown. `undecodable`: nothing of it can be shown. `foreign`: of a format that the app does
 * not show. `tooLarge`: beyond the limits of the app.
 */
export const PICTURE_STATES = ['unchecked', 'whole', 'damaged', 'undecodable', 'foreign', 'tooLarge'] as const;
export type PictureState = (typeof PICTURE_STATES)[number];

/** How far a picture could be decoded. */
export const DECODED_EXTENTS = ['whole', 'partly', 'not'] as const;
export type DecodedExtent = (typeof DECODED_EXTENTS)[number];

/** A state about which a person is told. */
export type PictureFault = Exclude<PictureState, 'unchecked' | 'whole'>;

/** Returns what is wrong with a picture's file; undefined if nothing is, or if it is not known yet. */
export function faultOf(state: PictureState): PictureFault | undefined {
  return state === 'unchecked' || state === 'whole' ? undefined : state;
}

/** Whether decoding can show something new about a file in this state. */
export function isDecodable(state: PictureState): boolean {
  return state !== 'foreign' && state !== 'tooLarge';
}

/** Whether there is something to show of a file in this state. */
export function isShowable(state: PictureState): boolean {
  return isDecodable(state) && state !== 'undecodable';
}

/**
 * Returns the state after a file was decoded. A file whose end is missing stays damaged even if all its pixels are
 * there; one that could not be decoded earlier may have been too large for the memory then.
 */
export function stateAfterDecoding(state: PictureState, extent: DecodedExtent): PictureState {
  if (!isDecodable(state)) return state;
  if (extent === 'not') return 'undecodable';
  return extent === 'partly' || state === 'damaged' ? 'damaged' : 'whole';
}
