// A program that locks a library and keeps it until it is killed: `node tests/support/library-owner.ts FOLDER`. It prints
// the result as one line of JSON.

import { lockLibrary } from '../../electron/ownership/lock-library.ts';

const result = await lockLibrary(process.argv[2] ?? '', { version: '1.0.0', ask: async () => false });
process.stdout.write(`${JSON.stringify(result.kind === 'owned' ? { kind: 'owned' } : result)}\n`);
if (result.kind === 'owned') setInterval(() => undefined, 60_000);
