// Imports pictures into the library. Checks the header before anything is stored; decodes nothing. A picture of a reply
// was paid for: it is kept whatever can be shown of it, as long as it is a picture.

import { randomUUID } from 'node:crypto';
import type { Picture, ResultPicture } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { readStructure } from '../../shared/images/headers/structure.ts';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import {
  decodingDanger,
  importProblem,
  problemFacts,
  readPictureHeader,
  recognisePicture,
  sniffPicture,
  uprightSize,
} from '../../shared/images/picture-header.ts';
import type { PictureState } from '../../shared/images/picture-states.ts';
import type { Size } from '../../shared/images/size.ts';
import { contentFacts } from '../../shared/library/reply-contents.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { withSource } from '../byte-source.ts';
import { readHead, whileWriting } from '../files.ts';
import { AT_ONCE } from './incoming-file.ts';
import type { Library } from './library.ts';
import type { MediaStore } from './media-store.ts';

/** A picture whose bytes are arriving. Must be ended by `keep` or `discard`. */
export type IncomingPicture<P extends Picture = ResultPicture> = {
  /** @throws the disk's error once the signal was given; until then bytes wait for a disk that fails. */
  write: (bytes: Uint8Array) => Promise<void>;
  /**
   * Stores the picture by its content, only once even if called again; refuses what `receive` or `receiveSource` do not
   * take. @throws the disk's error: the picture stays as it is, and `keep` may be called again.
   */
  keep: () => Promise<Result<P, AppError>>;
  discard: () => Promise<void>;
};

/**
 * Imports pictures; equal bytes become one file. The smaller limit for files from outside is checked by the callers.
 */
export type PictureImport = {
  /** Imports a source that is already in memory. A disk that fails is an error at once. */
  take: (bytes: Uint8Array) => Promise<Result<Picture, AppError>>;
  /**
   * Opens a file for a picture of a reply, of any format that is recognised, damaged or too large or not.
   * @param signal ends the waiting for a failing disk.
   */
  receive: (signal: AbortSignal) => IncomingPicture;
  /**
   * Opens a file for a picture to be edited or sent: one that the app can open, within its limits. @param signal as for
   * `receive`; `AT_ONCE` makes a failing disk an error at once.
   */
  receiveSource: (signal: AbortSignal) => IncomingPicture<Picture>;
};

/** Enough for the header of a file that the app made: a JPEG can contain a large profile before its dimensions. */
const HEAD_BYTES = 1024 * 1024;

/** Creates the picture import of a library. */
export function createPictureImport(store: MediaStore, library: Pick<Library, 'addMedia' | 'holds'>): PictureImport {
  function openFor<F extends Facts>(signal: AbortSignal, check: Check<F>): IncomingPicture<KeptFile & F> {
    const ticket = `picture-${randomUUID()}`;
    const file = store.receive(ticket, signal);
    const arrived = library.holds.arrive();
    let identified: IdentifiedFile<F> | undefined;
    let isHeld = false;
    const discard = async (): Promise<void> => {
      arrived();
      await file.abandon();
      // What cannot be removed now is removed at the next start.
      await store.discardIncoming(ticket).catch(() => undefined);
    };
    async function identify() {
      await file.close();
      const kept = await store.identify(ticket);
      return { kept, checked: kept && (await check(store.incomingPath(ticket), kept.sizeBytes)) };
    }
    async function keepOnce(): Promise<Result<KeptFile & F, AppError>> {
      // After a failure the file may be in its final place already.
      identified ??= await identify();
      const { kept, checked } = identified;
      if (kept && checked?.ok && !isHeld) {
        library.holds.hold(kept.mediaId);
        isHeld = true;
      }
      if (!kept || !checked?.ok) {
        await discard();
        return checked && !checked.ok ? checked : fail(appError('storage.failed'));
      }
      const { extension, facts } = checked.data;
      await store.keep(ticket, kept.mediaId, extension);
      await library.addMedia({ ...kept, extension, mime: facts.mime, pcmRateHz: null });
      arrived();
      return ok({ ...kept, ...facts });
    }
    let keeping: Promise<Result<KeptFile & F, AppError>> | undefined;
    return {
      write: file.write,
      discard,
      keep() {
        keeping ??= keepOnce().catch((error: unknown) => {
          keeping = undefined;
          throw error;
        });
        return keeping;
      },
    };
  }

  const receiveSource = (signal: AbortSignal): IncomingPicture<Picture> =>
    openFor(signal, async (file, sizeBytes) => checkSource(await readHead(file, headBytes(sizeBytes)), sizeBytes));

  return {
    receive: (signal) => openFor(signal, checkResult),
    receiveSource,
    async take(bytes) {
      const checked = checkSource(bytes, bytes.length);
      if (!checked.ok) return checked;
      const file = receiveSource(AT_ONCE);
      try {
        const stored = await whileWriting(async () => {
          await file.write(bytes);
          return file.keep();
        });
        return stored.ok ? stored.data : stored;
      } finally {
        await file.discard();
      }
    },
  };
}

