// What a file that a person brings is, by its type and name. Independent of what is done with it.

import { isImportable } from '../../shared/import/import-extensions.ts';

/** `other` is everything that no screen opens, pictures of formats that are not known included. */
export type FileKind = 'picture' | 'text' | 'audio' | 'other';

const AUDIO_NAMES = /\.(mp3|wav|ogg|opus|m4a|aac|flac|aiff?|pcm)$/i;

/** Returns the kind of a file. */
export function kindOfFile({ name, type }: Pick<File, 'name' | 'type'>): FileKind {
  if (type.startsWith('image/')) return 'picture';
  if (type.startsWith('audio/') || AUDIO_NAMES.test(name)) return 'audio';
  if (type === 'text/plain' || isImportable(name)) return 'text';
  return 'other';
}
