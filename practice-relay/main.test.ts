import { type ChildProcess, type ChildProcessWithoutNullStreams, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

function run(args: string[], env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['practice-relay/main.ts', ...args], { env: { ...process.env, ...env } });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no stdout');
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk).split('\n')[0] ?? '';
}

test('prints its address, takes its key from the environment, and stops on SIGTERM during a stream', async () => {
  const child = run([], { PRACTICE_RELAY_KEY: 'secret' });
  const line = await firstLine(child);
  expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
  const ask = (key: string): Promise<Response> =>
    fetch(`${line.slice('listening on '.length)}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'speech-tts-1.0', input: 'One more sentence. '.repeat(20_000) }),
    });
  expect((await ask('other')).status).toBe(401);
  const reply = await ask('secret');
  expect(reply.status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(reply.arrayBuffer()).rejects.toThrow();
});

test('stops when its parent closes stdin or the IPC channel', async () => {
  const env = { PRACTICE_RELAY_PARENT: '1' };
  const piped = run([], env);
  await firstLine(piped);
  piped.stdin.end();
  expect(await once(piped, 'exit')).toEqual([0, null]);

  const forked = fork('practice-relay/main.ts', {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await firstLine(forked);
  forked.disconnect();
  expect(await once(forked, 'exit')).toEqual([0, null]);
});

test.each([
  ['--port=x'],
  ['--port=65536'],
  ['--host=0.0.0.0'],
  ['--latency-ms=-1'],
  ['--latency-ms=soon'],
  ['--requests-per-minute=0'],
])('refuses %s', async (argument) => {
  expect(await once(run([argument]), 'exit')).toEqual([2, null]);
});
