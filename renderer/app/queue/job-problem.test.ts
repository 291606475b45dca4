import { expect, test } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { fakeIpc, job } from '../../testing/fake-ipc.ts';
import { dismissJobOf, interruptedProblem, problemAfter, problemOfError } from './job-problem.ts';

const LIMITED = appError('relay.rate_limited');
const shown = problemAfter(null, job('a', { state: 'queued', error: LIMITED }), ['request']);

test('an error of a job is shown with what can be sent again and whether the app retries automatically', () => {
  expect(shown).toEqual({ error: LIMITED, jobId: 'a', requests: ['request'], isWaiting: true });
  expect(problemAfter(null, job('a', { state: 'failed', error: LIMITED }), [])).toMatchObject({ isWaiting: false });
});

test('a problem ends when its own job continues, not when another one does', () => {
  expect(problemAfter(shown, job('b', { state: 'done' }), [])).toBe(shown);
  expect(problemAfter(shown, job('a', { state: 'sending' }), [])).toBeNull();
});

test('of the jobs that were open when the app closed, the newest is shown', () => {
  const jobs = [job('a', { state: 'unknown' }), job('b', { state: 'unknown' }), job('c', { state: 'failed' })];
  expect(interruptedProblem(jobs, ({ id }) => [id])).toMatchObject({
    error: { code: 'outcome.interrupted' },
    jobId: 'b',
    requests: ['b'],
  });
  expect(interruptedProblem([job('c')], () => [])).toBeNull();
});

test('main deletes the job of a dismissed problem, unless it will be retried', () => {
  const { ipc, requests } = fakeIpc();
  for (const problem of [null, shown, problemOfError(LIMITED)]) dismissJobOf(problem, ipc);
  expect(requests).toEqual([]);
  dismissJobOf(problemAfter(null, job('a', { state: 'failed', error: LIMITED }), []), ipc);
  expect(requests).toEqual([{ route: 'jobs.dismiss', input: { id: 'a' } }]);
});
