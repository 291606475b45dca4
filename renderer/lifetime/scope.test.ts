import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createScope } from './scope.ts';

describe('a scope', () => {
  test('calls its disposers in reverse order, each once', () => {
    const scope = createScope();
    const called: number[] = [];
    for (const number of [1, 2, 3]) scope.add(() => called.push(number));
    scope.dispose();
    scope.dispose();
    expect(called).toEqual([3, 2, 1]);
  });

  test('calls all of them even if some throw, and then throws their errors', () => {
    const scope = createScope();
    const called: string[] = [];
    scope.add(() => called.push('first'));
    scope.add(() => {
      throw new Error('second');
    });
    scope.add(() => called.push('third'));
    expect(scope.dispose).toThrow('second');
    expect(called).toEqual(['third', 'first']);
    expect(scope.dispose).not.toThrow();
  });

  test('gathers the errors of several', () => {
    const scope = createScope();
    const problems = [new Error('one'), new Error('two')];
    for (const problem of problems)
      scope.add(() => {
        throw problem;
      });
    expect(scope.dispose).toThrow(expect.objectContaining({ errors: problems.reverse() }));
  });

  test('disposes at once of what is added after its end, also by one of its disposers', () => {
    const scope = createScope();
    const called: string[] = [];
    scope.add(() => scope.add(() => called.push('by a disposer')));
    scope.dispose();
    scope.add(() => called.push('late'));
    expect(called).toEqual(['by a disposer', 'late']);
  });

  test('listens until it ends, capturing or not', () => {
    const scope = createScope();
    const target = new EventTarget();
    const heard: string[] = [];
    scope.listen(target, 'ping', ({ type }) => heard.push(type));
    scope.listen(target, 'ping', () => heard.push('captured'), { capture: true });
    target.dispatchEvent(new Event('ping'));
    scope.dispose();
    target.dispatchEvent(new Event('ping'));
    expect(heard.sort()).toEqual(['captured', 'ping']);
  });
});

test('ended scopes leave no listener on longer-lived targets and keep nothing in memory', async () => {
  const target = new EventTarget();
  const begin = () => {
    const scope = createScope();
    const owned = { bytes: new Uint8Array(1 << 20) };
    scope.listen(target, 'ping', () => owned.bytes.fill(1));
    scope.add(() => owned.bytes.fill(0));
    return { scope, owned: new WeakRef(owned) };
  };
  const begun = Array.from({ length: 10 }, begin);
  expect(getEventListeners(target, 'ping')).toHaveLength(10);
  for (const { scope } of begun) scope.dispose();
  expect(getEventListeners(target, 'ping')).toHaveLength(0);
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // A weak reference keeps its target alive until the current task ends.
  await new Promise(setImmediate);
  collect();
  // The scopes themselves are still referenced here.
  expect(begun.filter(({ owned }) => owned.deref() !== undefined)).toEqual([]);
});
