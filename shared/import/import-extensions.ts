// The files that become scripts, by the end of their names. Independent of how they are read.

export const IMPORT_EXTENSIONS = [
  'txt',
  'text',
  'fountain',
  'md',
  'markdown',
  'csv',
  'tsv',
  'srt',
  'vtt',
  'lrc',
  'docx',
] as const;
/** An extension without a dot. */
export type ImportExtension = (typeof IMPORT_EXTENSIONS)[number];

/** What is after the last dot of a file's name, in lower case; empty if there is none. */
export function extensionOf(name: string): string {
  return /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Whether a file of this name becomes a script. */
export function isImportable(name: string): boolean {
  const extension = extensionOf(name);
  return IMPORT_EXTENSIONS.some((known) => known === extension);
}
