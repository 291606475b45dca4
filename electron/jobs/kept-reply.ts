// Keeps what a relay returned: stores a job's reply while it arrives, reads it again, and makes an item of the library of
// a reply that did not become takes or pictures.

import type { MissingResult, ReplyItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { NOTHING_KEPT, withKept } from '../../shared/library/kept.ts';
import { recogniseContent } from '../../shared/library/recognise-content.ts';
import { contentFacts } from '../../shared/library/reply-contents.ts';
import { SNIFF_BYTES } from '../../shared/speech/sniff.ts';
import { titleOf } from '../../shared/text/title.ts';
import { readHead, storageErrorCode } from '../files.ts';
import { AT_ONCE, type IncomingFile } from '../library/incoming-file.ts';
import type { Library } from '../library/library.ts';
import type { MediaStore } from '../library/media-store.ts';
import { isCoded } from '../relay/content-coding.ts';
import { type ReplyFacts, type ReplyWatcher, readStored, type StoredReply } from '../relay/received-reply.ts';
import { hasKey, removeKey } from '../relay/redact.ts';
import type { JobHandle } from './job-handle.ts';
import type { JobRecord, ReplyArrival } from './job-record.ts';
import { partId, presentRequest, readPartId } from './part-request.ts';

/** Where replies are kept. */
export type ReplyKeeperTools = {
  media: MediaStore;
  library: Pick<Library, 'add' | 'addMedia' | 'change' | 'setTrashed'>;
  onLibraryChanged: (itemId: string) => void;
  /** Called after the item of a reply was added or replaced. */
  onReplyKept: (itemId: string) => void;
};

/** Stores a reply while it arrives. */
export type ReplySpool = ReplyWatcher & {
  /** Waits until everything is on disk; the file stays in place. */
  close: () => Promise<void>;
  /** Stops writing; the caller removes the file. */
  abandon: () => Promise<void>;
  receivedBytes: () => number;
};

/** The facts of a reply of which nothing is known. Only a reply that is no error is stored. */
export const UNKNOWN_FACTS: ReplyFacts = { status: 200, contentType: '', contentEncoding: '' };

/**
 * Opens the incoming file of a job, which holds its reply byte for byte. @param onChange called with the facts of the
 * reply when it begins, and again when it has ended.
 */
export function openSpool(
  job: Pick<JobHandle<JobRecord>, 'current' | 'signal'>,
  media: MediaStore,
  onChange: (facts: ReplyFacts & Pick<ReplyArrival, 'ended'>) => void,
): ReplySpool {
  let file: IncomingFile | undefined;
  let facts = UNKNOWN_FACTS;
  let sizeBytes = 0;
  return {
    onReceiving(received) {
      facts = received;
      file = media.receive(job.current().id, job.signal);
      onChange({ ...facts, ended: null });
    },
    async onBytes(bytes) {
      await file?.write(bytes);
      sizeBytes += bytes.length;
    },
    async onReceived(cutReason) {
      await file?.close();
      onChange({ ...facts, ended: { cutReason: cutReason ?? null } });
    },
    close: async () => file?.close(),
    abandon: async () => file?.abandon(),
    receivedBytes: () => sizeBytes,
  };
}

/** The stored reply of a job. @param arrival what the job knows of it; a reply that had not ended counts as cut. */
export function storedReply(id: string, arrival: ReplyArrival, media: MediaStore): StoredReply {
  const { status, contentType, contentEncoding, location, ended } = arrival;
  const cutReason = ended ? (ended.cutReason ?? undefined) : 'interrupted';
  return { status, contentType, contentEncoding, location, cutReason, chunks: media.readIncoming(id) };
}

/** Moves the item of a reply to the trash, because all of the reply has become other items. */
export async function trashReply(
  replyId: string | null,
  { library, onLibraryChanged }: ReplyKeeperTools,
): Promise<void> {
  if (replyId === null) return;
  await library.setTrashed([replyId], true);
  onLibraryChanged(replyId);
}

/** An incoming file is no longer needed. What cannot be removed now is removed at the next start. */
export async function discardReply(id: string, media: MediaStore): Promise<void> {
  await media.discardIncoming(id).catch(() => undefined);
}

/** The id of the item that holds the reply of a job, or to the request for one of its parts. */
function replyItemId(jobId: string, part: number | null): string {
  return `${part === null ? jobId : partId(jobId, part)}${REPLY_SUFFIX}`;
}

/** Whether a result failed only because it could not be fetched from its address. */
export function isFetchable({ code }: AppError): boolean {
  return code === 'result.lost' || code === 'result.refused';
}

/** What a reply answers, by its item's id: the id of its job, or of one part of it. */
export function askedIdOfReply(itemId: string): string {
  return itemId.endsWith(REPLY_SUFFIX) ? itemId.slice(0, -REPLY_SUFFIX.length) : itemId;
}

/** The id of the job whose reply an item holds. */
export function jobIdOfReply(itemId: string): string {
  return readPartId(askedIdOfReply(itemId)).jobId;
}

const REPLY_SUFFIX = '-reply';

/** What the item of a reply says beside its bytes. */
export type ReplyDescription = Pick<
  ReplyItem,
  'title' | 'createdAtMs' | 'connectionName' | 'connectionOrigin' | 'model' | 'asked' | 'error' | 'missing'
> & {
  reply: ReplyArrival | null;
  /** The part of a cut text that it answers, from 1; null if it answers all. */
  part: number | null;
};

/**
 * Describes the reply of a job. @param error why it did not become takes or pictures, or not completely. @param missing
 * the results that could not be fetched.
 */
export function describeReply(job: JobRecord, error: AppError | null, missing: MissingResult[] = []): ReplyDescription {
  const asked: ReplyItem['asked'] =
    job.kind === 'edit' ? { kind: 'edit', request: job.request } : { kind: 'speech', request: presentRequest(job) };
  return {
    title: titleOf(asked.kind === 'edit' ? asked.request.prompt : asked.request.text),
    createdAtMs: job.createdAtMs,
    connectionName: job.arrival?.connectionName ?? '',
    connectionOrigin: job.arrival?.connectionOrigin ?? '',
    model: job.arrival?.model ?? '',
    asked,
    error,
    missing,
    reply: job.arrival,
    part: job.kind === 'speech' ? (job.part?.number ?? null) : null,
  };
}

/**
 * Makes an item of the bytes in the incoming file of a job: decoded if that is possible, without the key, else as they
 * came. Doing it twice makes one item. @returns its id; undefined if nothing was received.
 * @throws the disk's error; the bytes stay then.
 */
export async function keepReply(
  jobId: string,
  { reply, part, ...described }: ReplyDescription,
  key: string,
  tools: ReplyKeeperTools,
): Promise<string | undefined> {
  const { media, library } = tools;
  const cleaned = await cleanReply(jobId, reply, key, media);
  const ticket = cleaned ?? jobId;
  const file = await media.identify(ticket);
  // Nothing but the address of a result is something.
  if (!file || (file.sizeBytes === 0 && !reply?.location)) {
    await discardReply(jobId, media);
    return undefined;
  }
  const content = recogniseContent(await readHead(media.incomingPath(ticket), SNIFF_BYTES));
  const { extension, mime } = contentFacts(content);
  await library.addMedia({ ...file, extension, mime, pcmRateHz: null });
  const id = replyItemId(jobId, part);
  const item: ReplyItem = {
    ...described,
    ...file,
    ...NOTHING_KEPT,
    id,
    kind: 'reply',
    content,
    reply: reply && describeFacts(reply, cleaned !== undefined),
  };
  // Kept before, and read again since.
  if ((await library.change(id, (before) => withKept(before, item))) === undefined) await library.add(item);
  // Last: a crash before it leaves the incoming file, from which the same item is made again.
  await media.keep(ticket, file.mediaId, extension);
  if (cleaned !== undefined) await discardReply(jobId, media);
  tools.onLibraryChanged(id);
  tools.onReplyKept(id);
  return id;
}

/**
 * Takes the key out of the incoming file of a job that is to wait. @returns whether the file holds decoded bytes now.
 * @throws the disk's error.
 */
export async function cleanWaiting(
  jobId: string,
  reply: ReplyArrival | null,
  key: string,
  media: MediaStore,
): Promise<boolean> {
  const cleaned = await cleanReply(jobId, reply, key, media);
  if (cleaned === undefined) return false;
  await media.replaceIncoming(jobId, cleaned);
  return true;
}

function describeFacts({ status, contentType, contentEncoding, location, ended }: ReplyArrival, isDecoded: boolean) {
  const cutReason = ended ? ended.cutReason : 'interrupted';
  return {
    status,
    contentType,
    contentEncoding: isDecoded ? '' : contentEncoding,
    cutReason,
    ...(location !== undefined && { location }),
  };
}

/**
 * Writes the reply decoded and without the key, if it differs from what was received. @returns the name of that incoming
 * file; undefined if the bytes stay as they are, also because they cannot be decoded.
 */
async function cleanReply(
  jobId: string,
  reply: ReplyArrival | null,
  key: string,
  media: MediaStore,
): Promise<string | undefined> {
  const stored = reply && storedReply(jobId, reply, media);
  if (!stored || !media.hasIncoming(jobId)) return undefined;
  const head = await readHead(media.incomingPath(jobId), SNIFF_BYTES);
  const isPlain = !isCoded(head, stored.contentEncoding);
  if (isPlain && !(await hasKey(stored.chunks, key))) return undefined;
  const ticket = `${jobId}-clean`;
  try {
    if (await writeClean(ticket, { ...stored, chunks: media.readIncoming(jobId) }, key, media)) return ticket;
    await discardReply(ticket, media);
  } catch (error) {
    await discardReply(ticket, media);
    // On a full disk, coded bytes are kept as they came. The key never is: the queue tries again later.
    if (isPlain || storageErrorCode(error) === undefined) throw error;
  }
  return undefined;
}

/**
 * Writes a reply decoded and without the key. @returns false if it cannot be decoded completely.
 * @throws the disk's error, at once: the reply as it came is on the disk already.
 */
async function writeClean(ticket: string, stored: StoredReply, key: string, media: MediaStore): Promise<boolean> {
  const body = readStored({ ...stored, cutReason: undefined });
  const file = media.receive(ticket, AT_ONCE);
  let sizeBytes = 0;
  try {
    for await (const bytes of removeKey(body.chunks, key)) {
      await file.write(bytes);
      sizeBytes += bytes.length;
    }
    await file.close();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return sizeBytes > 0 && body.failure() === undefined;
}
