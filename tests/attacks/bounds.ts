// What happens beyond each bound of shared/bounds.ts, and beside them the limits of size of replies; the tests that show
// it. A bound that is added there does not compile until it has its row here.

import { MOST } from '../../shared/bounds.ts';
import { JSON_LIMITS } from '../../shared/json/bounded-json.ts';
import type { ShownBy } from '../support/shown-by.ts';

/** A bound as a row of the table. `kept` says what becomes of what arrived and may have been billed. */
export type Bound = { of: string; most: string; beyond: string; kept: string; tests: readonly ShownBy[] };

const NOT_BILLED = 'nothing was sent';
const COMPLEX: ShownBy = { file: 'electron/relay/json-bombs.test.ts', title: 'what is left out of %s is said' };
const MANY: ShownBy = {
  file: 'electron/relay/edit-receiver.test.ts',
  title: 'IR-48 an unlimited number of pictures is refused',
};

const REPEATED: ShownBy = {
  file: 'electron/ipc.test.ts',
  title: 'that repeats %s without end is refused before it is looked at',
};

const DECLARED: Readonly<Record<keyof typeof MOST, Omit<Bound, 'most'>>> = {
  picturesOfReply: {
    of: 'pictures and addresses in one reply',
    beyond: 'The others are left out, and the result says so.',
    kept: 'the reply as it came, to be saved',
    tests: [MANY, COMPLEX],
  },
  previewsOfReply: {
    of: 'previews in one reply',
    beyond: 'Later ones are not shown. None of them is kept once the results are there.',
    kept: 'the results',
    tests: [
      {
        file: 'electron/relay/edit-receiver.test.ts',
        title: 'shows as many previews as are declared, and takes the results after them',
      },
    ],
  },
  picturesOfTray: {
    of: 'pictures of one request or draft, also of those that are dropped',
    beyond: 'The first are opened, the others counted and not read.',
    kept: NOT_BILLED,
    tests: [
      {
        file: 'renderer/images/tray/tray.test.ts',
        title: 'more pictures than a draft may have are not opened, and counted',
      },
    ],
  },
  picturesOpening: {
    of: 'pictures that are opened at the same time',
    beyond: 'The others wait in their order.',
    kept: NOT_BILLED,
    tests: [
      {
        file: 'renderer/images/tray/tray.test.ts',
        title: 'more pictures than a draft may have are not opened, and counted',
      },
    ],
  },
  filesOfFolder: {
    of: 'files of a folder that is dropped',
    beyond: 'The others are not read.',
    kept: NOT_BILLED,
    tests: [
      {
        file: 'renderer/app/shell/dropped-folder.test.ts',
        title: 'no more files are listed than are declared, however deep or wide the folder is',
      },
    ],
  },
  filesWaiting: {
    of: 'files that the desktop opens with the app',
    beyond: 'The others are not opened.',
    kept: NOT_BILLED,
    tests: [{ file: 'electron/opened-files.test.ts', title: 'keeps no more files waiting than are declared' }],
  },
  requestsUnderWay: {
    of: 'requests of the page that main is answering',
    beyond: 'Refused at once, until others are answered.',
    kept: 'jobs go on: they are on the disk',
    tests: [
      { file: 'electron/ipc.test.ts', title: 'beyond the limit are refused while the others are being answered' },
    ],
  },
  valuesOfRequest: {
    of: 'values in one request of the page',
    beyond: 'Refused, before anything looks at what they mean.',
    kept: NOT_BILLED,
    tests: [REPEATED],
  },
  charactersOfRequest: {
    of: 'characters of all texts in one request of the page',
    beyond: 'The same.',
    kept: NOT_BILLED,
    tests: [REPEATED],
  },
  refusalsLogged: {
    of: 'refused requests of the page that are written to the log in a second',
    beyond: 'Refused all the same, and not written.',
    kept: NOT_BILLED,
    tests: [
      { file: 'electron/ipc.test.ts', title: 'refused in great number do not push everything else out of the log' },
    ],
  },
  exportsUnderWay: {
    of: 'exports that the page has begun and not ended',
    beyond: 'Refused, until others have ended.',
    kept: NOT_BILLED,
    tests: [{ file: 'electron/export/export-files.test.ts', title: 'is refused while too many others are under way' }],
  },
  charactersOfRevisedPrompt: {
    of: 'characters of the instruction that a relay says it used for a picture',
    beyond: 'The rest is left out.',
    kept: 'the picture, and the beginning',
    tests: [
      {
        file: 'electron/relay/edit-receiver.test.ts',
        title: 'a revised prompt is kept up to the declared length, beyond what the app itself sends',
      },
    ],
  },
  codingsOfReply: {
    of: 'content codings of a reply, one in the other',
    beyond: 'None of them is decoded.',
    kept: 'the reply as it came, called possibly billed',
    tests: [
      {
        file: 'electron/relay/content-coding.test.ts',
        title: '%s named more often than is declared is left as it came',
      },
      {
        file: 'electron/jobs/kept-reply.test.ts',
        title: 'of any successful reply, whatever its bytes and wherever it is cut, every received byte is on disk',
      },
    ],
  },
  interimReplies: {
    of: 'interim replies (1xx) to one request',
    beyond: 'The request is ended; the error says so.',
    kept: 'nothing has come; called possibly billed',
    tests: [
      { file: 'electron/relay/http.test.ts', title: 'have an unknown outcome if interim replies come without end' },
    ],
  },
};

/** All bounds. */
export const BOUNDS: readonly Bound[] = [
  ...Object.entries(DECLARED).map(([name, row]) => ({ ...row, most: numberText(MOST[name as keyof typeof MOST]) })),
  {
    of: 'JSON of one reply',
    most: `${numberText(JSON_LIMITS.reply.maxParts)} parts, ${JSON_LIMITS.reply.maxDepth} levels`,
    beyond: 'Its beginning is read; the error says that it is too complex.',
    kept: 'the reply as it came, called possibly billed',
    tests: [COMPLEX],
  },
];

function numberText(value: number): string {
  return value.toLocaleString('en');
}
