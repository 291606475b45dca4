// Reads XML as a series of events. Not followed are document types, so no entity can name a file or grow.

import { decodeEntities } from '../../text/entities.ts';

export type XmlHandler = {
  /** @param attributes as written; `attributeOf` finds one. */
  open: (name: string, attributes: string) => void;
  close: (name: string) => void;
  text: (text: string) => void;
};

/** Why reading stopped: not well-formed, or with a document type or deeper nesting than documents have. */
export type XmlProblem = 'malformed' | 'unreasonable';

const MAX_DEPTH = 500;
/** The prefixes that programs give to the namespaces of documents; files of others may name them as they like. */
const USUAL_PREFIXES: readonly (readonly [RegExp, string])[] = [
  [/\/wordprocessingml\/(?:2006\/)?main$/, 'w'],
  [/\/officeDocument\/(?:2006\/)?math$/, 'm'],
  [/\/drawingml\/(?:2006\/)?picture$/, 'pic'],
  [/\/markup-compatibility\/2006$/, 'mc'],
  [/^urn:schemas-microsoft-com:vml$/, 'v'],
];

/** Reads a file in time proportional to its length; undefined at its end. Elements have the usual prefixes. */
export function readXml(xml: string, handler: XmlHandler): XmlProblem | undefined {
  const openNames: string[] = [];
  const prefixes = new Map<string, string>();
  let at = 0;
  while (at < xml.length) {
    const tag = xml.indexOf('<', at);
    const textEnd = tag === -1 ? xml.length : tag;
    if (textEnd > at && openNames.length > 0) handler.text(decodeEntities(xml.slice(at, textEnd)));
    if (tag === -1) break;
    const special = specialAt(xml, tag);
    if (special) {
      if (special.kind === 'document type') return 'unreasonable';
      if (special.end === -1) return 'malformed';
      if (special.kind === 'CDATA') handler.text(xml.slice(tag + '<![CDATA['.length, special.end - ']]>'.length));
      at = special.end;
      continue;
    }
    const end = tagEnd(xml, tag);
    if (end === -1) return 'malformed';
    at = end + 1;
    const isClosing = xml[tag + 1] === '/';
    const isEmpty = xml[end - 1] === '/';
    const inside = xml.slice(tag + (isClosing ? 2 : 1), isEmpty ? end - 1 : end);
    const written = /^[^\s/]*/.exec(inside)?.[0] ?? '';
    const attributes = inside.slice(written.length);
    if (attributes.includes('xmlns')) declarePrefixes(attributes, prefixes);
    const colon = written.indexOf(':');
    const usual = prefixes.get(written.slice(0, Math.max(0, colon)));
    const name = usual === undefined ? written : `${usual}:${written.slice(colon + 1)}`;
    if (isClosing) {
      if (openNames.pop() !== name) return 'malformed';
      handler.close(name);
      continue;
    }
    handler.open(name, attributes);
    if (isEmpty) handler.close(name);
    else if (openNames.push(name) > MAX_DEPTH) return 'unreasonable';
  }
  return openNames.length > 0 ? 'malformed' : undefined;
}

/** The value of an attribute, whatever its prefix; undefined if it is not there. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found, double, single] of attributes.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (found?.slice(found.indexOf(':') + 1) === name) return decodeEntities(double ?? single ?? '');
  }
  return undefined;
}

/** Whether a property that is on by its presence is not turned off. */
export function isOn(attributes: string): boolean {
  return !['0', 'false', 'off'].includes(attributeOf(attributes, 'val') ?? '');
}

/** Adds what an element calls the namespaces of documents; the empty prefix is that of names without one. */
function declarePrefixes(attributes: string, prefixes: Map<string, string>): void {
  for (const [, prefix = '', double, single] of attributes.matchAll(
    /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    const [, usual] = USUAL_PREFIXES.find(([namespace]) => namespace.test(double ?? single ?? '')) ?? [];
    if (usual !== undefined) prefixes.set(prefix, usual);
  }
}

type Special = { kind: 'comment' | 'CDATA' | 'instruction' | 'document type'; end: number };

/** What begins at an angle bracket if it is no tag. `end` is after it, −1 if it has none. */
function specialAt(xml: string, at: number): Special | undefined {
  const endAfter = (mark: string, from: number): number => {
    const found = xml.indexOf(mark, from);
    return found === -1 ? -1 : found + mark.length;
  };
  if (xml.startsWith('<?', at)) return { kind: 'instruction', end: endAfter('?>', at + 2) };
  if (xml.startsWith('<!--', at)) return { kind: 'comment', end: endAfter('-->', at + 4) };
  if (xml.startsWith('<![CDATA[', at)) return { kind: 'CDATA', end: endAfter(']]>', at + 9) };
  return xml.startsWith('<!', at) ? { kind: 'document type', end: -1 } : undefined;
}

/** The offset of the bracket that ends a tag: one in a quoted value does not. */
function tagEnd(xml: string, start: number): number {
  let at = start + 1;
  for (; at < xml.length && xml[at] !== '>'; at++) {
    const character = xml[at];
    if (character !== '"' && character !== "'") continue;
    at = xml.indexOf(character, at + 1);
    if (at === -1) return -1;
  }
  return at < xml.length ? at : -1;
}
