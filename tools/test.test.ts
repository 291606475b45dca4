// `npm test` after its checks, with other tests: those of the package.json in the folder where it is started.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { tempFolder } from '../tests/support/temp-folder.ts';

const HEADING = '\nFLAKY: a fault to mend\n';

/** Starts it. @param unit what the unit tests do @param flows what the end-to-end tests do */
async function start(unit: string, flows: string) {
  const cwd = await tempFolder();
  const run = (name: string): string => `"${process.execPath}" ${name}.mjs`;
  const scripts = { check: run('check'), 'test:unit': run('unit'), 'test:e2e': run('flows') };
  const flaky = JSON.stringify(import.meta.resolve('../tests/support/flaky.ts'));
  await writeFile(path.join(cwd, 'package.json'), JSON.stringify({ scripts }));
  await writeFile(path.join(cwd, 'check.mjs'), '');
  await writeFile(path.join(cwd, 'unit.mjs'), `import { reportFlaky } from ${flaky}; ${unit}`);
  await writeFile(path.join(cwd, 'flows.mjs'), `import { reportFlaky } from ${flaky}; ${flows}`);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'test.ts')], { cwd });
  return { child, ended: once(child, 'exit') };
}

const report = (file: string) => `reportFlaky({ file: '${file}', name: 'works', failure: 'Error: of ${file}' });`;

it('prints what was flaky in either after all else, also if tests fail', async () => {
  const { child, ended } = await start(
    `${report('unit.test.ts')} console.log('units end');`,
    `${report('flow.spec.ts')} console.log('flows end'); process.exitCode = 1;`,
  );
  const [before = '', last = '', ...more] = (await text(child.stdout)).split(HEADING);
  expect(before).toContain('units end');
  expect(before).toContain('flows end');
  expect(last.trim().split('\n\n').sort()).toEqual([
    'flow.spec.ts › works\n  Error: of flow.spec.ts',
    'unit.test.ts › works\n  Error: of unit.test.ts',
  ]);
  expect(more).toEqual([]);
  expect(await ended).toEqual([1, null]);
});

it('says nothing of it if nothing was flaky', async () => {
  const { child, ended } = await start('', '');
  expect(await text(child.stdout)).not.toContain('FLAKY');
  expect(await ended).toEqual([0, null]);
});

// Windows has no signals.
it.skipIf(process.platform === 'win32')('prints what is known when it is ended early', async () => {
  // Ends with this test, as its input does.
  const waits = `process.stdin.resume(); console.log('waits');`;
  const { child, ended } = await start('', `${report('flow.spec.ts')} ${waits}`);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
    if (chunk.includes('waits')) child.kill('SIGTERM');
  });
  expect(await ended).toEqual([143, null]);
  child.stdin.end();
  await once(child, 'close');
  expect(output).toMatch(/waits\n.*FLAKY: a fault to mend\n\nflow\.spec\.ts › works\n {2}Error: of flow\.spec\.ts\n$/s);
});