/** A file from outside is judged as a whole, see `decodingDanger`. */
function headBytes(sizeBytes: number): number {
  return sizeBytes > IMPORT_LIMITS.maxBytes ? HEAD_BYTES : sizeBytes;
}

type KeptFile = Pick<Picture, 'mediaId' | 'sizeBytes'>;
/** What the bytes of a picture say. */
type Facts = Omit<Picture, keyof KeptFile>;
type ResultFacts = Omit<ResultPicture, keyof KeptFile>;

/** The facts of a file that may be kept, and the extension of its name. */
type Checked<F> = Result<{ extension: string; facts: F }, AppError>;
type Check<F> = (file: string, sizeBytes: number) => Promise<Checked<F>>;

/** A received file; `kept` is undefined if it is gone. */
type IdentifiedFile<F> = { kept: KeptFile | undefined; checked: Checked<F> | undefined };

function checkSource(bytes: Uint8Array, sizeBytes: number): Checked<Facts> {
  const header = readPictureHeader(bytes);
  const problem = importProblem(header, sizeBytes, bytes, IMPORT_LIMITS.maxMadeBytes) ?? decodingDanger(bytes);
  if (!header || problem)
    return unusable(problem ?? 'unreadable', problem ? problemFacts(problem, sizeBytes, bytes) : {});
  const { width: widthPx, height: heightPx } = uprightSize(header);
  return ok({ extension: contentFacts(header.format).extension, facts: { mime: header.mime, widthPx, heightPx } });
}

async function checkResult(file: string, sizeBytes: number): Promise<Checked<ResultFacts>> {
  const head = await readHead(file, headBytes(sizeBytes));
  const recognised = recognisePicture(head);
  if (!recognised) return unusable(sizeBytes === 0 ? 'empty' : 'unsupported', {});
  const { extension, mime } = contentFacts(recognised.format);
  const { state, size } = await judgeResult(file, head);
  return ok({ extension, facts: { mime, widthPx: size?.width ?? 0, heightPx: size?.height ?? 0, state } });
}

/** The state of a picture before it is decoded, and its upright size as far as the file says it. */
async function judgeResult(file: string, head: Uint8Array): Promise<{ state: PictureState; size: Size | undefined }> {
  const format = sniffPicture(head);
  if (format === undefined) return { state: 'foreign', size: recognisePicture(head)?.size };
  const header = readPictureHeader(head);
  // Of a damaged file the beginning would be decoded as well.
  const isDangerous = decodingDanger(head) !== undefined;
  const { isCut, orientation } = await withSource(file, (source) => readStructure(format, source));
  const size = header && uprightSize({ ...header, orientation: orientation ?? header.orientation });
  if (isDangerous) return { state: 'tooLarge', size };
  if (isCut) return { state: 'damaged', size };
  return { state: 'unchecked', size };
}

function unusable(problem: string, facts: ReturnType<typeof problemFacts>): Checked<never> {
  return fail(appError('picture.unusable', { problem, ...facts }));
}
