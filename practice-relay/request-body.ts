// Receives the bodies of requests, each into one piece of memory, within limits of size and time: a caller that stops
// in the middle blocks nobody.

import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { parseBounded } from '../shared/json/bounded-json.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import { allocate, type Bytes, free, freePart } from './bytes.ts';
import { type Problem, type RelayEnv, refuse } from './errors.ts';

/** Callers are on this computer, which sends to itself at once. */
export const BODY_LIMITS: BodyLimits = { silenceMs: 10_000, totalMs: 120_000, unfinishedBytes: 512 * 1024 * 1024 };

/** The limits of bodies that are still arriving. */
export type BodyLimits = {
  /** Longest pause in a body, and longest time for all of it, in milliseconds. */
  silenceMs: number;
  totalMs: number;
  /** How much all of them hold together; beyond it, the one that has been silent for longest is given up. */
  unfinishedBytes: number;
};

/** Creates the guards that receive bodies into `c.var.body`. */
export type BodyReceiver = (maxBytes: number) => MiddlewareHandler<RelayEnv>;

/** A body that is still arriving. */
type Unfinished = { receivedBytes: number; giveUp: () => void };

/** Creates the receiver of one server. The body is freed when its route has returned. */
export function createBodyReceiver({ silenceMs, totalMs, unfinishedBytes }: BodyLimits): BodyReceiver {
  /** In the order of their last bytes: the first has been silent for longest. */
  const unfinished = new Set<Unfinished>();
  let heldBytes = 0;

  const count = (body: Unfinished, sizeBytes: number): void => {
    body.receivedBytes += sizeBytes;
    heldBytes += sizeBytes;
    unfinished.delete(body);
    unfinished.add(body);
    const [first] = unfinished;
    if (heldBytes > unfinishedBytes) first?.giveUp();
  };
  const forget = (body: Unfinished): void => {
    heldBytes -= body.receivedBytes;
    unfinished.delete(body);
  };

  function receive(incoming: IncomingMessage, maxBytes: number): Promise<Result<Bytes, Problem>> {
    return new Promise((resolve, reject) => {
      const memory = allocate(maxBytes);
      const body: Unfinished = { receivedBytes: 0, giveUp: () => end(fail(TOO_SLOW)) };
      const end = (result: Result<Bytes, Problem> | Error): void => {
        clearTimeout(silence);
        clearTimeout(total);
        forget(body);
        incoming.off('data', take).off('end', finish).off('error', end).off('close', leave);
        if (result instanceof Error || !result.ok) free(memory);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      const take = (part: Buffer): void => {
        if (body.receivedBytes + part.length > maxBytes) {
          end(fail(tooLarge(maxBytes)));
          return;
        }
        memory.set(part, body.receivedBytes);
        silence.refresh();
        count(body, part.length);
        freePart(part);
      };
      const finish = (): void => end(ok(memory.subarray(0, body.receivedBytes)));
      const leave = (): void => end(new Error('The caller has disconnected.'));
      const silence = setTimeout(body.giveUp, silenceMs);
      const total = setTimeout(body.giveUp, totalMs);
      incoming.on('data', take).on('end', finish).on('error', end).on('close', leave);
    });
  }

  return (maxBytes) => async (c, next) => {
    const { incoming } = c.env;
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return refuse(c, tooLarge(maxBytes));
    const received = await receive(incoming, maxBytes);
    if (!received.ok) {
      c.header('connection', 'close');
      return refuse(c, received.error);
    }
    c.set('body', received.data);
    try {
      await next();
    } finally {
      free(received.data);
    }
  };
}

/** Parses a body as JSON; undefined, which JSON cannot express, when it is invalid or more than a request has. */
export function parseJsonBody(body: Bytes): unknown {
  const parsed = parseBounded(body, 'request');
  return parsed.ok ? parsed.data : undefined;
}

const TOO_SLOW: Problem = { status: 408, message: 'The body did not arrive in time.', code: 'request_timeout' };

function tooLarge(maxBytes: number): Problem {
  return { status: 413, message: `The request body is over ${maxBytes} bytes.` };
}
