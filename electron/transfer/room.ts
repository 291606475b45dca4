// Whether there is room for what a transfer writes.

import { freeBytesOf, WORKING_BYTES } from '../disk-space.ts';

/** The space for what is to be written is not there. */
export class NoRoomError extends Error {
  override name = 'NoRoomError';
  readonly neededBytes: number;
  readonly freeBytes: number;
  constructor(neededBytes: number, freeBytes: number) {
    super('No room');
    this.neededBytes = neededBytes;
    this.freeBytes = freeBytes;
  }
}

/** @throws NoRoomError if the folder's disk has less free than so many bytes and what the app needs to work. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const free = await freeBytesOf(folder);
  const neededBytes = bytes + WORKING_BYTES;
  if (free !== undefined && free < neededBytes) throw new NoRoomError(neededBytes, free);
}
