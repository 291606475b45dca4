// The two IPC channels: checks the sender, validates input and output by schema, returns results as values. Routes are
// implemented elsewhere.

import { randomBytes } from 'node:crypto';
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { EVENT_CHANNEL, REQUEST_CHANNEL } from '../shared/app/channels.ts';
import { BOUNDS } from '../shared/bounds.ts';
import {
  type EventName,
  type EventPayload,
  events,
  type RouteName,
  type RouteOutput,
  routes,
} from '../shared/contract/index.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, type Result } from '../shared/result.ts';
import { storageFailure } from './files.ts';
import type { Log } from './log.ts';
import { createRateLimit } from './rate-limit.ts';
import { sizeOfRequest } from './request-size.ts';
import { APP_ORIGIN } from './security.ts';

/** One function per route; a missing or unknown route does not compile. */
export type Handlers = {
  [R in RouteName]: (input: ParsedInput<R>) => HandlerResult<R> | Promise<HandlerResult<R>>;
};
type ParsedInput<R extends RouteName> = ReturnType<(typeof routes)[R]['input']['parse']>;
type HandlerResult<R extends RouteName> = Result<RouteOutput<R>, AppError>;

/** Sends an event to the window, if it is open. */
export type Emit = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

/**
 * Answers requests from the window. Requests that do not come from the main frame of `getContents()` on our own origin
 * are refused, and so are those beyond the limit of how many are answered at once. @param getHandlers while the library is exchanged, requests wait. @param onStorageFailed called when a request failed because of the disk.
 */
export function serveRequests(
  ipcMain: IpcMain,
  getContents: () => WebContents | undefined,
  getHandlers: () => Promise<Handlers>,
  log: Log,
  onStorageFailed: () => void,
): void {
  let underWay = 0;
  const mayLog = createRateLimit({ most: BOUNDS.refusalsLogged, periodMs: 1000 });
  ipcMain.handle(REQUEST_CHANNEL, async (event, route: unknown, input: unknown) => {
    const traceId = randomBytes(4).toString('hex');
    const refuse = (error: AppError): Result<never, AppError> => {
      const named = typeof route === 'string' ? route.slice(0, 60) : typeof route;
      if (mayLog()) log.info('request.failed', { route: named, code: error.code, traceId });
      if (error.code === 'storage.failed') onStorageFailed();
      return fail({ ...error, traceId });
    };
    if (!isOurFrame(event, getContents())) return refuse(appError('request.malformed', { reason: 'sender' }));
    if (!isRouteName(route)) return refuse(appError('request.malformed', { reason: 'route' }));
    if (underWay >= BOUNDS.requestsUnderWay) return refuse(appError('request.malformed', { reason: 'tooMany' }));
    underWay++;
    try {
      const result = await answer(route, input, await getHandlers());
      return result.ok ? result : refuse(result.error);
    } catch (error) {
      log.error(`request.failed ${route} ${traceId}`, error);
      return refuse(storageFailure(error) ?? appError('internal.bug'));
    } finally {
      underWay--;
    }
  });
}

/** Opens the event channel to the window. Events carry a `seq` that increases by one with each event. */
export function createEmitter(getContents: () => WebContents | undefined): Emit {
  let seq = 0;
  return (name, payload) => {
    const contents = getContents();
    if (!contents || contents.isDestroyed()) return;
    // Parsing ensures that only fields named in the contract are sent.
    contents.send(EVENT_CHANNEL, { seq: seq++, name, payload: events[name].parse(payload) });
  };
}

const LARGEST = { values: BOUNDS.valuesOfRequest, characters: BOUNDS.charactersOfRequest };
/** Stops at the first wrong value; zod would describe every one. */
const TO_FIRST_WRONG = { reportInput: false, abortEarly: true };

async function answer<R extends RouteName>(
  route: R,
  input: unknown,
  handlers: Handlers,
): Promise<Result<unknown, AppError>> {
  const { values, characters } = sizeOfRequest(input, LARGEST);
  if (values > LARGEST.values || characters > LARGEST.characters)
    return fail(appError('request.malformed', { reason: 'tooLarge' }));
  const parsed = routes[route].input.safeParse(input, TO_FIRST_WRONG);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    return fail(appError('request.malformed', { field }));
  }
  // The types of `routes` tie this input to this handler; the compiler cannot follow a generic key through the map.
  const handler = handlers[route] as (input: unknown) => Result<unknown, AppError> | Promise<Result<unknown, AppError>>;
  const result = await handler(parsed.data);
  return result.ok ? { ok: true, data: routes[route].output.parse(result.data) } : result;
}

/** Requires our exact origin and the main frame: a child frame or `about:blank` is refused. */
function isOurFrame(event: IpcMainInvokeEvent, contents: WebContents | undefined): boolean {
  const frame = event.senderFrame;
  return frame !== null && contents !== undefined && frame === contents.mainFrame && frame.origin === APP_ORIGIN;
}

function isRouteName(value: unknown): value is RouteName {
  return typeof value === 'string' && Object.hasOwn(routes, value);
}
