// English texts of the import of scripts.

import type { ImportNote } from '../../import/imported-script.ts';
import type { Plural } from '../word-types.ts';

const notes = {
  'import.note.damagedCharacters': {
    one: '{count} character could not be read: the encoding may be another one.',
    other: '{count} characters could not be read: the encoding may be another one.',
  },
  'import.note.doubtfulEncoding': {
    one: 'The text has many rare characters: the encoding may be another one.',
    other: 'The text has many rare characters: the encoding may be another one.',
  },
  'import.note.controlCharacters': {
    one: '{count} control character was removed.',
    other: '{count} control characters were removed.',
  },
  'import.note.codeBlocks': {
    one: '{count} block of code was left out.',
    other: '{count} blocks of code were left out.',
  },
  'import.note.pictures': { one: '{count} picture was left out.', other: '{count} pictures were left out.' },
  'import.note.htmlBlocks': {
    one: '{count} block of HTML was left out.',
    other: '{count} blocks of HTML were left out.',
  },
  'import.note.footnotes': { one: '{count} footnote was left out.', other: '{count} footnotes were left out.' },
  'import.note.contents': {
    one: '{count} table of contents was left out.',
    other: '{count} tables of contents were left out.',
  },
  'import.note.formulas': { one: '{count} formula was left out.', other: '{count} formulas were left out.' },
  'import.note.hiddenTexts': {
    one: '{count} hidden text was left out.',
    other: '{count} hidden texts were left out.',
  },
  'import.note.symbols': { one: '{count} symbol was left out.', other: '{count} symbols were left out.' },
  'import.note.listNumbers': {
    one: '{count} number or bullet of a list is not spoken.',
    other: '{count} numbers or bullets of lists are not spoken.',
  },
  'import.note.directions': {
    one: '{count} direction was left out.',
    other: '{count} directions, like “(whispering)” or “CUT TO:”, were left out.',
  },
  'import.note.remarks': {
    one: '{count} remark for readers of the screenplay was left out.',
    other: '{count} remarks for readers of the screenplay were left out.',
  },
  'import.note.addresses': {
    one: '{count} web address was left out.',
    other: '{count} web addresses were left out.',
  },
  'import.note.tableCells': {
    one: '{count} cell of a table became a line.',
    other: '{count} cells of tables became lines.',
  },
  'import.note.changedRoles': {
    one: '{count} name of a role was changed to one that a script can have.',
    other: '{count} names of roles were changed to ones that a script can have.',
  },
  'import.note.joinedRows': {
    one: '{count} text of several rows became one line.',
    other: '{count} texts of several rows became one line each.',
  },
  'import.note.emptyRows': {
    one: '{count} row without text was ignored.',
    other: '{count} rows without text were ignored.',
  },
  'import.note.unclosedQuotes': {
    one: '{count} quotation mark has no end.',
    other: '{count} quotation marks have no end.',
  },
  'import.note.surplusCells': {
    one: '{count} cell more than there are columns became part of a text.',
    other: '{count} cells more than there are columns became part of their texts.',
  },
  'import.note.unusedColumns': {
    one: '{count} column is neither role, text nor voice, and was left out.',
    other: '{count} columns are neither role, text nor voice, and were left out.',
  },
  'import.note.guessedColumns': {
    one: '{count} column has no name.',
    other:
      'The {count} columns have no names: the first was taken as the role, the second as the text, a third as the voice.',
  },
  'import.note.unorderedCues': {
    one: '{count} subtitle was out of order.',
    other: '{count} subtitles were out of order.',
  },
  'import.note.overlappingCues': {
    one: '{count} subtitle begins before the one before it ends.',
    other: '{count} subtitles begin before the one before them ends.',
  },
  'import.note.reversedCues': {
    one: '{count} subtitle ends before it begins.',
    other: '{count} subtitles end before they begin.',
  },
  'import.note.readings': {
    one: '{count} reading of a character is not spoken.',
    other: '{count} readings of characters are not spoken.',
  },
  'import.note.repeatedRows': {
    one: '{count} repeated row of rolling captions was left out.',
    other: '{count} repeated rows of rolling captions were left out.',
  },
  'import.note.unreadTimes': {
    one: '{count} row looks like the times of a subtitle, but cannot be read as such.',
    other: '{count} rows look like the times of subtitles, but cannot be read as such.',
  },
  'import.note.rowsOutside': {
    one: '{count} row before the first subtitle was left out.',
    other: '{count} rows before the first subtitle were left out.',
  },
} as const satisfies Record<`import.note.${ImportNote}`, Plural<'one'>>;

export const importing = {
  ...notes,
  'import.note.inRows': '{fact} In the file: row {rows}.',
  'command.script.import': 'Import scripts…',
  'command.script.importFolder': 'Import a folder…',
  'import.button': 'Import',
  'import.more': 'More ways to import',
  'import.files': 'Files…',
  'import.folder': 'A folder…',
  'import.emptyFolder': 'There is no file in this folder that becomes a script.',
  'import.title': 'Import',
  'import.reading': 'Reading files',
  'import.readCount': '{done} of {all}',
  'import.encoding': 'Encoding',
  'import.encodingFound': 'Found by its bytes. If the text below looks wrong, choose another.',
  'import.joinRows': 'Join the rows of each paragraph',
  'import.joinRowsHint': 'The rows of this file all end at the same width, in the middle of sentences.',
  'import.delimiter': 'Cells are divided by',
  'import.delimiter.comma': 'Comma',
  'import.delimiter.semicolon': 'Semicolon',
  'import.delimiter.tab': 'Tab',
  'import.delimiter.bar': 'Vertical bar',
  'import.delimiter.none': 'Nothing: one text a row',
  'import.preview': 'Beginning of the text',
  'import.lines': { one: '{count} line', other: '{count} lines' },
  'import.chapters': {
    one: '{count} heading begins a chapter; it is spoken too.',
    other: '{count} headings begin chapters; they are spoken too.',
  },
  'import.longLines': {
    one: '{count} line is longer than a request may be; it will be sent in parts.',
    other: '{count} lines are longer than a request may be; they will be sent in parts.',
  },
  'import.keepTiming': 'Keep the timing',
  'import.keepTimingHint':
    'Lines are heard at the times of the subtitles. One that is longer than its time is sped up, or the next begins later; the export counts them.',
  'import.speedUp': 'Speed up at most (×)',
  'import.notAdded': { one: '{count} file was not imported', other: '{count} files were not imported' },
  'import.open': 'Open as a new script',
  'import.add': { one: 'Add {count} script', other: 'Add {count} scripts' },
  'import.added': {
    one: '{count} script was added and is open.',
    other: '{count} scripts were added to the list; the first is open.',
  },
} as const;
