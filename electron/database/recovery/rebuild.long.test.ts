import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { makeLargeLibrary } from '../../../tests/support/large-library.ts';
import { madeId } from '../../../tests/support/made-library.ts';
import { tempFolder } from '../../../tests/support/temp-folder.ts';
import { findingsOf, loseDatabase, openTrashRun } from '../../../tests/support/trash-run.ts';

const PROGRAM = path.join(import.meta.dirname, '../../../tests/support/rebuild-process.ts');
const COUNT = 1000;
const KILLS = 20;

it(`a rebuild that is killed ${KILLS} times is made by the next start, and has every item`, async () => {
  const root = await tempFolder();
  makeLargeLibrary(root, COUNT, 200);
  const left = { nothing: 0, database: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    loseDatabase(root);
    const child = fork(PROGRAM, [root], { execArgv: ['--disable-warning=ExperimentalWarning'] });
    const ended = once(child, 'exit');
    await once(child, 'message');
    await Promise.race([delay(kill * 25), ended]);
    child.kill('SIGKILL');
    await ended;
    left[existsSync(path.join(root, 'library.sqlite')) ? 'database' : 'nothing'] += 1;
    const { database } = await openTrashRun(root);
    await eventually(async () => expect((await database.opened()).isWritable).toBe(true));
    expect(await findingsOf(root)).toEqual({});
    const all = Array.from({ length: COUNT }, (_, index) => madeId(index + 1));
    expect(await database.items.getAll(all)).toHaveLength(COUNT);
    await database.close();
  }
  expect(left.nothing).toBeGreaterThan(0);
}, 1_800_000);
