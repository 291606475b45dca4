import { expect, test } from 'vitest';
import { fail, ok } from '../../../shared/result.ts';
import type { TaskResult } from './picture-worker-client.ts';
import { repeated } from './repeated.ts';

/** A task with these results, one for each time. */
function taskOf(...results: TaskResult<string>[]) {
  let runs = 0;
  const task = async (): Promise<TaskResult<string>> => results[runs++] ?? fail('cancelled');
  return { task, runs: () => runs };
}

test('a task whose worker has died runs once more', async () => {
  const { task, runs } = taskOf(fail('died'), ok('made'));
  expect(await repeated(task)).toEqual(ok('made'));
  expect(runs()).toBe(2);
});

// fault 36
test('a task of which two workers have died does not fit in memory', async () => {
  expect(await repeated(taskOf(fail('died'), fail('died'), ok('made')).task)).toEqual(fail('outOfMemory'));
});

test('a task that waited while others killed the worker is not blamed', async () => {
  const { task } = taskOf(fail('neverRun'), fail('neverRun'), fail('neverRun'), fail('died'), ok('made'));
  expect(await repeated(task)).toEqual(ok('made'));
});

test('other failures are final', async () => {
  const { task, runs } = taskOf(fail('unreadable'), ok('made'));
  expect(await repeated(task)).toEqual(fail('unreadable'));
  expect(runs()).toBe(1);
});
