// What happens beyond each bound of shared/bounds.ts, and beside them the limits of size of replies. A bound that is added
// there does not compile until it has its row here. A test that shows it has its id beside it: `// bound files-waiting`.

import { MOST } from '../../shared/bounds.ts';
import { JSON_LIMITS } from '../../shared/json/bounded-json.ts';

/** A bound as a row of the table. `kept` says what becomes of what arrived and may have been billed. */
export type Bound = { id: string; of: string; most: string; beyond: string; kept: string };

const NOT_BILLED = 'nothing was sent';

const DECLARED: Readonly<Record<keyof typeof MOST, Omit<Bound, 'most'>>> = {
  picturesOfReply: {
    id: 'pictures-of-reply',
    of: 'pictures and addresses in one reply',
    beyond: 'The others are left out, and the result says so.',
    kept: 'the reply as it came, to be saved',
  },
  previewsOfReply: {
    id: 'previews-of-reply',
    of: 'previews in one reply',
    beyond: 'Later ones are not shown. None of them is kept once the results are there.',
    kept: 'the results',
  },
  picturesOfTray: {
    id: 'pictures-of-tray',
    of: 'pictures of one request or draft, also of those that are dropped',
    beyond: 'The first are opened, the others counted and not read.',
    kept: NOT_BILLED,
  },
  picturesOpening: {
    id: 'pictures-opening',
    of: 'pictures that are opened at the same time',
    beyond: 'The others wait in their order.',
    kept: NOT_BILLED,
  },
  filesOfFolder: {
    id: 'files-of-folder',
    of: 'files of a folder that is dropped',
    beyond: 'The others are not read.',
    kept: NOT_BILLED,
  },
  filesWaiting: {
    id: 'files-waiting',
    of: 'files that the desktop opens with the app',
    beyond: 'The others are not opened.',
    kept: NOT_BILLED,
  },
  requestsUnderWay: {
    id: 'requests-under-way',
    of: 'requests of the page that main is answering',
    beyond: 'Refused at once, until others are answered.',
    kept: 'jobs go on: they are on the disk',
  },
  valuesOfRequest: {
    id: 'values-of-request',
    of: 'values in one request of the page',
    beyond: 'Refused, before anything looks at what they mean.',
    kept: NOT_BILLED,
  },
  charactersOfRequest: {
    id: 'characters-of-request',
    of: 'characters of all texts in one request of the page',
    beyond: 'The same.',
    kept: NOT_BILLED,
  },
  refusalsLogged: {
    id: 'refusals-logged',
    of: 'refused requests of the page that are written to the log in a second',
    beyond: 'Refused all the same, and not written.',
    kept: NOT_BILLED,
  },
  exportsUnderWay: {
    id: 'exports-under-way',
    of: 'exports that the page has begun and not ended',
    beyond: 'Refused, until others have ended.',
    kept: NOT_BILLED,
  },
  charactersOfRevisedPrompt: {
    id: 'characters-of-revised-prompt',
    of: 'characters of the instruction that a relay says it used for a picture',
    beyond: 'The rest is left out.',
    kept: 'the picture, and the beginning',
  },
  codingsOfReply: {
    id: 'codings-of-reply',
    of: 'content codings of a reply, one in the other',
    beyond: 'None of them is decoded.',
    kept: 'the reply as it came, called possibly billed',
  },
  interimReplies: {
    id: 'interim-replies',
    of: 'interim replies (1xx) to one request',
    beyond: 'The request is ended; the error says so.',
    kept: 'nothing has come; called possibly billed',
  },
};

/** All bounds. */
export const BOUNDS: readonly Bound[] = [
  ...Object.entries(DECLARED).map(([name, row]) => ({ ...row, most: numberText(MOST[name as keyof typeof MOST]) })),
  {
    id: 'json-of-reply',
    of: 'JSON of one reply',
    most: `${numberText(JSON_LIMITS.reply.maxParts)} parts, ${JSON_LIMITS.reply.maxDepth} levels`,
    beyond: 'Its beginning is read; the error says that it is too complex.',
    kept: 'the reply as it came, called possibly billed',
  },
];

function numberText(value: number): string {
  return value.toLocaleString('en');
}
