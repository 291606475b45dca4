// Keys that are too short to be told apart from other text.

/** A shorter key is a part of ordinary words. In characters. */
const MIN_KEY_LENGTH = 8;

/** Whether a key is so short that it can be removed from texts only where it stands as one. */
export function isShortKey(key: string): boolean {
  return key.length < MIN_KEY_LENGTH;
}
