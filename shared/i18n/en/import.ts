// English texts of the import of scripts.

import type { ImportNote } from '../../import/imported-script.ts';
import type { Plural } from '../word-types.ts';

const notes = {
  'import.note.damagedCharacters': {
    one: '{count} character could not be read; the encoding may be wrong.',
    other: '{count} characters could not be read; the encoding may be wrong.',
  },
  'import.note.doubtfulEncoding': {
    one: 'The text has many rare characters; the encoding may be wrong.',
    other: 'The text has many rare characters; the encoding may be wrong.',
  },
  'import.note.controlCharacters': {
    one: '{count} control character was removed.',
    other: '{count} control characters were removed.',
  },
  'import.note.codeBlocks': { one: '{count} code block was left out.', other: '{count} code blocks were left out.' },
  'import.note.pictures': { one: '{count} picture was left out.', other: '{count} pictures were left out.' },
  'import.note.htmlBlocks': { one: '{count} HTML block was left out.', other: '{count} HTML blocks were left out.' },
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
    one: '{count} list number or bullet is not spoken.',
    other: '{count} list numbers or bullets are not spoken.',
  },
  'import.note.directions': {
    one: '{count} direction was left out.',
    other: '{count} directions, like “(whispering)” or “CUT TO:”, were left out.',
  },
  'import.note.remarks': {
    one: '{count} screenplay note was left out.',
    other: '{count} screenplay notes were left out.',
  },
  'import.note.addresses': {
    one: '{count} web address was left out.',
    other: '{count} web addresses were left out.',
  },
  'import.note.tableCells': { one: '{count} table cell became a line.', other: '{count} table cells became lines.' },
  'import.note.changedRoles': {
    one: '{count} role name was changed to a valid one.',
    other: '{count} role names were changed to valid ones.',
  },
  'import.note.joinedRows': {
    one: '{count} multi-row text became one line.',
    other: '{count} multi-row texts became one line each.',
  },
  'import.note.emptyRows': {
    one: '{count} row without text was ignored.',
    other: '{count} rows without text were ignored.',
  },
  'import.note.unclosedQuotes': {
    one: '{count} quotation mark is not closed.',
    other: '{count} quotation marks are not closed.',
  },
  'import.note.surplusCells': {
    one: '{count} cell beyond the last column was added to a text.',
    other: '{count} cells beyond the last column were added to their texts.',
  },
  'import.note.unusedColumns': {
    one: '{count} column was left out: it is not role, text or voice.',
    other: '{count} columns were left out: they are not role, text or voice.',
  },
  'import.note.guessedColumns': {
    one: '{count} column has no name.',
    other:
      'The {count} columns have no names. The first was read as the role, the second as the text, a third as the voice.',
  },
  'import.note.unorderedCues': {
    one: '{count} subtitle was out of order.',
    other: '{count} subtitles were out of order.',
  },
  'import.note.overlappingCues': {
    one: '{count} subtitle begins before the previous one ends.',
    other: '{count} subtitles begin before the previous one ends.',
  },
  'import.note.reversedCues': {
    one: '{count} subtitle ends before it begins.',
    other: '{count} subtitles end before they begin.',
  },
  'import.note.readings': {
    one: '{count} phonetic annotation is not spoken.',
    other: '{count} phonetic annotations are not spoken.',
  },
  'import.note.repeatedRows': {
    one: '{count} repeated row of rolling captions was left out.',
    other: '{count} repeated rows of rolling captions were left out.',
  },
  'import.note.unreadTimes': {
    one: '{count} row looks like a subtitle time but cannot be read.',
    other: '{count} rows look like subtitle times but cannot be read.',
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
  'import.emptyFolder': 'This folder contains no files that can be imported.',
  'import.title': 'Import',
  'import.reading': 'Reading files',
  'import.readCount': '{done} of {all}',
  'import.encoding': 'Encoding',
  'import.encodingFound': 'Detected automatically. If the text below looks wrong, choose another.',
  'import.joinRows': 'Join the rows of each paragraph',
  'import.joinRowsHint': 'All rows in this file break at the same width, mid-sentence.',
  'import.delimiter': 'Cell separator',
  'import.delimiter.comma': 'Comma',
  'import.delimiter.semicolon': 'Semicolon',
  'import.delimiter.tab': 'Tab',
  'import.delimiter.bar': 'Vertical bar',
  'import.delimiter.none': 'None: one text per row',
  'import.preview': 'Text preview',
  'import.lines': { one: '{count} line', other: '{count} lines' },
  'import.chapters': {
    one: '{count} heading begins a chapter and is also spoken.',
    other: '{count} headings begin chapters and are also spoken.',
  },
  'import.longLines': {
    one: '{count} line is too long for one request and will be sent in parts.',
    other: '{count} lines are too long for one request and will be sent in parts.',
  },
  'import.keepTiming': 'Keep the timing',
  'import.keepTimingHint':
    'Lines play at their subtitle times. If a line is too long, it is sped up or the next begins later; the script marks such lines.',
  'import.speedUp': 'Maximum speed-up (×)',
  'import.notAdded': { one: '{count} file was not imported', other: '{count} files were not imported' },
  'import.asBook': 'One script with a chapter for each file',
  'import.book': {
    one: '“{name}” opened, with {count} chapter. The previous script is under Scripts.',
    other: '“{name}” opened, with {count} chapters. The previous script is under Scripts.',
  },
  'import.known': 'You already have a script with this title. If you replace it, unchanged lines keep their takes.',
  'import.replace': 'Replace',
  'import.open': 'Open as a new script',
  'import.add': { one: 'Add {count} script', other: 'Add {count} scripts' },
  'import.added': {
    one: '{count} script was added and is open.',
    other: '{count} scripts were added to the list; the first is open.',
  },
} as const;
