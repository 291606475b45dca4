// Word documents as scripts. Loaded when a file needs it.

import { fail, ok, type Result } from '../../result.ts';
import type { ImportError } from '../imported-script.ts';
import type { ScriptDraft } from '../script-draft.ts';
import { DocumentReader } from './document-reader.ts';
import { attributeOf, readXml, type XmlProblem } from './read-xml.ts';
import { readStyles } from './styles.ts';
import { unzipEntry, type ZipEntry, zipEntries } from './zip-entries.ts';

/** Word writes 10 to 30 bytes for a character of text. */
const MAX_PART_BYTES = 64_000_000;
/** Documents with a password, and the older format, are files of another kind. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Adds a document to a script and returns its title: its only paragraph in the style Title.
 *
 * A paragraph is a line, and so is what its line breaks divide. Headings are lines and begin chapters. Tables are read
 * cell by cell. Left out are tables of contents, deleted text, comments, headers and footers; left out and
 * counted are pictures, formulas, footnotes, hidden text, numbers of lists, readings and unknown symbols.
 */
export function readDocx(bytes: Uint8Array, draft: ScriptDraft): Result<string, ImportError> {
  if (COMPOUND_FILE.every((byte, i) => bytes[i] === byte)) return fail({ code: 'lockedDocument' });
  const entries = zipEntries(bytes);
  if (!entries.ok) return entries;
  const archive = { bytes, entries: entries.data };

  const main = relatedPart(archive, '', 'officeDocument');
  if (!main.ok) return main;
  const xml = partText(archive, main.data);
  if (!xml.ok) return xml;
  if (xml.data === undefined) return fail({ code: 'damagedDocument' });
  const stylesPart = relatedPart(archive, main.data, 'styles');
  if (!stylesPart.ok) return stylesPart;
  const stylesXml = partText(archive, stylesPart.data);
  if (!stylesXml.ok) return stylesXml;

  const { styles, problem: problemOfStyles } = readStyles(stylesXml.data ?? '');
  if (problemOfStyles) return fail(errorOf(problemOfStyles));
  const reader = new DocumentReader(styles, draft);
  const problem = readXml(xml.data, reader);
  reader.end();
  return problem ? fail(errorOf(problem)) : ok(reader.title);
}

type Archive = { bytes: Uint8Array; entries: ReadonlyMap<string, ZipEntry> };

/**
 * The name of the part that another one refers to. @param source empty for the whole document.
 * @param kind the last word of the relation's type. @returns an empty name if there is none.
 */
function relatedPart(archive: Archive, source: string, kind: string): Result<string, ImportError> {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  const relations = partText(archive, `${folder}_rels/${source.slice(folder.length)}.rels`);
  if (!relations.ok) return relations;
  let target = '';
  const problem = readXml(relations.data ?? '', {
    open(name, attributes) {
      if (name !== 'Relationship' || !attributeOf(attributes, 'Type')?.endsWith(`/${kind}`)) return;
      const path = attributeOf(attributes, 'Target') ?? '';
      target = path.startsWith('/') ? path.slice(1) : folder + path;
    },
    close() {},
    text() {},
  });
  return problem ? fail(errorOf(problem)) : ok(target);
}

/** The text of a part, in UTF-8 as the format's programs write it; undefined if there is none of this name. */
function partText({ bytes, entries }: Archive, name: string): Result<string | undefined, ImportError> {
  const entry = entries.get(name);
  if (!entry) return ok(undefined);
  const part = unzipEntry(bytes, entry, MAX_PART_BYTES);
  return part.ok ? ok(new TextDecoder().decode(part.data)) : part;
}

function errorOf(problem: XmlProblem): ImportError {
  return { code: problem === 'malformed' ? 'damagedDocument' : 'unreasonableDocument' };
}
