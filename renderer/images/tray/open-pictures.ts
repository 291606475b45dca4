// Opens pictures: makes the working picture of a file, address or stored picture, and stores it. It knows no tray.

import { type AppError, appError } from '../../../shared/errors.ts';
import { conversionsOf } from '../../../shared/images/conversions.ts';
import { IMPORT_LIMITS } from '../../../shared/images/limits.ts';
import { importProblem, problemFacts, readPictureHeader } from '../../../shared/images/picture-header.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import { missingError } from '../../items/missing-media.ts';
import type { MissingFiles, TrayPicture } from '../images-state.ts';
import { type Bytes, type PicturePort, PictureProblem } from '../ports.ts';

/** A picture that is not in the tray yet. */
export type StoredPicture = Omit<TrayPicture, 'key'>;

type AsItIs = Pick<TrayPicture, 'address' | 'isSentAsAddress' | 'fitted' | 'cutFrom' | 'conversions'>;
/** The fields of a picture that is sent unchanged. */
export const AS_IT_IS: AsItIs = {
  address: null,
  isSentAsAddress: false,
  fitted: null,
  cutFrom: null,
  conversions: [],
};

/** What opening needs. */
export type OpenerDeps = {
  ipc: Ipc;
  pictures: PicturePort;
  /** The connection whose own private addresses may be fetched from. */
  connectionId: () => string;
  /** Looks whether stored files are in their place; resolves to those that are not. */
  lookAt: (mediaIds: readonly string[]) => Promise<MissingFiles>;
};

type Opened = Promise<Result<StoredPicture, AppError>>;

/** Opens pictures; what cannot be opened is an error that names it. */
export type PictureOpener = {
  openFile: (file: File) => Opened;
  openBytes: (bytes: Bytes, name: string) => Opened;
  openAddress: (url: string) => Opened;
  openStored: (mediaId: string, name: string) => Opened;
};

/** Creates the opener. */
export function createPictureOpener({ ipc, pictures, connectionId, lookAt }: OpenerDeps): PictureOpener {
  const openFile = async (file: File): Promise<Result<StoredPicture, AppError>> => {
    const { name } = file;
    // A file that is too large is rejected before it is read.
    if (file.size > IMPORT_LIMITS.maxBytes) return unusable(name, 'tooManyBytes', { sizeBytes: file.size });
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) return unusable(name, 'unreadable');
    return openBytes(new Uint8Array(bytes), name);
  };

  const openBytes = async (bytes: Bytes, name: string): Promise<Result<StoredPicture, AppError>> => {
    const header = readPictureHeader(bytes);
    const problem = importProblem(header, bytes.length, bytes);
    if (problem) return unusable(name, problem, problemFacts(problem, bytes.length, bytes));
    const working = await pictures.working(bytes).catch(problemOf);
    if (typeof working === 'string') return unusable(name, working);
    const stored = await ipc.request('media.importBytes', { bytes: working.bytes });
    if (!stored.ok) return fail({ ...stored.error, details: { ...stored.error.details, name } });
    const { mediaId, sizeBytes } = stored.data;
    const { widthPx, heightPx } = working;
    const conversions = header === undefined ? [] : conversionsOf(header);
    return ok({ ...AS_IT_IS, mediaId, sizeBytes, name, widthPx, heightPx, conversions });
  };

  const openAddress = async (url: string): Promise<Result<StoredPicture, AppError>> => {
    const downloaded = await ipc.request('media.importUrl', { connectionId: connectionId(), url });
    if (!downloaded.ok) return downloaded;
    const opened = await openStored(downloaded.data.mediaId, nameOfAddress(url));
    return opened.ok ? ok({ ...opened.data, address: url }) : opened;
  };

  const openStored = async (mediaId: string, name: string): Promise<Result<StoredPicture, AppError>> => {
    const reply = await fetch(`/media/${mediaId}`).catch(() => null);
    if (!reply?.ok) {
      const file = (await lookAt([mediaId])).get(mediaId);
      return fail(file === undefined ? appError('item.not_found') : missingError(file, name));
    }
    return openBytes(new Uint8Array(await reply.arrayBuffer()), name);
  };

  return { openFile, openBytes, openAddress, openStored };
}

/** The error of a picture that cannot be used. */
export function unusable(
  name: string,
  problem: string,
  facts: ReturnType<typeof problemFacts> = {},
): { ok: false; error: AppError } {
  return fail(appError('picture.unusable', { problem, name, ...facts }));
}

/**
 * One error for pictures that cannot be used, which names all of them, and why if that is the same; the last one if
 * something else went wrong with one. @param errors at least one
 */
export function allOf(errors: readonly AppError[]): AppError {
  const last = errors.at(-1) ?? appError('picture.unusable');
  const isOne = errors.length === 1 || errors.some(({ code }) => code !== 'picture.unusable');
  if (isOne) return last;
  const name = errors.map(({ details }) => String(details.name)).join(', ');
  const problems = new Set(errors.map(({ details }) => details.problem));
  return appError('picture.unusable', { name, ...(problems.size === 1 && { problem: last.details.problem }) });
}

/** Returns why a picture with a valid header could not be opened. */
export function problemOf(cause: unknown): 'undecodable' | 'outOfMemory' | 'tooComplex' | 'tooSlow' {
  const failure = cause instanceof PictureProblem ? cause.failure : 'unreadable';
  return failure === 'outOfMemory' || failure === 'tooComplex' || failure === 'tooSlow' ? failure : 'undecodable';
}

/** Returns the last path segment of an address, or its host. */
function nameOfAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const last = url?.pathname.split('/').filter(Boolean).at(-1);
  if (url === null) return address;
  return last === undefined ? url.host : safeDecode(last);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
