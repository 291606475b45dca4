// Fetches a result that a reply names by its address. Independent of what it is.

import { setTimeout as delay } from 'node:timers/promises';
import { type AppError, appError, type ErrorDetails } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { storageErrorCode } from '../files.ts';
import { downloadFile } from './download.ts';
import type { RelayHttp } from './http.ts';
import { isPrivateHost } from './public-address.ts';
import { redactKey } from './redact.ts';

/** Waits before a result is fetched again while its job runs, in milliseconds. */
const FETCH_AGAIN_MS = [1000, 4000];

/** From where a result may be fetched: where the request was sent, and origins that the person allowed. */
type ResultPlace = { askedUrl: string; key: string; allowedOrigins: readonly string[]; maxBytes?: number };

/** What is needed to fetch a result. */
export type ResultReader<F extends ResultFile> = {
  /** Opens a file that is empty. */
  openFile: () => Promise<F>;
  signal: AbortSignal;
  /** Waits before a result is fetched again, in milliseconds. */
  fetchAgainMs?: readonly number[];
  /** Whether what came of a result cannot be taken back, so that it is not fetched again. */
  isSpent?: () => boolean;
  /** Called with an exception that concerned one result only. */
  onBug: (error: unknown) => void;
};

type ResultFile = { write: (bytes: Uint8Array) => Promise<void>; discard: () => Promise<void> };

/**
 * Fetches a result that a reply names by its address. That is free, so it is repeated: an address can be returned
 * before its file is there. A bug that one address brings out is the failure of that result, not of the others.
 * @returns the file, which the caller owns; `result.lost` or `result.refused`.
 * @throws the disk's error.
 */
export async function fetchResult<F extends ResultFile>(
  http: RelayHttp,
  url: string,
  place: ResultPlace,
  reader: ResultReader<F>,
): Promise<Result<F, AppError>> {
  try {
    return await fetchAgain(http, url, place, reader);
  } catch (error) {
    if (storageErrorCode(error) !== undefined) throw error;
    reader.onBug(error);
    return fail(appError('result.lost', { reason: 'bug', url: redactKey(url, place.key) }));
  }
}

async function fetchAgain<F extends ResultFile>(
  http: RelayHttp,
  url: string,
  { askedUrl, key, ...place }: ResultPlace,
  { openFile, signal, fetchAgainMs = FETCH_AGAIN_MS, isSpent = () => false }: ResultReader<F>,
): Promise<Result<F, AppError>> {
  for (const waitMs of [...fetchAgainMs, null]) {
    const file = await openFile();
    const downloaded = await downloadFile(http, url, file, {
      connectionBaseUrl: askedUrl,
      ...place,
      signal,
    });
    if (downloaded.ok) return ok(file);
    await file.discard();
    const { error } = downloaded;
    const said = error === 'cancelled' ? {} : withoutKey(error.details, key);
    const details = { ...said, url: redactKey(url, key) };
    const isRefused = error !== 'cancelled' && error.code === 'download.refused';
    if (isRefused) return fail(appError('result.refused', { ...details, ...(await allowance(error.details)) }));
    const isLast = error === 'cancelled' || error.code === 'download.too_large' || waitMs === null;
    const isFinal = isLast || isSpent();
    if (isFinal || !(await waited(waitMs, signal))) return fail(appError('result.lost', details));
  }
  throw new Error('unreachable: the last wait is null');
}

/** Whether the refused origin would be let through if a person allowed it: a name may lead to a private address. */
async function allowance({ refusedOrigin: origin }: ErrorDetails): Promise<ErrorDetails> {
  if (typeof origin !== 'string' || (await isPrivateHost(new URL(origin).hostname))) return {};
  return { canAllow: true };
}

/** The facts of an error without the key: a host is named by the reply. */
function withoutKey(details: ErrorDetails, key: string): ErrorDetails {
  const clean = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? redactKey(value, key) : value,
  ]);
  return Object.fromEntries(clean);
}

function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal }).catch(() => false);
}
