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

/** Reads a file in time proportional to its length; undefined at its end. Names of elements keep their prefix. */
export function readXml(xml: string, handler: XmlHandler): XmlProblem | undefined {
  const openNames: string[] = [];
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
    const name = /^[^\s/]*/.exec(inside)?.[0] ?? '';
    if (isClosing) {
      if (openNames.pop() !== name) return 'malformed';
      handler.close(name);
      continue;
    }
    handler.open(name, inside.slice(name.length));
    if (isEmpty) handler.close(name);
    else if (openNames.push(name) > MAX_DEPTH) return 'unreasonable';
  }
  return openNames.length > 0 ? 'malformed' : undefined;
}

/** The value of an attribute; undefined if it is not there. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found, double, single] of attributes.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (found === name) return decodeEntities(double ?? single ?? '');
  }
  return undefined;
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
