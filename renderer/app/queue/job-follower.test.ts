import { expect, test, vi } from 'vitest';
import type { Job, SpeechJob } from '../../../shared/contract/jobs.ts';
import { appState, editJob, fakeIpc, job } from '../../testing/fake-ipc.ts';
import { createSessionStore, isSpeechJob } from '../session-store.ts';
import { createJobFollower } from './job-follower.ts';

/** Creates a follower that records its reports, e.g. `update a sending`. */
function start({ ids = [], jobs = [] }: { ids?: string[]; jobs?: Job[] } = {}) {
  const { ipc, emit } = fakeIpc();
  const session = createSessionStore({ ipc, initial: appState({ jobs }) });
  const calls: string[] = [];
  const record = (name: string) => (one: SpeechJob) => void calls.push(`${name} ${one.id} ${one.state}`);
  const follower = createJobFollower({
    session,
    isKind: isSpeechJob,
    ids,
    onUpdate: record('update'),
    onSettled: record('settled'),
    onAmended: record('amended'),
    onOtherUpdate: record('other'),
  });
  return { follower, emit, calls, session };
}

test('reports every update of a followed job, and its end once', () => {
  const { follower, emit, calls } = start();
  follower.follow('a', job('a'));
  emit('job.updated', job('a', { state: 'sending' }));
  emit('job.updated', job('a', { state: 'done' }));
  expect(calls).toEqual(['update a queued', 'update a sending', 'update a done', 'settled a done']);
});

test('a job that changes after its end is amended, not ended again', () => {
  const { follower, emit, calls } = start();
  follower.follow('a', job('a', { state: 'failed' }));
  // Its reply is read again.
  emit('job.updated', job('a', { state: 'receiving' }));
  emit('job.updated', job('a', { state: 'done' }));
  expect(calls).toEqual(['update a failed', 'settled a failed', 'amended a done']);
});

test('an end before the reply is reported when the job is followed', () => {
  const { follower, emit, calls } = start();
  emit('job.updated', job('a', { state: 'done' }));
  follower.follow('a', job('a'));
  emit('job.updated', job('a', { state: 'done' }));
  expect(calls).toEqual(['other a done', 'update a done', 'settled a done', 'amended a done']);
});

test('a job of which only the id is known is followed from its next update', () => {
  const { follower, emit, calls } = start();
  follower.follow('a');
  emit('job.updated', job('a', { state: 'failed' }));
  expect(calls).toEqual(['update a failed', 'settled a failed']);
});

test('earlier jobs are followed if they are listed, other kinds never', () => {
  const { emit, calls } = start({ ids: ['old', 'edit'], jobs: [job('old'), editJob('edit')] });
  emit('job.updated', job('old', { state: 'cancelled' }));
  emit('job.updated', editJob('edit', { state: 'done' }));
  expect(calls).toEqual(['update old cancelled', 'settled old cancelled']);
});

test('reports nothing once it is disposed of', () => {
  const { follower, session } = start();
  const onSettled = vi.fn();
  const second = createJobFollower({ session, isKind: isSpeechJob, ids: ['a'], onSettled });
  follower.dispose();
  second.dispose();
  session.setState({ jobs: [job('a', { state: 'done' })] });
  expect(onSettled).not.toHaveBeenCalled();
});
