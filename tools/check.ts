// Implements `npm run check`: runs all scripts of package.json named `check:…` at the same time; fails if one of them
// does.

import packageJson from '../package.json' with { type: 'json' };
import { runInParallel } from './parallel.ts';

const checks = Object.entries(packageJson.scripts).filter(([name]) => name.startsWith('check:'));
if (!(await runInParallel(Object.fromEntries(checks), console.log))) process.exitCode = 1;
