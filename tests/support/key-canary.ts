// A relay that echoes the key, in every spelling and at every place of a reply: afterwards it is in no file of the
// profile, no event, no log line and no answer to the page.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { openLog } from '../../electron/log.ts';
import { redactKeys } from '../../electron/relay/redact.ts';
import { isJobOver } from '../../shared/app/job-states.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { pcmTone, replies, type Script } from '../fakes/scripted-relay.ts';
import { eventually } from './eventually.ts';
import { startJobSide } from './job-side.ts';
import { spelledIn, spellingsOf } from './key-spellings.ts';
import { speechRequest } from './relay-client.ts';

const KEY = 'sk-Canary/Key+0123456789.abcdefgh';
const SPELLINGS = spellingsOf(KEY);

const PICTURE = await sharp({ create: { width: 8, height: 6, channels: 4, background: 'blue' } })
  .png()
  .toBuffer();
const b64_json = PICTURE.toString('base64');

/** Where a relay can put it. `edit` or `speech` says what was asked. */
const PLACES: Readonly<Record<string, { kind: 'edit' | 'speech'; script: (text: string) => Script }>> = {
  'the value of a header': {
    kind: 'speech',
    script: (text) => (response) => response.writeHead(200, { 'x-echo': text }).end(pcmTone(0.1)),
  },
  'the content type': {
    kind: 'speech',
    script: (text) => (response) => response.writeHead(200, { 'content-type': `audio/${text}` }).end(pcmTone(0.1)),
  },
  'the message of an error': {
    kind: 'speech',
    script: (text) => replies.json(400, { error: { message: `bad key ${text}`, code: 'x' } }),
  },
  'the code of an error': {
    kind: 'edit',
    script: (text) => replies.json(401, { error: { message: 'no', code: text } }),
  },
  'the request id': {
    kind: 'edit',
    script: (text) => replies.json(500, { error: { message: 'no' } }, { 'x-request-id': text }),
  },
  'a text': { kind: 'edit', script: (text) => replies.text(403, `denied: ${text}.`) },
  'a web page': { kind: 'speech', script: (text) => replies.text(502, `<!doctype html><p>${text}</p>`) },
  'a reply that makes no sense': { kind: 'speech', script: (text) => replies.text(200, `{"a":"${text}","b":`) },
  'an error behind the sound': {
    kind: 'speech',
    script: (text) => replies.pieces(pcmTone(0.1), `{"error":{"message":"${text.replaceAll('\\', '\\\\')}"}}`),
  },
  'the error of an event': {
    kind: 'edit',
    script: (text) => replies.text(200, `data: ${JSON.stringify({ error: { message: text } })}\n\n`),
  },
  'the revised prompt': {
    kind: 'edit',
    script: (text) => replies.json(200, { data: [{ b64_json, revised_prompt: `as ${text} said` }] }),
  },
  'the error of one picture': {
    kind: 'edit',
    script: (text) => replies.json(200, { data: [{ b64_json }, { error: { message: text, code: text } }] }),
  },
  'the path of a result': {
    kind: 'edit',
    script: (text) =>
      replies.json(200, { data: [{ b64_json }, { url: `http://elsewhere.example/${text}?k=${text}` }] }),
  },
  'the host of a result': {
    kind: 'edit',
    script: (text) => replies.json(200, { data: [{ b64_json }, { url: `http://${text}.example/1.png` }] }),
  },
  'an unknown field': { kind: 'edit', script: (text) => replies.json(200, { data: [{ b64_json }, {}], trace: text }) },
};
/** Spellings that an HTTP header's name can have. */
const NAMES = ['raw', 'in hexadecimal', 'reversed', 'in lower case', 'base64url'];

/**
 * Has a relay echo the key, then looks for it in everything that is stored, shown or logged.
 * @param isWanted which spellings at which places, by their numbers.
 * @returns what was found where.
 */
export async function findLeaks(isWanted: (spelling: number, place: number) => boolean): Promise<string[]> {
  const side = await startJobSide({ key: KEY });
  const source = await side.importPicture(PICTURE);
  if (!source.ok) throw new Error('not stored');
  const log = openLog(path.join(side.root, 'logs'), (line) => redactKeys(line, [KEY]));
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const shown: unknown[] = [];
  let number = 0;

  async function echo(kind: 'edit' | 'speech', script: Script): Promise<void> {
    number += 1;
    side.relay.answerWith((response, request) =>
      request.method === 'POST' ? script(response, request) : response.writeHead(404).end(),
    );
    const { id } = await (kind === 'speech'
      ? side.queue.add('speech', speechRequest({ text: `Line ${number}` }))
      : side.queue.add(
          'edit',
          editRequest({ form: 'multipart', options: { variations: 2 } }, source.ok ? source.data.mediaId : ''),
        ));
    await eventually(() => expect(side.queue.visible().filter(({ state }) => !isJobOver(state))).toEqual([]));
    const job = await side.store.find(id);
    shown.push(job, await side.queue.exchanges(id));
    log.error('job.failed', job?.error);
    side.queue.dismiss([id]);
  }

  for (const [at, [spelling, text]] of Object.entries(SPELLINGS).entries()) {
    for (const [place, { kind, script }] of Object.values(PLACES).entries())
      if (isWanted(at, place)) await echo(kind, script(text));
    if (!NAMES.includes(spelling)) continue;
    // A relay can name a header so as long as HTTP allows its characters.
    const name = text.replace(/[^\w!#$%&'*+.^`|~-]/g, '');
    await echo('speech', (response) => response.writeHead(200, { [`x-${name}`]: '1' }).end(pcmTone(0.1)));
  }
  expect(side.onBug).not.toHaveBeenCalled();
  for (let page = await side.items(); page.length > 0; page = await side.items()) {
    shown.push(page);
    await side.library.setTrashed(
      page.map(({ id }) => id),
      true,
    );
  }
  await side.close();

  const texts: [string, Buffer][] = [
    ['jobs, exchanges and items', Buffer.from(JSON.stringify(shown))],
    ['events', Buffer.from(JSON.stringify(side.updates))],
    ['standard error', Buffer.from(stderr.mock.calls.join('\n'))],
  ];
  stderr.mockRestore();
  for (const entry of await readdir(side.root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) texts.push([entry.name, await readFile(path.join(entry.parentPath, entry.name))]);
  }
  expect(texts.length).toBeGreaterThan(50);
  return texts.flatMap(([place, bytes]) =>
    spelledIn(bytes.toString('latin1'), KEY).map((spelling) => `${spelling}: ${place}`),
  );
}
