// Counts the characters and bytes of the document by what changes, so that a key costs no reading of the whole text.

import { type ChangeSet, StateField, type Text } from '@codemirror/state';
import { characterCount, utf8ByteLength } from '../../../shared/text/utf8.ts';

/** Unicode code points, and UTF-8 bytes. */
type Size = { characters: number; sizeBytes: number };

/** The size of the document. */
export const sizeField = StateField.define<Size>({
  create: ({ doc }) => sizeOf(doc, 0, doc.length),
  update: (size, { docChanged, changes, startState, newDoc }) =>
    docChanged ? updated(size, changes, startState.doc, newDoc) : size,
});

function updated(size: Size, changes: ChangeSet, oldDoc: Text, doc: Text): Size {
  let { characters, sizeBytes } = size;
  changes.iterChanges((fromOld, toOld, fromNew, toNew) => {
    // A surrogate beside the change may have been half of a character, or may become one.
    const [left, right] = [isSurrogate(doc, fromNew - 1) ? 1 : 0, isSurrogate(doc, toNew) ? 1 : 0];
    const gone = sizeOf(oldDoc, fromOld - left, toOld + right);
    const come = sizeOf(doc, fromNew - left, toNew + right);
    characters += come.characters - gone.characters;
    sizeBytes += come.sizeBytes - gone.sizeBytes;
  });
  return { characters, sizeBytes };
}

function sizeOf(doc: Text, from: number, to: number): Size {
  const text = doc.sliceString(from, to);
  return { characters: characterCount(text), sizeBytes: utf8ByteLength(text) };
}

function isSurrogate(doc: Text, position: number): boolean {
  return /[\uD800-\uDFFF]/.test(doc.sliceString(Math.max(0, position), position + 1));
}
