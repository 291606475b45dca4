import { cpSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { Script } from '../../shared/contract/scripts.ts';
import { atEachFileStep } from '../../tests/support/crash-points.ts';
import { madeTake } from '../../tests/support/made-library.ts';
import {
  draftOf,
  editItem,
  editJob,
  idsOnDisk,
  importPicture,
  passTime,
  sweepAll,
} from '../../tests/support/owned-media.ts';
import { runs } from '../../tests/support/runs.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { emptyTrash, openTrashRun, succeeded, type TrashRun } from '../../tests/support/trash-run.ts';
import type { EditRecord } from '../jobs/job-record.ts';
import { mediaIdsOf } from './item-media.ts';

const KINDS = [
  'take',
  'take',
  'edit',
  'edit',
  'draft',
  'putAside',
  'job',
  'jobEnds',
  'script',
  'scriptTrash',
  'scriptGone',
  'trash',
  'trash',
  'trash',
  'restore',
  'deleteOne',
  'empty',
  'emptyKilled',
  'sweep',
  'restart',
] as const;

/** A step of a history. `a` and `b` choose among what there is at that moment. */
const eventArbitrary = fc.record({ kind: fc.constantFrom(...KINDS), a: fc.nat(1000), b: fc.nat(1000) });
type Event = typeof eventArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** A history in which something is deleted, something needed by a script, and the app killed, whatever chance brings. */
const EACH: Event[] = [
  { kind: 'take', a: 0, b: 0 },
  { kind: 'take', a: 0, b: 1 },
  { kind: 'edit', a: 0, b: 0 },
  { kind: 'script', a: 0, b: 0 },
  { kind: 'trash', a: 0, b: 0 },
  { kind: 'trash', a: 2, b: 0 },
  { kind: 'emptyKilled', a: 0, b: 2 },
  { kind: 'empty', a: 0, b: 0 },
];

/** An item as the model knows it. */
type Kept = { item: LibraryItem; isTrashed: boolean };

/** Plays a history over real files and SQLite, and says what must be there at any moment. */
class History {
  root = '';
  run!: TrashRun;
  items = new Map<string, Kept>();
  draft: string[] = [];
  aside: string[] = [];
  /** What was in the draft, or imported, in this run: the page may bring it back. */
  held = new Set<string>();
  jobs: EditRecord[] = [];
  scripts = new Map<string, { script: Script; isTrashed: boolean }>();
  count = 0;
  deleted = 0;
  killed = 0;

  async open(root: string): Promise<this> {
    this.root = root;
    this.run = await openTrashRun(root);
    this.held = new Set(this.draft);
    return this;
  }

  /** The items that scripts need: what was chosen for a line, and the last of a line without others. */
  inUse(): Set<string> {
    const needed = new Set<string>();
    for (const { script } of this.scripts.values())
      for (const { takeIds, usedTakeId } of script.lines) {
        if (usedTakeId !== null) needed.add(usedTakeId);
        const takes = takeIds.filter((id) => this.items.has(id));
        const last = takes.at(-1);
        if (last !== undefined && takes.every((id) => this.items.get(id)?.isTrashed)) needed.add(last);
      }
    return needed;
  }

  usable(): Set<string> {
    const ids = new Set([...this.draft, ...this.aside, ...this.held]);
    for (const { item } of this.items.values()) for (const id of mediaIdsOf(item)) ids.add(id);
    for (const { request } of this.jobs) for (const { mediaId } of request.pictures) if (mediaId) ids.add(mediaId);
    return ids;
  }

  /** Takes over that everything in the trash that nothing needs has gone. */
  forget(ids: readonly string[]): void {
    const inUse = this.inUse();
    for (const id of ids) {
      if (!this.items.get(id)?.isTrashed || inUse.has(id)) continue;
      this.items.delete(id);
      this.deleted += 1;
    }
  }

  trashedIds(): string[] {
    return [...this.items].filter(([, { isTrashed }]) => isTrashed).map(([id]) => id);
  }

  async picture(number: number): Promise<string> {
    const { mediaId } = await importPicture(this.run, number % 8);
    this.held.add(mediaId);
    return mediaId;
  }

  async add(item: LibraryItem): Promise<void> {
    await this.run.library.add(item);
    this.items.set(item.id, { item, isTrashed: false });
  }

  async play({ kind, a, b }: Event): Promise<void> {
    const { run, root } = this;
    const { library, database, scripts, trash } = run;
    const ids = [...this.items.keys()];
    const id = ids[a % ids.length];
    const scriptIds = [...this.scripts.keys()];
    const scriptId = scriptIds[a % scriptIds.length];
    switch (kind) {
      case 'take': {
        const raw = await importPicture(run, 20 + (b % 4));
        const { mediaId, sizeBytes } = raw;
        await this.add(madeTake(1, 'take', { id: `take-${this.count++}`, mediaId, sizeBytes }));
        break;
      }
      case 'edit': {
        const source = await this.picture(a);
        const raw = await importPicture(run, 30 + (b % 5));
        await this.add({ ...editItem(editJob([source], null), raw), id: `edit-${this.count++}` });
        break;
      }
      case 'draft':
        this.draft = b % 3 === 0 ? [] : [[...this.usable()][a % Math.max(1, this.usable().size)] ?? ''].filter(Boolean);
        for (const one of this.draft) this.held.add(one);
        await database.drafts.save({ name: 'images', body: draftOf(this.draft, null) });
        break;
      case 'putAside':
        this.aside = [[...this.usable()][b % Math.max(1, this.usable().size)] ?? ''].filter(Boolean);
        await database.putAside.add({
          id: 'one',
          atMs: 1,
          work: { screen: 'images', body: draftOf(this.aside, null) },
        });
        break;
      case 'job': {
        const picture = [...this.usable()][a % Math.max(1, this.usable().size)];
        if (picture === undefined) break;
        const job = editJob([picture], null);
        this.jobs.push(job);
        await database.jobs.save(job);
        break;
      }
      case 'jobEnds': {
        const job = this.jobs.shift();
        if (job) await database.jobs.save({ ...job, state: 'cancelled', endedAtMs: Date.now() });
        break;
      }
      case 'script': {
        const takes = ids.filter((one) => one.startsWith('take'));
        const takeIds = takes.filter((_, index) => (index + a) % 2 === 0);
        const usedTakeId = b % 3 === 0 ? (takeIds[0] ?? null) : null;
        const line = { id: 'line', index: 0, takeIds, usedTakeId };
        const base = { title: '', text: 'One', cast: [], lexicon: [], createdAtMs: 1, changedAtMs: 1 };
        const script: Script = { ...base, id: `script-${b % 3}`, lines: [line] };
        succeeded(await scripts.save(script));
        this.scripts.set(script.id, { script, isTrashed: this.scripts.get(script.id)?.isTrashed ?? false });
        break;
      }
      case 'scriptTrash':
        if (scriptId === undefined) break;
        succeeded(await scripts.setTrashed([scriptId], true));
        this.scripts.set(scriptId, { script: this.scripts.get(scriptId)?.script as Script, isTrashed: true });
        break;
      case 'scriptGone':
        if (scriptId === undefined) break;
        await scripts.deleteForGood([scriptId]);
        if (this.scripts.get(scriptId)?.isTrashed) this.scripts.delete(scriptId);
        break;
      case 'trash':
      case 'restore': {
        const kept = id === undefined ? undefined : this.items.get(id);
        if (id === undefined || !kept) break;
        await library.setTrashed([id], kind === 'trash');
        kept.isTrashed = kind === 'trash';
        break;
      }
      case 'deleteOne':
        if (id === undefined) break;
        succeeded(await trash.deleteItems([id]));
        this.forget([id]);
        break;
      case 'empty':
        await emptyTrash(run);
        this.forget(this.trashedIds());
        break;
      case 'emptyKilled':
        await this.emptyKilled(b % 12);
        break;
      case 'sweep':
        passTime(root, run, a % 40);
        await sweepAll(run);
        break;
      case 'restart':
        await run.database.close();
        await this.open(root);
    }
  }

  /** Empties the trash, and goes on with what was on the disk before a step of that, as after `kill -9`. */
  async emptyKilled(at: number): Promise<void> {
    const copy = path.join(await tempFolder(), 'library');
    let isCopied = false;
    const onStep = (step: number): void => {
      if (step !== at) return;
      cpSync(this.root, copy, { recursive: true });
      isCopied = true;
    };
    await atEachFileStep(onStep, () => emptyTrash(this.run));
    await this.run.database.close();
    if (!isCopied) this.forget(this.trashedIds());
    await this.open(isCopied ? copy : this.root);
    if (!isCopied) return;
    this.killed += 1;
    // Each of them is complete in the trash, or gone.
    const left = new Set((await this.listed(true)).map(({ id }) => id));
    this.forget(this.trashedIds().filter((id) => !left.has(id)));
  }

  async listed(isTrashed: boolean): Promise<LibraryItem[]> {
    const query = { search: '', kind: null, beforeId: null, limit: 200, isTrashed } as const;
    return (await this.run.library.list(query)).items;
  }
}

it('only what is in the trash and needed by nothing ever goes, whatever happens in between', {
  timeout: 240_000,
}, async () => {
  const seen = { deleted: 0, killed: 0, inUse: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(eventArbitrary, { minLength: 8, maxLength: 40 }), async (events) => {
      const history = await new History().open(await tempFolder());
      for (const event of events) {
        await history.play(event);
        const sorted = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id).sort();
        const [live, trashed] = [await history.listed(false), await history.listed(true)];
        const isTrashed = new Set(history.trashedIds());
        expect(sorted(trashed), `the trash after ${event.kind}`).toEqual([...isTrashed].sort());
        const expected = [...history.items.keys()].filter((id) => !isTrashed.has(id));
        expect(sorted(live), `the library after ${event.kind}`).toEqual(expected.sort());
        seen.inUse += [...history.inUse()].filter((id) => isTrashed.has(id)).length;
        const onDisk = new Set(idsOnDisk(history.root));
        for (const id of history.usable()) expect(onDisk.has(id), `${id} after ${event.kind}`).toBe(true);
      }
      // A day later nothing is left of what nothing needs.
      passTime(history.root, history.run, 49);
      await history.run.database.close();
      await history.open(history.root);
      await sweepAll(history.run);
      expect(idsOnDisk(history.root).sort()).toEqual([...history.usable()].sort());
      await history.run.database.close();
      seen.deleted += history.deleted;
      seen.killed += history.killed;
    }),
    { numRuns: runs(20), examples: [[EACH]] },
  );
  expect(seen.deleted).toBeGreaterThan(0);
  expect(seen.killed).toBeGreaterThan(0);
  expect(seen.inUse).toBeGreaterThan(0);
});
