// Turns the elements of `document.xml` into lines of a script.

import type { ScriptDraft } from '../script-draft.ts';
import { attributeOf, type XmlHandler } from './read-xml.ts';
import { BODY_LEVEL, type readStyles, roleOfStyle } from './styles.ts';

type Paragraph = { lines: string[]; styleId: string; isOutlined: boolean };

/** Elements whose contents are not read: other versions of the same text, deleted text, settings, formulas. */
const SKIPPED: ReadonlySet<string> = new Set([
  'mc:Fallback',
  'w:del',
  'w:moveFrom',
  'w:pPrChange',
  'w:rPrChange',
  'w:tabs',
  'm:oMath',
]);

/** Reads the events of a document in order. Paragraphs of a text box stand inside another one and come before it. */
export class DocumentReader implements XmlHandler {
  private readonly styles: ReturnType<typeof readStyles>['styles'];
  private readonly draft: ScriptDraft;
  private readonly paragraphs: Paragraph[] = [];
  private readonly titles: string[] = [];
  /** How deep inside a skipped element; 0 outside. */
  private skipDepth = 0;
  private cellDepth = 0;
  private isInRun = false;
  private isHidden = false;
  private isInText = false;

  constructor(styles: ReturnType<typeof readStyles>['styles'], draft: ScriptDraft) {
    this.styles = styles;
    this.draft = draft;
  }

  /** The only title of the document; empty if there is none or there are several. */
  get title(): string {
    return this.titles.length === 1 ? (this.titles[0] ?? '') : '';
  }

  open = (name: string, attributes: string): void => {
    if (this.skipDepth > 0 || SKIPPED.has(name)) {
      if (this.skipDepth === 0 && name === 'm:oMath') this.draft.note('formulas');
      this.skipDepth++;
      return;
    }
    const paragraph = this.paragraphs.at(-1);
    if (name === 'w:p') this.paragraphs.push({ lines: [''], styleId: '', isOutlined: false });
    else if (name === 'w:tc') this.cellDepth++;
    else if (name === 'w:r') [this.isInRun, this.isHidden] = [true, false];
    else if (name === 'w:vanish') this.isHidden = this.isInRun && isOn(attributes);
    else if (name === 'w:t') this.isInText = true;
    else if (name === 'pic:pic' || name === 'v:imagedata') this.draft.note('pictures');
    else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') this.draft.note('footnotes');
    else if (!paragraph) return;
    else if (name === 'w:pStyle') paragraph.styleId = attributeOf(attributes, 'w:val') ?? '';
    else if (name === 'w:outlineLvl') paragraph.isOutlined = Number(attributeOf(attributes, 'w:val')) < BODY_LEVEL;
    else if (name === 'w:tab') this.append(' ');
    else if (name === 'w:noBreakHyphen') this.append('-');
    else if (name === 'w:br' || name === 'w:cr') paragraph.lines.push('');
  };

  close = (name: string): void => {
    if (this.skipDepth > 0) {
      this.skipDepth--;
      return;
    }
    if (name === 'w:t') this.isInText = false;
    else if (name === 'w:r') this.isInRun = false;
    else if (name === 'w:tc') this.cellDepth--;
    else if (name === 'w:p') this.finish(this.paragraphs.pop());
  };

  text = (text: string): void => {
    if (this.isInText && this.skipDepth === 0) this.append(text);
  };

  private append(text: string): void {
    const lines = this.paragraphs.at(-1)?.lines;
    if (lines && !this.isHidden) lines.push((lines.pop() ?? '') + text);
  }

  private finish(paragraph: Paragraph | undefined): void {
    const text = paragraph?.lines.join(' ').trim() ?? '';
    if (!paragraph || text === '') return;
    const role = paragraph.isOutlined ? 'heading' : roleOfStyle(this.styles, paragraph.styleId);
    if (role === 'contents') {
      this.draft.note('contents');
      return;
    }
    if (this.cellDepth > 0) this.draft.note('tableCells');
    if (role === 'title') this.titles.push(text);
    if (role === 'heading') this.draft.add({ text, role: '', chapter: text });
    else for (const line of paragraph.lines) this.draft.add({ text: line });
  }
}

/** Whether a property that is on by its presence is not turned off. */
function isOn(attributes: string): boolean {
  return !['0', 'false', 'off'].includes(attributeOf(attributes, 'w:val') ?? '');
}
