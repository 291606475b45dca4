// What the objects of a speech reply mean when audio comes as base64 inside JSON. Knows no bytes of audio and no HTTP.

import { isBase64 } from './base64.ts';
import type { StreamObject } from './event-reader.ts';
import { textOf } from './json-fields.ts';

/** Understands one reply. */
export type SpeechEvents = {
  take: (object: StreamObject) => void;
  /** The base64 that has come since the last call, piece by piece; each is encoded by itself. */
  takeAudio: () => string[];
  /** The text of an error event. */
  errorText: () => string | undefined;
  /** The stream names its events and has not told its end: something is missing. */
  isEndMissing: () => boolean;
};

/** Understands `speech.audio.delta` and `speech.audio.done`, the same without names, and events of an error. */
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
      // A named event that is not about audio, a transcript for one, has a `delta` of its own.
      else if (type === '' || /audio/.test(type)) {
        const audio = textOf(fields.audio) || textOf(fields.delta);
        // Some relays repeat the whole in the event that ends it.
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
