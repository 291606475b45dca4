// What came back from an edit: a JSON envelope in any of its shapes, or a stream of events. Knows no files and no downloads.

import { createParser } from 'eventsource-parser';

/** One picture of a reply, or why there is none. An empty string counts as absent; base64 wins over an address. */
export type ReplyPicture = {
  index: number;
  revisedPrompt: string;
  source:
    | { kind: 'base64'; text: string }
    | { kind: 'url'; url: string }
    | { kind: 'failed'; message: string; code: string };
};

/** A whole reply: its pictures in order, or the message of an error body. */
export type EditEnvelope = { pictures: ReplyPicture[]; error: string | undefined };

type Fields = Record<string, unknown>;

/** Reads the JSON envelope (relay API §2.4): `data` an array, an object or empty. Undefined when `text` is not such an envelope. */
export function readEnvelope(text: string): EditEnvelope | undefined {
  const body = parseJson(text);
  if (!isFields(body)) return undefined;
  const { data } = body;
  const entries = Array.isArray(data)
    ? data
    : isFields(data) && Object.keys(data).length > 0
      ? [data]
      : data === undefined
        ? undefined
        : [];
  if (entries === undefined) return undefined;
  const pictures = entries.filter(isFields).map(readPicture);
  return {
    pictures: pictures.filter((picture) => picture !== undefined).map((picture, index) => ({ ...picture, index })),
    error: undefined,
  };
}

/** Gathers a stream of server-sent events: finished pictures by their index, previews as they come, an error that ends it. */
export type EventGatherer = { push: (text: string) => void; end: () => EditEnvelope };

/** @param onPreview told each preview of a picture still being made, as base64. */
export function gatherEvents(onPreview: (base64: string) => void): EventGatherer {
  const pictures = new Map<number, ReplyPicture>();
  let error: string | undefined;
  const parser = createParser({
    onEvent({ event, data }) {
      const body = parseJson(data);
      if (!isFields(body)) return;
      const type = textOf(body.type) || event || '';
      if (type.endsWith('partial_image')) {
        const base64 = textOf(body.b64_json);
        if (base64) onPreview(base64);
        return;
      }
      const isAboutOnePicture = typeof body.image_index === 'number' || type !== '';
      const picture = isAboutOnePicture ? readPicture(body) : undefined;
      if (picture) {
        const index = typeof body.image_index === 'number' ? body.image_index : pictures.size;
        pictures.set(index, { ...picture, index });
      } else if (body.error !== undefined) {
        error ??= data;
      }
    },
  });
  return {
    push: (text) => parser.feed(text),
    end() {
      parser.reset({ consume: true });
      return { pictures: [...pictures.values()].sort((a, b) => a.index - b.index), error };
    },
  };
}

function readPicture(fields: Fields): Omit<ReplyPicture, 'index'> | undefined {
  const revisedPrompt = textOf(fields.revised_prompt);
  const base64 = textOf(fields.b64_json);
  const url = textOf(fields.url);
  if (base64) return { revisedPrompt, source: { kind: 'base64', text: base64 } };
  if (url) return { revisedPrompt, source: { kind: 'url', url } };
  if (!isFields(fields.error)) return undefined;
  return {
    revisedPrompt,
    source: { kind: 'failed', message: textOf(fields.error.message), code: textOf(fields.error.code) },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
