// English texts about what saved files say of where they come from.

export const provenance = {
  'provenance.title': 'Saved files',
  'provenance.mark': 'Mark as AI-generated',
  'provenance.markHint':
    'Writes “AI-generated” into the metadata of saved, exported and dragged files, or “Edited with AI” where a mask protected your own picture. It writes nothing about you or the request. Sound and pixels do not change. Works for PNG, JPEG, WebP, MP3, Opus, FLAC and WAV, not for zip files and contact sheets. Files in the library stay as received.',
  'provenance.record': 'Save a record next to each file',
  'provenance.recordHint':
    'A JSON file with the request, connection, model, dates and checksums. It contains your text or instruction, so check it before you share it. It never contains the key. Dragged files and contact sheets have no record.',
  'provenance.zipHint': 'Files in a zip are not marked; the record next to the zip covers all of them.',
  'provenance.notMarked.already': {
    one: '{count} file already says how it was made and was not changed.',
    other: '{count} files already say how they were made and were not changed.',
  },
  'provenance.notMarked.signed': {
    one: '{count} file was not marked: it is signed (C2PA), and a change would break its signature.',
    other: '{count} files were not marked: they are signed (C2PA), and a change would break their signatures.',
  },
  'provenance.notMarked.unreadable': {
    one: '{count} file was not marked: it is damaged, or a mark could damage it.',
    other: '{count} files were not marked: they are damaged, or a mark could damage them.',
  },
  'provenance.notMarked.noPlace': {
    one: '{count} file was not marked: its format cannot store a mark.',
    other: '{count} files were not marked: their formats cannot store a mark.',
  },
  'provenance.notMarked.demo': {
    one: '{count} file was not marked: demo mode makes it without AI.',
    other: '{count} files were not marked: demo mode makes them without AI.',
  },
  'provenance.marked': { one: '{count} file marked as AI-generated.', other: '{count} files marked as AI-generated.' },
  'provenance.noRecord': {
    one: 'The record for {count} file could not be written; the file itself is complete. {reason}',
    other: 'The records for {count} files could not be written; the files themselves are complete. {reason}',
  },
  'provenance.savedAs': 'Saved: {name}',
} as const;
