// Kills the jobs' program at random moments while speech and edits are under way, starts it again on the same folder, and
// at the end compares what the relay saw with what the library has.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { pcmTone, type Script, startScriptedRelay } from '../fakes/scripted-relay.ts';
import { eventually } from '../support/eventually.ts';
import type { JobLine } from '../support/job-program.ts';
import { openJobSide } from '../support/job-side.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PROGRAM = path.join(ROOT, 'tests/support/job-program.ts');
/** The program's work takes about this long, with the relay's pauses. */
const MAX_LIFE_MS = 500;
const PIECES = 6;

/** Returns numbers in [0, 1) that a seed determines (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The audio of a job: of another length for each, so that no two jobs have the same bytes. */
function soundOf(name: string): Uint8Array {
  const [round = 0, n = 0] = (name.match(/\d+/g) ?? []).map(Number);
  return pcmTone(0.3 + round / 100 + n / 1000);
}

/** The reply to an edit. */
function editReply(picture: Buffer): Buffer {
  return Buffer.from(JSON.stringify({ data: [{ b64_json: picture.toString('base64') }] }));
}

const mediaIdOf = (item: LibraryItem): string => (item.kind === 'edit' ? item.raw.mediaId : item.mediaId);
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Runs the rounds and the checks. @returns how many jobs ended in each state, and how many results were kept. */
export async function killInRounds(rounds: number, seed: number) {
  const random = randomFrom(seed);
  const root = await tempFolder();
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  const picture = await readFile(path.join(ROOT, 'assets/icons/128x128.png'));
  const replyToEdits = editReply(picture);
  relay.answerWith(answer(replyToEdits, random));
  const resultOf = ({ kind, name }: JobLine) => (kind === 'speech' ? soundOf(name) : picture);
  const replySize = ({ kind, name }: JobLine) => (kind === 'speech' ? soundOf(name) : replyToEdits).length;
  const printed: JobLine[] = [];
  /**
   * Jobs whose reply was complete, because the run that added them went on to saving, or to the end. A later run also
   * saves the parts of replies that were cut by the kill.
   */
  const received = new Set<string>();
  /** Bytes of a reply on disk when the program was killed. */
  const arrived = new Map<string, number>();
  for (let round = 1; round <= rounds; round += 1) {
    const lines = await runUntilKilled([root, relay.baseUrl, String(round)], random() * MAX_LIFE_MS);
    const ofEarlierRuns = new Set(printed.map(({ id }) => id));
    printed.push(...lines);
    for (const { id, state } of lines)
      if (state === 'done' || (state === 'saving' && !ofEarlierRuns.has(id))) received.add(id);
    for (const [id, sizeBytes] of await partsIn(path.join(root, 'incoming'))) arrived.set(id, sizeBytes);
  }

  const { queue, store, library, checkedReplies, decode, onBug } = await openJobSide(relay, root);
  await queue.resume();
  const lastLines = new Map(printed.map((line) => [line.id, line]));
  await eventually(async () => {
    for (const id of lastLines.keys()) expect((await store.find(id))?.state).toSatisfy(isJobOver);
  });
  expect(onBug).not.toHaveBeenCalled();

  const requests = new Map<string, number>();
  for (const { body } of relay.requests) {
    const { input, prompt } = JSON.parse(body);
    requests.set(input ?? prompt, (requests.get(input ?? prompt) ?? 0) + 1);
  }
  expect([...requests].filter(([, count]) => count > 1)).toEqual([]);

  /** Checks the job of a text in parts. @param requested the part that was requested last. @returns its state. */
  async function expectPartsKept(id: string, requested: number): Promise<string> {
    const job = await store.find(id);
    if (job?.kind !== 'speech') throw new Error('no job');
    const texts = job.parts.map(({ start, end }) => job.request.text.slice(start, end));
    const item = await library.get(id);
    const take = item?.kind === 'speech' ? item : undefined;
    if (job.state === 'done') {
      const whole = Buffer.concat(texts.map(soundOf));
      expect(take).toMatchObject({ isComplete: true, mediaId: digest(whole), parts: { count: 4, kept: [] } });
    } else {
      if (texts.some((text) => requests.has(text))) expect(job.error?.billed, texts[0]).not.toBe('no');
      const kept = new Set(take?.parts?.kept.map(({ mediaId }) => mediaId));
      for (const [index, text] of texts.entries()) {
        const isFailed = job.parts[index]?.error !== null;
        if (index + 1 < requested && !isFailed) expect(kept, text).toContain(digest(soundOf(text)));
      }
      expect(job.parts.filter(({ error }) => error !== null).length).toBeLessThanOrEqual(2);
    }
    return job.state;
  }

  const states: Record<string, number> = {};
  for (const [id, line] of lastLines) {
    const { name, kind } = line;
    if (kind === 'cut') {
      const part = Math.max(...printed.filter((one) => one.id === id).map((one) => one.part));
      const state = `cut, ${await expectPartsKept(id, part)}`;
      states[state] = (states[state] ?? 0) + 1;
      continue;
    }
    const job = await store.find(id);
    states[job?.state ?? 'lost'] = (states[job?.state ?? 'lost'] ?? 0) + 1;
    const item = await library.get(kind === 'speech' ? id : `${id}-0`);
    if (job?.state === 'done') expect(item, `${name} is done`).toBeDefined();
    else if (requests.has(name)) expect(job?.error?.billed, `${name} may have been billed`).not.toBe('no');
    const partBytes = arrived.get(id) ?? 0;
    if (received.has(id) || partBytes === replySize(line))
      expect(item && mediaIdOf(item), `${name} was received`).toBe(digest(resultOf(line)));
    if (item?.kind === 'speech') expect(item.sizeBytes).toBeGreaterThanOrEqual(partBytes);
    else if (kind === 'speech') expect(partBytes, `${name} had arrived in part`).toBe(0);
  }
  const { items } = await library.list({ search: '', kind: null, beforeId: null, limit: 1000 });
  for (const item of items) {
    const file = (await library.media(mediaIdOf(item)))?.path ?? '';
    expect(digest(await readFile(file))).toBe(mediaIdOf(item));
  }
  // A part is removed only after its job is over, and its picture is decoded.
  for (const id of await checkedReplies.unchecked()) await decode(id, 'whole');
  await eventually(async () => expect(await partsIn(path.join(root, 'incoming'))).toEqual([]));
  const wholeParts = [...lastLines].filter(([id, line]) => arrived.get(id) === replySize(line)).length;
  return { states, kept: items.length, sent: relay.requests.length, killedWithWholeReply: wholeParts };
}

