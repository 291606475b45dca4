// Turns the elements of `document.xml` into lines of a script.

import type { ScriptDraft } from '../script-draft.ts';
import { attributeOf, isOn, type XmlHandler } from './read-xml.ts';
import { BODY_LEVEL, isHiddenStyle, type readStyles, roleOfStyle } from './styles.ts';

type Paragraph = {
  lines: string[];
  styleId: string;
  isOutlined: boolean;
  /** Its end is deleted: the next one continues it. */
  isContinued: boolean;
};

/** Elements whose contents are not read: other versions of the same text, deleted text, settings, formulas, readings. */
const SKIPPED: ReadonlySet<string> = new Set([
  'mc:Fallback',
  'w:del',
  'w:moveFrom',
  'w:pPrChange',
  'w:rPrChange',
  'w:tabs',
  'm:oMath',
  'w:rt',
]);

/** The font Symbol has its characters from U+F020 on. What they are from those of A, a and U+F0A1 on. */
const SYMBOLS: readonly (readonly [number, string])[] = [
  [0xf041, 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'],
  [0xf061, 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'],
  [0xf0a1, 'ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…'],
];

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
  /** What a paragraph without an end has said, which the next one begins with. */
  private carried: string[] = [''];
  private isHidden = false;
  private isInText = false;
  /** In the properties of a paragraph, which are those of its end too. */
  private isInEnd = false;

  constructor(styles: ReturnType<typeof readStyles>['styles'], draft: ScriptDraft) {
    this.styles = styles;
    this.draft = draft;
  }

  /** The only title of the document; empty if there is none or there are several. */
  get title(): string {
    return this.titles.length === 1 ? (this.titles[0] ?? '') : '';
  }

  open = (name: string, attributes: string): void => {
    const paragraph = this.paragraphs.at(-1);
    if (this.skipDepth > 0 || SKIPPED.has(name)) {
      if (this.skipDepth === 0 && name === 'm:oMath') this.draft.note('formulas');
      if (this.skipDepth === 0 && name === 'w:rt') this.draft.note('readings');
      if (paragraph && this.isInEnd && (name === 'w:del' || name === 'w:moveFrom')) paragraph.isContinued = true;
      this.skipDepth++;
      return;
    }
    if (name === 'w:p') {
      this.paragraphs.push({ lines: this.carried, styleId: '', isOutlined: false, isContinued: false });
      this.carried = [''];
    } else if (name === 'w:pPr') this.isInEnd = true;
    else if (name === 'w:tc') this.cellDepth++;
    else if (name === 'w:r') [this.isInRun, this.isHidden] = [true, this.isHiddenStyle(paragraph?.styleId)];
    else if (name === 'w:vanish') this.isHidden = this.isInRun && isOn(attributes);
    else if (name === 'w:rStyle' && this.isInRun) this.isHidden ||= this.isHiddenStyle(attributeOf(attributes, 'val'));
    else if (name === 'w:t') this.isInText = true;
    else if (name === 'pic:pic' || name === 'v:imagedata') this.draft.note('pictures');
    else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') this.draft.note('footnotes');
    else if (!paragraph) return;
    else if (name === 'w:pStyle') paragraph.styleId = attributeOf(attributes, 'val') ?? '';
    else if (name === 'w:outlineLvl') paragraph.isOutlined = Number(attributeOf(attributes, 'val')) < BODY_LEVEL;
    else if (name === 'w:numPr') this.draft.note('listNumbers');
    else if (name === 'w:sym') this.addSymbol(attributes);
    else if (name === 'w:tab' || name === 'w:ptab') this.append(' ');
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
    else if (name === 'w:pPr') this.isInEnd = false;
    else if (name === 'w:tc') this.cellDepth--;
    else if (name === 'w:p') this.finish(this.paragraphs.pop());
  };

  text = (text: string): void => {
    if (this.isInText && this.skipDepth === 0) this.append(text);
  };

  /** The document is read: what was to be continued is not. */
  end(): void {
    if (this.carried.length > 1 || this.carried[0] !== '') this.open('w:p', '');
    this.finish(this.paragraphs.pop());
  }

  private append(text: string): void {
    const lines = this.paragraphs.at(-1)?.lines;
    if (this.isHidden && text.trim() !== '') this.draft.note('hiddenTexts');
    if (lines && !this.isHidden) lines.push((lines.pop() ?? '') + text);
  }

  private addSymbol(attributes: string): void {
    const code = Number.parseInt(attributeOf(attributes, 'char') ?? '', 16);
    const isSymbol = /^symbol$/i.test(attributeOf(attributes, 'font') ?? '');
    const [first = 0, signs = ''] = SYMBOLS.findLast(([from]) => isSymbol && code >= from) ?? [];
    const sign = signs[code - first] ?? (code < 0xd800 ? String.fromCodePoint(code) : undefined);
    if (sign === undefined) this.draft.note('symbols');
    else this.append(sign);
  }

  private isHiddenStyle(id: string | undefined): boolean {
    return id !== undefined && isHiddenStyle(this.styles, id);
  }

  private finish(paragraph: Paragraph | undefined): void {
    const text = paragraph?.lines.join(' ').trim() ?? '';
    if (!paragraph || text === '') return;
    if (paragraph.isContinued) {
      this.carried = paragraph.lines;
      return;
    }
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
