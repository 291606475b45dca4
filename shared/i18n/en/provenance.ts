// English texts about what saved files say of where they come from.

export const provenance = {
  'provenance.title': 'Saved files',
  'provenance.mark': 'Mark as AI-generated',
  'provenance.markHint':
    'Writes “AI-generated” into the metadata of saved, exported and dragged files, or “Edited with AI” where a mask kept your own picture; nothing about you or the request. Sound and pixels stay the same. For PNG, JPEG, WebP, MP3, Opus, FLAC and WAV, not for zip files and contact sheets. Files in the library stay as received.',
  'provenance.record': 'Save a record beside each file',
  'provenance.recordHint':
    'A JSON file with the request, connection, model, dates and checksums. It contains your text or instruction: look at it before you pass it on. The key is never in it. Dragged files and contact sheets have none.',
  'provenance.zipHint': 'Files in a zip are not marked; the record beside it is of all of them.',
  'provenance.notMarked.already': {
    one: '{count} file says already how it was made, and was left so.',
    other: '{count} files say already how they were made, and were left so.',
  },
  'provenance.notMarked.signed': {
    one: '{count} file was not marked: it is signed (C2PA), and a change would break its signature.',
    other: '{count} files were not marked: they are signed (C2PA), and a change would break their signatures.',
  },
  'provenance.notMarked.unreadable': {
    one: '{count} file was not marked: it is damaged, or built in a way that a mark could harm.',
    other: '{count} files were not marked: they are damaged, or built in a way that a mark could harm.',
  },
  'provenance.notMarked.noPlace': {
    one: '{count} file was not marked: its format has no place for it.',
    other: '{count} files were not marked: their formats have no place for it.',
  },
  'provenance.notMarked.demo': {
    one: '{count} file was not marked: demo mode makes it without AI.',
    other: '{count} files were not marked: demo mode makes them without AI.',
  },
  'provenance.marked': { one: '{count} file marked as AI-generated.', other: '{count} files marked as AI-generated.' },
  'provenance.noRecord': {
    one: 'The record beside {count} file could not be written; the file itself is complete. {reason}',
    other: 'The records beside {count} files could not be written; the files themselves are complete. {reason}',
  },
  'provenance.savedAs': 'Saved: {name}',
} as const;
