import { expect, test, vi } from 'vitest';
import type { Owner } from './owner.ts';
import { followTakeover } from './taken-over.ts';

test('a library that was taken over is written no more, and the person is told', async () => {
  const { promise: lost, resolve } = Promise.withResolvers<Owner>();
  const ended = new Error('The database ended');
  const [stop, error, tell] = [vi.fn(), vi.fn(), vi.fn(async () => undefined)];
  const stopWriting = vi.fn(() => Promise.reject(ended));
  followTakeover({ ownership: { lost }, disk: { stop }, database: { stopWriting }, log: { error }, tell });
  await Promise.resolve();
  expect(stop).not.toHaveBeenCalled();

  const owner = { host: 'other' } as Owner;
  resolve(owner);
  // Also where the database has died.
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith('database.died', ended));
  expect(error).toHaveBeenCalledWith('library.takenOver', owner);
  expect(stop).toHaveBeenCalledOnce();
  expect(stopWriting).toHaveBeenCalledWith('takenOver');
  expect(tell).toHaveBeenCalledWith(owner);
});