/** Starts the program, kills it some time after it is ready, and returns what it printed. */
async function runUntilKilled(args: string[], lifeMs: number): Promise<JobLine[]> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: JobLine[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close');
  const output = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve) => {
    output.on('line', (line) => {
      if (line === 'ready') resolve();
      else lines.push(JSON.parse(line));
    });
  });
  await Promise.race([ready, ended]);
  await delay(lifeMs);
  child.kill('SIGKILL');
  await ended;
  expect(errors).toBe('');
  return lines;
}

/** The unfinished files of replies, by the id of their job. */
async function partsIn(folder: string): Promise<[id: string, sizeBytes: number][]> {
  const names = await readdir(folder).catch(() => []);
  const parts = names.filter((name) => /^[0-9a-f-]{36}\.part$/.test(name));
  return Promise.all(
    parts.map(async (name) => [name.replace('.part', ''), (await stat(path.join(folder, name))).size] as const),
  ).then((found) => found.map(([id, size]) => [id, size]));
}

/** Answers speech in pieces and edits as JSON, after random pauses. */
function answer(replyToEdits: Buffer, random: () => number): Script {
  return async (response, { body }) => {
    const { input } = JSON.parse(body);
    const reply = typeof input === 'string' ? soundOf(input) : replyToEdits;
    await delay(random() * 60);
    response.writeHead(200);
    const step = Math.ceil(reply.length / PIECES);
    for (let from = 0; from < reply.length; from += step) {
      response.write(reply.subarray(from, from + step));
      await delay(random() * 30);
    }
    response.end();
  };
}
