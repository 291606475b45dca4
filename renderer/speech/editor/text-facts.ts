// The measures of the text, as the parts around the editor follow them.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { characterCount, utf8ByteLength } from '../../../shared/text/utf8.ts';
import type { TextFacts } from './ports.ts';

/** The facts of the text; they change with every key, so only what shows them follows them. */
export type TextFactsStore = StoreApi<TextFacts>;

/** Creates the store; what shows the text sets the facts. */
export function createTextFacts(): TextFactsStore {
  return createStore<TextFacts>()(() => ({ characters: 0, sizeBytes: 0, lines: 0 }));
}

/** Measures a text as a whole. */
export function factsOfText(text: string): TextFacts {
  const lines = text.split('\n').filter((paragraph) => /\S/.test(paragraph)).length;
  return { characters: characterCount(text), sizeBytes: utf8ByteLength(text), lines };
}
