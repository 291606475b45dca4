// Interprets the objects of a speech reply with audio as base64 inside JSON. Independent of audio formats and HTTP.

import { isBase64 } from './base64.ts';
import type { StreamObject } from './event-reader.ts';
import { textOf } from './json-fields.ts';

/** Interprets one reply. */
export type SpeechEvents = {
  take: (object: StreamObject) => void;
  /** The base64 since the last call, in pieces; each piece is encoded separately. */
  takeAudio: () => string[];
  /** The text of an error event. */
  errorText: () => string | undefined;
  /** The stream has named events but no end event: it is incomplete. */
  isEndMissing: () => boolean;
};

/**
 * Creates the interpreter of `speech.audio.delta` and `speech.audio.done`, of the same objects without names, and of
 * error events.
 */
export function createSpeechEvents(): SpeechEvents {
  let waiting: string[] = [];
  let hasAudio = false;
  let isNamed = false;
  let isDone = false;
  let errorText: string | undefined;
  return {
    take({ event, fields, text }) {
      const type = textOf(fields.type) || (event === 'message' ? '' : event);
      const isError = (fields.error !== undefined && fields.error !== null) || /error|failed/.test(type);
      const isEnd = /done|completed/i.test(type);
      isDone ||= isEnd;
      if (isError) errorText ??= text;
      // A named event that is not about audio, such as a transcript, has its own `delta`.
      else if (type === '' || /audio/.test(type)) {
        const audio = textOf(fields.audio) || textOf(fields.delta);
        // Some relays repeat all the audio in the event that ends the stream.
        if (!isBase64(audio) || (isEnd && hasAudio)) return;
        isNamed ||= type !== '';
        hasAudio = true;
        waiting.push(audio);
      }
    },
    takeAudio() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    errorText: () => errorText,
    isEndMissing: () => isNamed && !isDone,
  };
}
