// Routes of help: the report of a problem.

import { ok } from '../../shared/result.ts';
import type { ProblemReports } from '../problem-report.ts';
import type { HandlersOf } from './routes-of.ts';

export type HelpDeps = { problemReports: ProblemReports };

/** Creates the handlers of the help routes. */
export function helpHandlers({ problemReports }: HelpDeps): HandlersOf<'help'> {
  return {
    'help.prepareReport': async () => ok(await problemReports.prepare()),
    'help.saveReport': () => problemReports.save(),
  };
}
