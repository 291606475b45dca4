// The Result type: expected failures are values, and only bugs throw.

/** A success with its value, or an expected failure. */
export type Result<T, E> = { ok: true; data: T } | { ok: false; error: E };

/** Wraps a value as a success. */
export function ok<T>(data: T): { ok: true; data: T } {
  return { ok: true, data };
}

/** Wraps an expected failure. */
export function fail<E>(error: E): { ok: false; error: E } {
  return { ok: false, error };
}
