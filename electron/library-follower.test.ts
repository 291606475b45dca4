import { expect, test, vi } from 'vitest';
import { createLibraryFollower } from './library-follower.ts';

function start() {
  const done: string[] = [];
  const does = (what: string) => async () => void done.push(what);
  const unlisted = new Error('The rows could not be written');
  const error = vi.fn();
  const follower = createLibraryFollower({
    maintenance: { report: ({ step }) => void done.push(step) },
    jobs: { resume: does('resume') },
    scripts: {
      follow: () => {
        done.push('scripts');
        return Promise.reject(unlisted);
      },
    },
    collections: { follow: does('collections') },
    emit: (name) => void done.push(name),
    log: { error },
  });
  return { follower, done, error, unlisted };
}

test('only after a rebuild are jobs resumed and the rows of files made again', async () => {
  const { follower, done, error, unlisted } = start();
  follower.onMaintenance({ step: 'rebuilding', cause: 'asked', progress: { done: 1, total: 2 } });
  expect(done.splice(0)).toEqual(['rebuilding', 'library.changed']);
  follower.onMaintenance({ step: 'rebuilt' } as Parameters<typeof follower.onMaintenance>[0]);
  // The page is told of collections when their rows are there.
  await vi.waitFor(() => expect(done).toContain('collections.changed'));
  expect(done).toEqual(['rebuilt', 'library.changed', 'resume', 'scripts', 'collections', 'collections.changed']);
  expect(error.mock.calls).toEqual([['scripts.unlisted', unlisted]]);
});

test('what was added by other ways is shown and listed; jobs go on as they were', async () => {
  const { follower, done } = start();
  follower.onAdded();
  await vi.waitFor(() => expect(done).toContain('collections.changed'));
  expect(done).toEqual(['library.changed', 'scripts', 'collections', 'collections.changed']);
});
