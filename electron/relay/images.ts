// One edit request: sent in either form, the reply read to its end, pictures written to files. Independent of library
// and windows.

import { BOUNDS } from '../../shared/bounds.ts';
import { endpoint } from '../../shared/connection/base-url.ts';
import type { Dialect } from '../../shared/connection/connections.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { editProblem } from '../../shared/images/edit-problem.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Reach } from './agents.ts';
import { inUtf8 } from './charset.ts';
import { jsonBody, multipartBody, multipartBytes, type PictureToSend } from './edit-body.ts';
import {
  createEditReceiver,
  type PictureFile,
  type ReceivedEdit,
  type ReceivedPicture,
  type ReceiverTools,
  type ReplyProblem,
} from './edit-receiver.ts';
import { missingCount } from './edit-reply.ts';
import { readErrorReply } from './error-reply.ts';
import { fetchResult, type ResultReader } from './fetch-result.ts';
import type { RelayHttp, RelayReply } from './http.ts';
import {
  factsOf,
  type ReplyWatcher,
  readStored,
  receiveReply,
  type StoredReply,
  storedHead,
} from './received-reply.ts';
import { redactKey } from './redact.ts';
import type { ReplyBody } from './reply-body.ts';
import { errorFromReply, errorOfResult } from './reply-errors.ts';
import { isXml } from './reply-words.ts';
import { ACCEPTED } from './task-reply.ts';

/** The recipient of an edit. `model` is the connection's image model. */
export type EditTarget = {
  baseUrl: string;
  key: string;
  model: string;
  dialect: Dialect;
  /** Origins beside the relay's own that results may be fetched from without https. */
  allowedOrigins: readonly string[];
  reach: Reach;
};
/** From where results may be fetched: the connection's own host, and origins that the person allowed. */
export type ResultTarget = Pick<EditTarget, 'baseUrl' | 'key' | 'allowedOrigins'>;
/** The files of a request. */
export type EditFiles = { pictures: readonly PictureToSend[]; mask: { path: string } | null };

/** What is needed to read a reply. A picture that is already stored, by its position in the reply, is left out. */
export type EditReader<F extends PictureFile> = ReceiverTools<F> &
  Omit<ResultReader<F>, 'openFile'> & {
    /** How many pictures the request asked for. */
    askedCount: number;
    isStored: (index: number) => boolean;
  };

/** The events a caller observes. A rejected call ends the request; its error is rethrown. */
export type EditWatcher<F extends PictureFile> = EditReader<F> &
  ReplyWatcher & {
    /** @param sentBytes size of the body. */
    onSent: (sentBytes: number) => void;
  };

/** A picture of the reply: its file, or why it failed. `index` is its position in the reply. */
type EditedPicture<F> = { index: number; revisedPrompt: string; outcome: Result<F, AppError> };

/**
 * The result: at least one picture or the failure of one. `error` is what else went wrong. `createdS` (Unix time in
 * seconds) and `generatedCount` are the relay's `created` and `usage.generated_images`, null if the reply does not
 * contain them.
 */
export type EditOutcome<F> = {
  pictures: EditedPicture<F>[];
  error: AppError | null;
  createdS: number | null;
  generatedCount: number | null;
};

/**
 * Sends one POST /v1/images/edits (relay API §4.2). It is never repeated. Pictures that are returned as an address are
 * downloaded immediately, without the key. A request that breaks the contract's rules is refused before anything is
 * sent.
 */
export async function requestEdit<F extends PictureFile>(
  http: RelayHttp,
  target: EditTarget,
  request: EditRequest,
  files: EditFiles,
  watcher: EditWatcher<F>,
): Promise<Result<EditOutcome<F>, AppError | 'cancelled'>> {
  const problem = editProblem(request, target.dialect);
  if (problem) return fail(appError('input.invalid', { field: problem }));
  const { body, headers, sizeBytes } = await writeBody(target, request, files);
  const timeoutMs = target.dialect.imageTimeoutS * 1000;
  const sent = await http.call({
    method: 'POST',
    url: editAddress(target),
    headers: { authorization: `Bearer ${target.key}`, ...headers },
    body,
    timeoutMs,
    // The events of a stream may be minutes apart.
    idleTimeoutMs: timeoutMs,
    signal: watcher.signal,
    reach: target.reach,
    onSent: () => watcher.onSent(sizeBytes),
  });
  if (!sent.ok)
    return fail(sent.error.code === 'cancelled' ? 'cancelled' : appError(sent.error.code, sent.error.details));
  const reply = sent.data;
  try {
    if (reply.status < 200 || reply.status > 299) {
      const error = errorFromReply(await readErrorReply(reply), target.key, editAddress(target));
      return fail(watcher.signal.aborted ? 'cancelled' : error);
    }
    return await receiveReply(reply, watcher, (body) => read(http, reply, body, target, watcher));
  } finally {
    reply.body.destroy();
  }
}

/**
 * Reads the stored bytes of a reply again, as `requestEdit` read them: after an interruption, or when its pictures
 * could not be stored. Sends no request; pictures that the reply names by their address are downloaded.
 */
