// The two parts of the tests: the gate, which `npm test` is, and the rest, which `npm run test:all` adds to it.

/** The environment variable with the part that a runner is started for. */
export const PART = 'RELAY_STUDIO_TESTS';

/** The part that is running; undefined where everything is run, in full. */
export const part = process.env[PART];

/** How much longer a test takes where nobody knows what else the machine does. */
const BUSY = process.env.CI ? 4 : 1;

/**
 * No test of the gate takes longer, in milliseconds: one that does belongs to the rest, or is to be made quicker. Specs
 * share the processors with all else that is running.
 */
export const GATE_LIMITS_MS = { unit: 10_000 * BUSY, spec: 30_000 * BUSY } as const;
