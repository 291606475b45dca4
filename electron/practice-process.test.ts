import { EventEmitter } from 'node:events';
import { utilityProcess } from 'electron';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startPracticeRelay } from './practice-process.ts';

/** A child process as far as it is looked at. */
class Child extends EventEmitter {
  stdout = new EventEmitter();
  stderr = new EventEmitter();
  kill = vi.fn();
  says(text: string): void {
    this.stdout.emit('data', Buffer.from(text));
  }
}
const { children } = vi.hoisted(() => ({ children: [] as unknown[] }));
vi.mock('electron', () => ({
  utilityProcess: {
    fork: vi.fn(() => {
      children.push(new Child());
      return children.at(-1);
    }),
  },
}));

const READY = 'listening on http://127.0.0.1:4321\n';
/** Longer than any wait before a new start. */
const LONG_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function start() {
  children.length = 0;
  const states: string[] = [];
  const log = { info: vi.fn(), error: vi.fn() };
  const practice = startPracticeRelay('/app/main.js', (state) => states.push(state), log);
  onTestFinished(practice.stop);
  /** The process of the last start. */
  const child = (): Child => children.at(-1) as Child;
  /** Lets it die, and the next one start if there is to be one. */
  const dies = (): void => {
    child().emit('exit', 1);
    if (practice.state() === 'starting') vi.advanceTimersToNextTimer();
  };
  return { practice, states, child, dies, log };
}

it('can be used once it says where it listens, however that is cut into pieces', async () => {
  const { practice, states, child } = start();
  const waiting = practice.whenRunning();
  expect([practice.state(), practice.address()]).toEqual(['starting', undefined]);
  child().says('warming up\nlistening on http://127.0.0.1:43');
  expect(practice.address()).toBeUndefined();
  child().says('21\n');
  expect(await waiting).toEqual({ baseUrl: 'http://127.0.0.1:4321', key: expect.stringMatching(/^\S{32}$/) });
  expect(states).toEqual(['running']);
});

it('gets the key, and nothing else of our environment', () => {
  vi.stubEnv('CANARY_SECRET', 'secret');
  vi.stubEnv('HTTPS_PROXY', 'http://proxy.example');
  const { practice, child } = start();
  child().says(READY);
  const env = vi.mocked(utilityProcess.fork).mock.lastCall?.[2]?.env;
  expect(Object.keys(env ?? {}).sort()).toEqual(['PATH', 'PRACTICE_RELAY_KEY', 'PRACTICE_RELAY_PARENT', 'SystemRoot']);
  expect(env).toMatchObject({ PRACTICE_RELAY_KEY: practice.address()?.key });
});

// fault 26
it('is restarted after a crash, and waiting callers get its new address', async () => {
  const { practice, states, child, log } = start();
  child().says(READY);
  child().emit('exit', 9);
  expect([practice.state(), practice.address()]).toEqual(['starting', undefined]);
  expect(log.info).toHaveBeenCalledWith('practice.exited', { code: 9 });
  const waiting = practice.whenRunning();
  vi.advanceTimersToNextTimer();
  child().says('listening on http://127.0.0.1:5555\n');
  expect(await waiting).toMatchObject({ baseUrl: 'http://127.0.0.1:5555' });
  expect([states, children.length]).toEqual([['running', 'starting', 'running'], 2]);
});

it('fails after repeated crashes, which ends the waiting, and starts again on request', async () => {
  const { practice, states, child, dies } = start();
  for (let deaths = 0; deaths < 5; deaths++) dies();
  expect(practice.state()).toBe('starting');
  const waiting = practice.whenRunning();
  dies();
  expect(await waiting).toBeUndefined();
  vi.advanceTimersByTime(LONG_MS);
  expect(children).toHaveLength(6);
  practice.restart();
  child().says(READY);
  expect(practice.address()).toBeDefined();
  expect(states).toEqual(['failed', 'starting', 'running']);
});

it('crashes far apart do not count together', () => {
  const { practice, child, dies } = start();
  for (let deaths = 0; deaths < 12; deaths++) {
    child().says(READY);
    vi.advanceTimersByTime(LONG_MS);
    dies();
  }
  expect(practice.state()).toBe('starting');
});

it('waiting ends after a limit if it never reports its address', async () => {
  const { practice } = start();
  const waiting = practice.whenRunning();
  vi.advanceTimersByTime(LONG_MS);
  expect(await waiting).toBeUndefined();
});

it('a restart while it runs does not start a second one', () => {
  const { practice, child } = start();
  practice.restart();
  child().says(READY);
  practice.restart();
  expect(children).toHaveLength(1);
});

it.each(['running', 'about to be started again', 'given up'])('once stopped, it stays so: %s', (when) => {
  const { practice, child, dies, log } = start();
  if (when === 'running') child().says(READY);
  else if (when === 'given up') while (practice.state() !== 'failed') dies();
  else child().emit('exit', 1);
  const started = children.length;
  log.info.mockClear();
  practice.stop();
  if (when === 'running') {
    expect(child().kill).toHaveBeenCalledOnce();
    child().emit('exit', 0);
  }
  practice.restart();
  vi.advanceTimersByTime(LONG_MS);
  expect(children).toHaveLength(started);
  expect(log.info).not.toHaveBeenCalled();
});