export function rereadEdit<F extends PictureFile>(
  http: RelayHttp,
  stored: StoredReply,
  target: ResultTarget,
  reader: EditReader<F>,
): Promise<Result<EditOutcome<F>, AppError | 'cancelled'>> {
  return read(http, storedHead(stored), readStored(stored), target, reader);
}

/** Where edits are sent; empty without a connection. */
export function editAddress({ baseUrl }: Pick<ResultTarget, 'baseUrl'>): string {
  return baseUrl === '' ? '' : endpoint(baseUrl, 'images/edits');
}

async function writeBody(target: EditTarget, request: EditRequest, files: EditFiles) {
  const toSend = { ...files, request, model: target.model, dialect: target.dialect };
  if (request.form === 'multipart') {
    const form = await multipartBody(toSend);
    return { body: form, headers: {}, sizeBytes: multipartBytes(form) };
  }
  const { stream, sizeBytes } = await jsonBody(toSend);
  const headers = { 'content-type': 'application/json', 'content-length': String(sizeBytes) };
  return { body: stream, headers, sizeBytes };
}

async function read<F extends PictureFile>(
  http: RelayHttp,
  reply: Pick<RelayReply, 'status' | 'headers'>,
  body: ReplyBody,
  target: ResultTarget,
  reader: EditReader<F>,
): Promise<Result<EditOutcome<F>, AppError | 'cancelled'>> {
  const receiver = createEditReceiver(reader);
  try {
    for await (const chunk of inUtf8(body, factsOf(reply).contentType).chunks) {
      await receiver.push(chunk);
      if (receiver.problem()) break;
    }
    if (reader.signal.aborted) return fail('cancelled');
    const received = await receiver.end();
    const cutReason = body.failure() ?? (received.isCut && received.pictures.length > 0 ? 'noEnd' : undefined);
    const error =
      errorBeside(reply, received, receiver.problem(), cutReason, target) ??
      fewerThanAsked(received, reader.askedCount);
    if (received.pictures.length === 0) return fail(error ?? appError('reply.empty', { status: reply.status }));
    const pictures: EditedPicture<F>[] = [];
    for (const [index, picture] of received.pictures.entries()) {
      if (reader.isStored(index)) {
        if (picture.source.kind === 'file') await picture.source.file.discard();
        continue;
      }
      const outcome = await settle(http, picture, target, reader);
      const revisedPrompt = redactKey(picture.revisedPrompt, target.key).slice(0, BOUNDS.charactersOfRevisedPrompt);
      pictures.push({ index, revisedPrompt, outcome });
    }
    if (reader.signal.aborted) {
      for (const { outcome } of pictures) if (outcome.ok) await outcome.data.discard();
      return fail('cancelled');
    }
    const { createdS, generatedCount } = received;
    return ok({ pictures, error, createdS, generatedCount });
  } finally {
    await receiver.discard();
  }
}

/** Returns what went wrong with the reply as a whole, if anything. */
function errorBeside<F>(
  { status, headers }: Pick<RelayReply, 'status' | 'headers'>,
  { pictures, errorText, firstText, kind, text }: ReceivedEdit<F>,
  problem: ReplyProblem | undefined,
  cutReason: string | undefined,
  target: ResultTarget,
): AppError | null {
  if (problem) return appError(problem, { status });
  if (cutReason !== undefined)
    return appError(pictures.length > 0 ? 'reply.cut' : 'outcome.unknown', { status, reason: cutReason });
  const isAccepted = status === ACCEPTED && pictures.length === 0;
  const bodyText = errorText ?? (pictures.length > 0 ? '' : text || (isAccepted ? firstText : ''));
  if (bodyText.trim() === '' && !isAccepted) return null;
  if (bodyText !== '' && kind === 'unknown') return appError('reply.unreadable', { status });
  const isHtml = kind === 'html' && !isXml(bodyText);
  return errorFromReply({ status, headers, bodyText, isHtml }, target.key, editAddress(target));
}

/** Returns the error of a reply with fewer pictures than were asked for or, as the relay says, generated. */
function fewerThanAsked<F>({ pictures, generatedCount }: ReceivedEdit<F>, asked: number): AppError | null {
  const arrived = pictures.length;
  if (arrived === 0 || missingCount(asked, arrived, generatedCount) === 0) return null;
  return appError('reply.fewer', { asked, arrived, ...(generatedCount !== null && { generated: generatedCount }) });
}

async function settle<F extends PictureFile>(
  http: RelayHttp,
  { source }: ReceivedPicture<F>,
  target: ResultTarget,
  reader: EditReader<F>,
): Promise<Result<F, AppError>> {
  if (source.kind === 'file') return ok(source.file);
  if (source.kind === 'tooLarge') return fail(appError('reply.too_large'));
  if (source.kind === 'failed') return fail(errorOfResult(source.error, target.key));
  return fetchResult(http, source.url, { ...target, askedUrl: editAddress(target) }, reader);
}
