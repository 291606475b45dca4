import { describe, expect, it } from 'vitest';
import { chunksOfBomb, JSON_BOMBS, type JsonBomb } from '../../tests/support/json-bombs.ts';
import { createEditReceiver } from './edit-receiver.ts';
import { errorFromReply } from './reply-errors.ts';
import { readSpeechReply } from './speech-reply.ts';

const KEY = 'sk-0123456789abcdef';
const NAMES = Object.keys(JSON_BOMBS) as JsonBomb[];
/** Of each so much that reading it without limits would take minutes, or gigabytes. */
const SIZE_BYTES = 1_500_000;

async function readAsEdit(name: JsonBomb) {
  let files = 0;
  const file = { write: async () => undefined, discard: async () => undefined };
  const receiver = createEditReceiver({
    openFile: async () => {
      files++;
      return file;
    },
    onPreview: async () => undefined,
  });
  for (const chunk of chunksOfBomb(name, SIZE_BYTES)) {
    await receiver.push(chunk);
    if (receiver.problem()) break;
  }
  const { pictures, text, errorText } = await receiver.end();
  errorFromReply({ status: 200, headers: {}, bodyText: errorText ?? text, isHtml: false }, KEY);
  return { pictures, files, problem: receiver.problem() };
}

async function readAsSpeech(name: JsonBomb) {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* chunksOfBomb(name, SIZE_BYTES);
  }
  const body = { chunks: chunks(), failure: () => undefined };
  return readSpeechReply({ status: 200, headers: {} }, body, {
    asked: 'mp3',
    key: KEY,
    onAudio: async () => undefined,
  });
}

describe.each(NAMES)('%s', (name) => {
  it('as the reply of an edit ends, with no more pictures than a reply may have', async () => {
    const { pictures, files } = await readAsEdit(name);
    expect(pictures.length).toBeLessThanOrEqual(201);
    expect(files).toBeLessThanOrEqual(210);
  });

  it('as the reply to speech ends, and never says that nothing was billed', async () => {
    const reply = await readAsSpeech(name);
    expect(reply.ok ? 'unknown' : reply.error.billed).not.toBe('no');
  });
});

// attack 33, bound json-of-reply, bound pictures-of-reply
it.each<JsonBomb>([
  'brackets',
  'objects of a list',
  'names',
  'addresses',
  'short pictures',
  'failures',
  'broken lines',
  'lines that are no fields',
  'events of failure',
])('what is left out of %s is said', async (name) => {
  expect((await readAsEdit(name)).problem).toBe('reply.too_complex');
});
