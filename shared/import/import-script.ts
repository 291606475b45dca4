// Makes a script of a file. Pure, but slow for large files: call it in a worker.

import { fail, ok, type Result } from '../result.ts';
import type { Delimiter } from './csv.ts';
import { type DecodedText, decodeText } from './decode-text.ts';
import { extensionOf, type ImportExtension } from './import-extensions.ts';
import { type ImportError, type ImportedScript, MAX_IMPORT_BYTES, type ReadAs } from './imported-script.ts';
import { readFountain } from './read-fountain.ts';
import { readLrc, readSubtitles } from './read-subtitles.ts';
import { readTable } from './read-table.ts';
import { ScriptDraft } from './script-draft.ts';
import { joinWrappedProse } from './wrapped-prose.ts';

/** A reader adds a file to a script and returns its title, empty if it has none. */
type TextReader = (text: string, draft: ScriptDraft, as: ReadAs) => Promise<Result<Read, ImportError>>;

/** `delimiter` is that of a table, `joinsRows` tells of hard-wrapped prose. */
type Read = { title: string; delimiter?: Delimiter; joinsRows?: boolean };

/** Readers of text files, by extension. */
const TEXT_READERS = {
  txt: readPlainText,
  text: readPlainText,
  fountain: async (text, draft) => titled(ok(readFountain(text, draft))),
  md: readMarkdownFile,
  markdown: readMarkdownFile,
  csv: async (text, draft, { delimiter }) => tableOf(readTable(text, delimiter, draft)),
  tsv: async (text, draft, { delimiter = '\t' }) => tableOf(readTable(text, delimiter, draft)),
  srt: async (text, draft) => untitled(readSubtitles(text, draft)),
  vtt: async (text, draft) => untitled(readSubtitles(text, draft)),
  lrc: async (text, draft) => titled(readLrc(text, draft)),
} as const satisfies Record<Exclude<ImportExtension, 'docx'>, TextReader>;

/** A text with more of these is another kind of file. */
const MAX_ODD_SHARE = 0.1;
const SAMPLE_LENGTH = 100_000;
const ODD_CHARACTERS = /[^\P{Cc}\t\n\f\r]|\ufffd/gu;

/**
 * Makes a script of a file; how it is read is decided by its extension. Never throws.
 * @param name of the file
 */
export async function importScript(
  { name, bytes }: { name: string; bytes: Uint8Array },
  as: ReadAs = {},
): Promise<Result<ImportedScript, ImportError>> {
  if (bytes.length > MAX_IMPORT_BYTES) {
    return fail({ code: 'tooLarge', sizeBytes: bytes.length, limitBytes: MAX_IMPORT_BYTES });
  }
  const extension = extensionOf(name);
  const draft = new ScriptDraft();
  if (extension === 'docx') {
    const { readDocx } = await import('./docx/read-docx.ts');
    const read = readDocx(bytes, draft);
    return read.ok ? draft.finish(read.data, undefined) : read;
  }
  const reader = readerFor(extension);
  if (!reader) return fail({ code: 'unknownKind', extension });
  const decoded = decodeText(bytes, as.encoding);
  if (!isText(decoded)) return fail({ code: 'notText' });
  draft.note('damagedCharacters', decoded.damaged);
  draft.note('doubtfulEncoding', decoded.isDoubtful ? 1 : 0);
  const read = await reader(decoded.text, draft, as);
  return read.ok ? draft.finish(read.data.title, decoded.encoding, read.data) : read;
}

function readerFor(extension: string): TextReader | undefined {
  return Object.entries(TEXT_READERS).find(([known]) => known === extension)?.[1];
}

async function readPlainText(
  text: string,
  draft: ScriptDraft,
  { joinsRows = true }: ReadAs,
): Promise<Result<Read, ImportError>> {
  const joined = joinWrappedProse(text);
  draft.addText(joined !== undefined && joinsRows ? joined : text);
  return ok({ title: '', ...(joined !== undefined && { joinsRows }) });
}

async function readMarkdownFile(text: string, draft: ScriptDraft): Promise<Result<Read, ImportError>> {
  const { readMarkdown } = await import('./read-markdown.ts');
  return titled(readMarkdown(text, draft));
}

function titled(read: Result<string, ImportError>): Result<Read, ImportError> {
  return read.ok ? ok({ title: read.data }) : read;
}

function tableOf(read: Result<Delimiter, ImportError>): Result<Read, ImportError> {
  return read.ok ? ok({ title: '', delimiter: read.data }) : read;
}

function untitled(read: Result<void, ImportError>): Result<Read, ImportError> {
  return read.ok ? ok({ title: '' }) : read;
}

function isText({ text }: DecodedText): boolean {
  const sample = text.slice(0, SAMPLE_LENGTH);
  return (sample.match(ODD_CHARACTERS)?.length ?? 0) <= sample.length * MAX_ODD_SHARE;
}
