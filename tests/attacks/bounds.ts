// What happens beyond each bound of shared/bounds.ts, and beside them the limits of size of replies. A bound that is added
// there does not compile until it has its row here. A test that shows it has its id beside it: `// bound files-waiting`.

import { BOUNDS as VALUES } from '../../shared/bounds.ts';
import { JSON_LIMITS } from '../../shared/json/bounded-json.ts';

/** A bound as a row of the table. `kept` says what becomes of what arrived and may have been billed. */
export type Bound = { id: string; of: string; most: string; beyond: string; kept: string };

const NOT_BILLED = '–';

const DECLARED: Readonly<Record<keyof typeof VALUES, Omit<Bound, 'most'>>> = {
  picturesOfReply: {
    id: 'pictures-of-reply',
    of: 'pictures and addresses in one reply',
    beyond: 'The rest are left out; the result says so.',
    kept: 'the reply',
  },
  previewsOfReply: {
    id: 'previews-of-reply',
    of: 'previews in one reply',
    beyond: 'Later ones are not shown.',
    kept: 'the results',
  },
  picturesOfTray: {
    id: 'pictures-of-tray',
    of: 'pictures in one request, draft or drop',
    beyond: 'The rest are counted but not read.',
    kept: NOT_BILLED,
  },
  picturesOpening: {
    id: 'pictures-opening',
    of: 'pictures opened at the same time',
    beyond: 'The others wait in order.',
    kept: NOT_BILLED,
  },
  filesOfFolder: {
    id: 'files-of-folder',
    of: 'files in a dropped folder',
    beyond: 'The others are not read.',
    kept: NOT_BILLED,
  },
  filesWaiting: {
    id: 'files-waiting',
    of: 'files that the desktop opens at once',
    beyond: 'The others are not opened.',
    kept: NOT_BILLED,
  },
  requestsUnderWay: {
    id: 'requests-under-way',
    of: 'page requests that main is answering',
    beyond: 'Refused until others are answered.',
    kept: 'jobs',
  },
  valuesOfRequest: {
    id: 'values-of-request',
    of: 'values in one page request',
    beyond: 'Refused before validation.',
    kept: NOT_BILLED,
  },
  charactersOfRequest: {
    id: 'characters-of-request',
    of: 'text characters in one page request',
    beyond: 'Refused before validation.',
    kept: NOT_BILLED,
  },
  refusalsLogged: {
    id: 'refusals-logged',
    of: 'refused page requests logged in a second',
    beyond: 'Refused without a log entry.',
    kept: NOT_BILLED,
  },
  exportsUnderWay: {
    id: 'exports-under-way',
    of: 'exports in progress',
    beyond: 'Refused until others end.',
    kept: NOT_BILLED,
  },
  charactersOfRevisedPrompt: {
    id: 'characters-of-revised-prompt',
    of: 'characters of a revised prompt',
    beyond: 'The rest is left out.',
    kept: 'the picture',
  },
  codingsOfReply: {
    id: 'codings-of-reply',
    of: 'nested content codings of a reply',
    beyond: 'None is decoded.',
    kept: 'the reply',
  },
  interimReplies: {
    id: 'interim-replies',
    of: 'interim replies (1xx) to one request',
    beyond: 'The request ends with an error.',
    kept: '–',
  },
};

/** All bounds. */
export const BOUNDS: readonly Bound[] = [
  ...Object.entries(DECLARED).map(([name, row]) => ({ ...row, most: numberText(VALUES[name as keyof typeof VALUES]) })),
  {
    id: 'json-of-reply',
    of: 'JSON of one reply',
    most: `${numberText(JSON_LIMITS.reply.maxParts)} parts, ${JSON_LIMITS.reply.maxDepth} levels`,
    beyond: 'Only its start is read; the error says so.',
    kept: 'the reply',
  },
];

function numberText(value: number): string {
  return value.toLocaleString('en');
}
