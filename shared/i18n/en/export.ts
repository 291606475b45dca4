// English texts of the export of sound.

export const exporting = {
  'export.join': 'Save as one…',
  'export.title': 'Export',
  'export.explanation': {
    one: '{count} take becomes one sound.',
    other: '{count} takes become one sound, the oldest first.',
  },
  'export.bits': 'Bit depth',
  'export.bitCount': '{count} bits',
  'export.channels': 'Channels',
  'export.asTakes': 'As the takes',
  'export.mono': 'Mono',
  'export.stereo': 'Stereo',
  'export.rate': 'Sample rate',
  'export.loudness': 'Loudness',
  'export.unchanged': 'Unchanged',
  'export.truePeak': 'peak {level} dBTP',
  'export.pause': 'Pause between (ms)',
  'export.trim': 'Trim silence',
  'export.trimHint': 'Removes silence at the beginning and the end of each take',
  'export.save': 'Save',
  'export.saved': 'Saved as {name}: {facts}',
  'export.progress': 'Export',
} as const;
