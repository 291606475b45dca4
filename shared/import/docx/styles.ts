// The paragraph styles of a document: which are headings, its title, or entries of a table of contents.

import { attributeOf, isOn, readXml, type XmlProblem } from './read-xml.ts';

/** What a paragraph is by its style. */
export type StyleRole = 'heading' | 'title' | 'contents' | 'text';

type Style = { name: string; basedOn: string; isOutlined: boolean; isHidden: boolean | undefined };

const MAX_PARENTS = 20;
/** Levels of the outline from this one on are text. */
export const BODY_LEVEL = 9;

/** Reads `styles.xml`. The names are the same in all languages of the program; the ids are not. */
export function readStyles(xml: string): { styles: ReadonlyMap<string, Style>; problem: XmlProblem | undefined } {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  const problem = readXml(xml, {
    open(name, attributes) {
      const value = attributeOf(attributes, 'val') ?? '';
      if (name === 'w:style') {
        current = { name: '', basedOn: '', isOutlined: false, isHidden: undefined };
        styles.set(attributeOf(attributes, 'styleId') ?? '', current);
      } else if (!current) return;
      else if (name === 'w:name') current.name = value;
      else if (name === 'w:basedOn') current.basedOn = value;
      else if (name === 'w:vanish') current.isHidden = isOn(attributes);
      else if (name === 'w:outlineLvl') current.isOutlined = Number(value) < BODY_LEVEL;
    },
    close(name) {
      if (name === 'w:style') current = undefined;
    },
    text() {},
  });
  return { styles, problem };
}

/** Whether a style hides its text, by itself or by what it is based on. */
export function isHiddenStyle(styles: ReadonlyMap<string, Style>, id: string): boolean {
  let next = id;
  for (let i = 0; i < MAX_PARENTS; i++) {
    const style = styles.get(next);
    if (!style || style.isHidden !== undefined) return style?.isHidden ?? false;
    next = style.basedOn;
  }
  return false;
}

/** What paragraphs of a style are; those of an unknown style are text. */
export function roleOfStyle(styles: ReadonlyMap<string, Style>, id: string): StyleRole {
  let next = id;
  for (let i = 0; i < MAX_PARENTS; i++) {
    const style = styles.get(next);
    if (!style) return 'text';
    if (/^toc /i.test(style.name)) return 'contents';
    if (/^title$/i.test(style.name)) return 'title';
    if (style.isOutlined || /^heading \d$/i.test(style.name)) return 'heading';
    next = style.basedOn;
  }
  return 'text';
}
