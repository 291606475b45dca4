import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { flakyReport } from './flaky.ts';
import { tempFolder } from './temp-folder.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** The address by which modules elsewhere import a file of ours. */
const address = (file: string): string => pathToFileURL(path.join(ROOT, file)).href;
const HEADING = '\nFLAKY: a fault to mend\n';

describe('the report of flaky tests', () => {
  it('is empty if there are none', () => {
    expect(flakyReport([])).toBe('');
  });

  it('has the whole failure of each below its name', () => {
    const one = {
      file: 'a.test.ts',
      name: 'adds > up',
      failure: 'Error: 1 is not 2\n\n- 2\n+ 1\n    at a.test.ts:3\n',
    };
    const other = { file: 'b.spec.ts:7', name: 'opens', failure: 'timed out' };
    expect(flakyReport([one, other])).toBe(
      `${HEADING}
a.test.ts › adds > up
  Error: 1 is not 2

  - 2
  + 1
      at a.test.ts:3

b.spec.ts:7 › opens
  timed out
`,
    );
  });
});

const ENDS = [['an error', 'throw new Error()']];
// Windows has no signals.
if (process.platform !== 'win32')
  ENDS.push(['a signal', `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);`]);

it.each(ENDS)(
  'a report that cannot be left for others is printed by the process itself, also if it ends by %s',
  async (_name, end) => {
    const script = `import { reportFlaky } from '${address('tests/support/flaky.ts')}';
      reportFlaky({ file: 'a.test.ts', name: 'adds', failure: 'Error: 1 is not 2' }); ${end}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, RELAY_STUDIO_FLAKY_FILE: path.join(await tempFolder(), 'missing', 'file') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(await text(child.stdout)).toBe(`${HEADING}\na.test.ts › adds\n  Error: 1 is not 2\n`);
  },
);

/** A test that fails at its first try, and one that always does. */
const TESTS = (tries: string) => `
  let tries = 0;
  test('comes late', () => expect(${tries}, 'the number of tries').toBe(2));
  test('never comes', () => expect('nothing').toBe('something'));
`;

const RUNNERS = {
  Vitest: {
    program: 'node_modules/vitest/vitest.mjs',
    command: 'run',
    'late.test.mjs': `import { expect, test } from 'vitest'; ${TESTS('++tries')}`,
    'vitest.config.mjs': `
      import config from '${address('vitest.config.ts')}';
      const { retry, reporters } = config.test;
      export default { test: { retry, reporters, include: ['late.test.mjs'] } };`,
  },
  Playwright: {
    program: 'node_modules/@playwright/test/cli.js',
    command: 'test',
    'late.spec.mjs': `import { expect, test } from '@playwright/test'; ${TESTS('test.info().retry + 1')}`,
    'playwright.config.mjs': `
      import { resolve } from 'node:path';
      import config from '${address('playwright.config.ts')}';
      const { retries, reporter: [list, [ours]] } = config;
      export default { retries, reporter: [list, [resolve(${JSON.stringify(ROOT)}, ours)]], workers: 1 };`,
  },
};

describe.each(Object.entries(RUNNERS))('%s', (_name, { program, command, ...files }) => {
  async function run(environment: NodeJS.ProcessEnv) {
    const cwd = await tempFolder();
    await symlink(path.join(ROOT, 'node_modules'), path.join(cwd, 'node_modules'), 'junction');
    for (const [file, source] of Object.entries(files)) await writeFile(path.join(cwd, file), source);
    const env = { ...process.env, CI: undefined, RELAY_STUDIO_FLAKY_FILE: undefined, ...environment };
    const line = `"${process.execPath}" "${path.join(ROOT, program)}" ${command} 2>&1`;
    const child = spawn(line, { shell: true, cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { output, code };
  }

  it('tries once more in CI, and names what needed it after everything else, with its failure', async () => {
    const { output, code } = await run({ CI: 'true' });
    const [before = '', last, ...more] = output.split(HEADING);
    expect(more).toEqual([]);
    expect(before).toContain('Slowest tests:');
    expect(last).toMatch(/^\nlate\.(test|spec)\.mjs.* › comes late\n {2}(Assertion)?Error: the number of tries/);
    expect(last).toMatch(/^ +[-+] 2$|Expected: 2\n +Received: 1$/m);
    expect(last).toMatch(/late\.(test|spec)\.mjs:3:\d+/);
    expect(last).not.toContain('› never comes');
    expect(code).toBe(1);
  });

  it('tries nothing again elsewhere', async () => {
    const { output, code } = await run({});
    expect(output).toContain('the number of tries');
    expect(output).not.toContain('FLAKY');
    expect(code).toBe(1);
  });
});
