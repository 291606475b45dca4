import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UNMEASURED } from '../../../renderer/testing/fake-ipc.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import {
  beginSweep,
  draftOf,
  editItem,
  editJob,
  idsOnDisk,
  importPicture,
  importThumbnail,
  neededByItems,
  openRun,
  passTime,
  type Run,
  sweepAll,
  sweepSteps,
} from '../../../tests/support/owned-media.ts';
import { runs } from '../../../tests/support/runs.ts';
import { tempFolder } from '../../../tests/support/temp-folder.ts';
import type { EditRecord } from '../../jobs/job-record.ts';
import { UNKNOWN_FACTS } from '../../jobs/kept-reply.ts';

/** A step of a history. `a` and `b` choose among what there is at that moment. */
const eventArbitrary = fc.record({
  kind: fc.constantFrom(
    'import',
    'import',
    'draft',
    'draft',
    'jobBegins',
    'preview',
    'result',
    'jobEnds',
    'protect',
    'trash',
    'restore',
    'time',
    'time',
    'begin',
    'steps',
    'sweep',
    'restart',
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
});
type Event = typeof eventArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** A history after which something is needed and something is not, whatever chance brings. */
const EACH: Event[] = [
  { kind: 'import', a: 0, b: 0 },
  { kind: 'import', a: 7, b: 0 },
  { kind: 'jobBegins', a: 0, b: 0 },
  { kind: 'result', a: 0, b: 4 },
  { kind: 'jobEnds', a: 0, b: 0 },
];

/** Plays a history over real files and SQLite, and says what must be there at any moment. */
class History {
  readonly root: string;
  run: Run;
  /** What the page may still use though nothing stored refers to it: imported, or in the draft, during this run. */
  held = new Set<string>();
  draft: string[] = [];
  jobs: EditRecord[] = [];
  /** Failed jobs that are still shown. */
  failed: EditRecord[] = [];
  itemIds: string[] = [];

  constructor(root: string) {
    this.root = root;
    this.run = openRun(root);
  }

  /** The media that stored things need. */
  async owned(): Promise<Set<string>> {
    const ids = await neededByItems(this.run);
    for (const id of [...this.draft, ...this.failed.flatMap(mediaOfRequest)]) ids.add(id);
    for (const job of this.jobs) {
      for (const id of mediaOfRequest(job)) ids.add(id);
      if (job.previewMediaId !== null) ids.add(job.previewMediaId);
      for (const { picture } of job.arrival?.results ?? []) ids.add(picture.mediaId);
    }
    return ids;
  }

  /** What the page can refer to. */
  async usable(): Promise<string[]> {
    return [...new Set([...(await this.owned()), ...this.held])].sort();
  }

  async import(number: number): Promise<Picture> {
    const picture = await importPicture(this.run, number % 12);
    this.held.add(picture.mediaId);
    if (number % 3 === 0) await importThumbnail(this.run, picture.mediaId);
    return picture;
  }

  async save(job: EditRecord): Promise<void> {
    this.jobs = this.jobs.map((one) => (one.id === job.id ? job : one));
    await this.run.database.jobs.save(job);
  }

  async play({ kind, a, b }: Event): Promise<void> {
    const { run, root } = this;
    const { library, database } = run;
    const job = this.jobs[a % this.jobs.length];
    const itemId = this.itemIds[a % this.itemIds.length] ?? '';
    const some = async (): Promise<string[]> => {
      const ids = await this.usable();
      return ids.length === 0 ? [] : [ids[a % ids.length] ?? '', ids[b % ids.length] ?? ''];
    };
    switch (kind) {
      case 'import':
        await this.import(a);
        break;
      case 'draft': {
        const [first, fitted] = b % 3 === 0 ? [] : await some();
        this.draft = first === undefined ? [] : [first, ...(fitted === undefined ? [] : [fitted])];
        for (const id of this.draft) this.held.add(id);
        const body = draftOf(first === undefined ? [] : [first], fitted ?? null);
        await database.drafts.save({ name: 'images', body });
        break;
      }
      case 'jobBegins': {
        const [picture, mask] = await some();
        if (picture === undefined) break;
        this.jobs.push(editJob([picture], mask ?? null));
        await database.jobs.save(this.jobs.at(-1) ?? editJob([], null));
        break;
      }
      case 'preview':
        if (job) await this.save({ ...job, previewMediaId: (await this.import(b)).mediaId });
        break;
      case 'result': {
        if (!job) break;
        const picture = { ...(await this.import(b)), state: 'whole' as const };
        const results = [{ index: 0, revisedPrompt: '', picture }];
        const facts = { connectionName: '', model: '', relayCreatedS: null, generatedCount: null, ...UNKNOWN_FACTS };
        await this.save({ ...job, state: 'receiving', arrival: { ...facts, ended: null, results } });
        break;
      }
      case 'jobEnds':
        if (job) await this.end(job, b);
        break;
      case 'protect': {
        const picture = await this.import(b);
        await library.change(itemId, (item) =>
          item.kind === 'edit' ? { ...item, protected: { ...UNMEASURED, picture } } : undefined,
        );
        break;
      }
      case 'trash':
      case 'restore':
        if (itemId !== '') await library.setTrashed([itemId], kind === 'trash');
        break;
      case 'time':
        // Files grow older by their dates, which a sweep under way compares with those of its beginning.
        await sweepSteps(run, Number.POSITIVE_INFINITY);
        passTime(root, run, a % 40);
        break;
      case 'begin':
        await beginSweep(run);
        break;
      case 'steps':
        await sweepSteps(run, b % 20);
        break;
      case 'sweep':
        await sweepAll(run);
        break;
      case 'restart':
        await this.restart();
    }
  }

  async end(job: EditRecord, b: number): Promise<void> {
    const { library, database } = this.run;
    const [result] = job.arrival?.results ?? [];
    this.jobs = this.jobs.filter((one) => one !== job);
    const ended = { ...job, endedAtMs: Date.now() };
    if (result) {
      this.itemIds.push(`${job.id}-0`);
      await library.add(editItem(job, result.picture), { ...ended, state: 'done' });
      return;
    }
    await database.jobs.save({ ...ended, state: b % 2 === 0 ? 'failed' : 'cancelled' });
    if (b % 2 !== 0) return;
    if (b % 4 === 0) await database.jobs.dismiss([job.id]);
    else this.failed.push(job);
  }

  async restart(): Promise<void> {
    await this.run.database.close();
    this.run = openRun(this.root);
    this.held = new Set(this.draft);
  }
}

function mediaOfRequest({ request }: EditRecord): string[] {
  return [
    ...request.pictures.flatMap(({ mediaId }) => mediaId ?? []),
    ...(request.mask ? [request.mask.coverageMediaId] : []),
  ];
}

it('nothing that is needed ever goes, and after a day nothing else is left', { timeout: 120_000 }, async () => {
  const seen = { removed: 0, kept: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(eventArbitrary, { minLength: 5, maxLength: 45 }), async (events) => {
      const history = new History(await tempFolder());
      for (const event of events) {
        await history.play(event);
        const onDisk = new Set(idsOnDisk(history.root));
        for (const id of await history.usable()) {
          expect(onDisk.has(id), `the file after ${event.kind}`).toBe(true);
          expect(await history.run.database.items.media(id), `the row after ${event.kind}`).toBeDefined();
        }
      }
      passTime(history.root, history.run, 25);
      await history.restart();
      const { root, run } = history;
      const before = await sweepAll(run, 'nothing');
      const owned = [...(await history.owned()), ...history.held];
      const { freedBytes, bytes } = await sweepAll(run);
      seen.removed += freedBytes;
      seen.kept += owned.length;
      expect(freedBytes).toBe(before.bytes.recoverable);
      expect(bytes.recoverable).toBe(0);
      expect(idsOnDisk(root).sort()).toEqual([...new Set(owned)].sort());
      expect(idsOnDisk(root, 'thumbnails').filter((id) => !owned.includes(id))).toEqual([]);
      await run.database.close();
    }),
    { numRuns: runs(25), examples: [[EACH]] },
  );
  expect(seen.removed).toBeGreaterThan(0);
  expect(seen.kept).toBeGreaterThan(0);
});
