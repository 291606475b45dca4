// Parses an edit instruction, English or Chinese, into the few edits that this relay supports.

import { type Colour, findRequestedColour } from './colours.ts';

/** One edit. `picture` counts from 1, the edited picture. */
export type Edit =
  /** `continue`: what is around goes on into the masked area, as it does where something is erased. */
  | { kind: 'erase' | 'continue' | 'blur' | 'grayscale' | 'brighten' | 'darken' }
  | { kind: 'fill' | 'recolour'; colour: Colour }
  | { kind: 'replace'; picture: number };

/** A piece of the instruction. Without edits it asks to `keep` something, lacks a colour, or was not understood. */
export type Clause = { text: string; edits: Edit[]; lack?: 'keep' | 'colour' | 'unclear' };

const SEPARATOR =
  /[;!?\n。；！？,，]+|\.(?=\s|$)|\b(?:and then|and also|and|then|but|while)\b|(?=\bwithout\b)|并且|并|然后|接着|同时|而且|但是?/i;
const BLACK_AND_WHITE = /\bblack\s*(?:and|&|-and-)\s*white\b|\bb\s*&\s*w\b/gi;
const FILLERS =
  /^(?:(?:please|kindly|now|also|just|thanks|thank you)\b|请|麻烦|帮我|谢谢|再|也|\s)+|(?:\bplease\b|\bthanks\b|谢谢|吧|\s)+$/gi;
/** A piece that continues the list of objects of the previous piece: "remove the man and | the dog". */
const CONTINUATION = /^(?:the|a|an|all|its|his|her|their|that|those|these|this|everything)\b/i;

const KEEP =
  /^(?:keep|leav|preserv|retain|maintain|do(?:n['’]t| not)|without|never|nothing)|\b(?:unchanged|untouched)\b|保持|保留|不变|不要|不改|^别|^勿/i;
const REPLACE_VERB = /\b(?:replac|swap|substitut|put|paste|insert|place|use)|换|替|放入|放上|贴|用/i;
const PICTURE =
  /\b(?:image|picture|photo|reference)\s*#?\s*(?<digits>\d+)|\b(?<ordinal>second|third|other)\s+(?:image|picture|photo|reference|one)\b|第(?<nth>[二三四五六七八九]|\d+)张|图[片像]?\s*(?<han>\d+|[二三四五六七八九])|(?<rest>另一张)/gi;
const GRAYSCALE =
  /\bgr[ae]y\s?-?scale\b|\bmonochrome\b|\bdesaturat|\bremove (?:the |all )?colou?rs?\b|灰度|黑白|去色|(?:去掉|去除)颜色/i;
const ERASE =
  /\b(?:eras|remov|delet|get rid of|clean up|take (?:out|away)|take .+ (?:out|away)$|inpaint)|\bclear (?:the|this|that|it)\b|\b(?:disappear|vanish)|删除|删去|删掉|去掉|去除|去水印|移除|移走|移开|拿掉|弄掉|擦除|擦掉|擦去|抹掉|抹去|消除|消掉|消去|清除|清掉|[Pp]掉/i;
const CONTINUE = /\b(?:continue|extend|expand|outpaint|uncrop)|扩展|扩图|外扩|延伸|延续|延展|补全/i;
const FILL = /\b(?:fill|paint|flood)(?:ed)?\b|填充|填满|填成|填为|填上|填|涂(?!鸦)|刷成/i;
const RECOLOUR = /\b(?:make|turn|change|re-?colou?r|colou?r|dye|tint)\w*\b|变|改|换|染|调成|上色|着色/i;
/** "Use red to fill it", "用红色填充": the colour precedes the verb. */
const COLOUR_FIRST = /\buse (?<english>.+?) (?:to|for)\b|用(?<chinese>.+?)(?:来|去|把|填|涂|刷|染)/i;
const BLUR =
  /\b(?:de-?focus|out of focus)|\bblur(?!ry)|\b(?:make|turn|more|bit|slightly|look)\b.*\bblurry|(?<!去|去除|消除|减少)模糊|虚化/i;
const SHARPEN = /\b(?:remov|reduc|fix|undo|without|less|no)\w* (?:the |any |this )?blur|\b(?:de|un)-?blur/i;
const BRIGHTEN =
  /\b(?:brighten|brighter|lighten|lighter)\b|\b(?:increase|raise|boost|more|add|turn up)\b.*\b(?:brightness|exposure|light)\b|变亮|调亮|提亮|加亮|更亮|亮一[点些]|(?:提高|提升|增加|加大|增强)(?:.{0,4})(?:亮度|曝光)/i;
const DARKEN =
  /\b(?:darken|darker|dim|dimmer)\b|\b(?:decrease|reduce|lower|less|turn down)\b.*\b(?:brightness|exposure|light)\b|变暗|调暗|压暗|加暗|更暗|暗一[点些]|(?:降低|减少|减小|减弱)(?:.{0,4})(?:亮度|曝光)/i;

/** How much of a prompt is parsed, in characters: the time of some expressions grows with its square. */
const MAX_READ = 4000;

/**
 * Parses an instruction piece by piece, in order. Courtesies are dropped; text beyond `MAX_READ` counts as not
 * understood.
 */
export function readInstruction(prompt: string): Clause[] {
  if (prompt.length > MAX_READ) {
    return [...readInstruction(prompt.slice(0, MAX_READ)), { text: '…', edits: [], lack: 'unclear' }];
  }
  const pieces = prompt.replace(BLACK_AND_WHITE, 'grayscale').split(SEPARATOR).map(trimFillers);
  const clauses: Clause[] = [];
  for (const piece of pieces) {
    if (piece === '') continue;
    const previous = clauses.at(-1);
    if (previous && CONTINUATION.test(piece) && previous.lack !== 'unclear') previous.text += ` … ${piece}`;
    else clauses.push(readClause(piece));
  }
  return clauses;
}

function trimFillers(piece: string): string {
  return piece.replace(FILLERS, '').trim();
}

function readClause(text: string): Clause {
  if (KEEP.test(text)) return { text, edits: [], lack: 'keep' };
  const picture = REPLACE_VERB.test(text) ? findPicture(text) : undefined;
  if (picture !== undefined) return { text, edits: [{ kind: 'replace', picture }] };
  if (GRAYSCALE.test(text)) return { text, edits: [{ kind: 'grayscale' }] };
  if (SHARPEN.test(text)) return { text, edits: [], lack: 'unclear' };
  if (ERASE.test(text)) return { text, edits: [{ kind: 'erase' }] };
  if (CONTINUE.test(text)) return { text, edits: [{ kind: 'continue' }] };
  const first = COLOUR_FIRST.exec(text)?.groups;
  const colour = findRequestedColour(
    first?.english ?? first?.chinese ?? text.replace(/\b(?:instead of|rather than)\b.*/i, ''),
  );
  if (FILL.test(text)) {
    if (colour) return { text, edits: [{ kind: 'fill', colour }] };
    return { text, edits: [], lack: colour === undefined ? 'colour' : 'unclear' };
  }
  const edits: Edit[] = [];
  if (colour && RECOLOUR.test(text)) edits.push({ kind: 'recolour', colour });
  if (BLUR.test(text)) edits.push({ kind: 'blur' });
  if (BRIGHTEN.test(text)) edits.push({ kind: 'brighten' });
  if (DARKEN.test(text)) edits.push({ kind: 'darken' });
  return edits.length > 0 ? { text, edits } : { text, edits, lack: 'unclear' };
}

const PICTURE_WORDS: Record<string, number | undefined> = { second: 2, third: 3, other: 2, 另一张: 2 };

/** Returns the last picture that a text names, other than the first, counting from 1. */
function findPicture(text: string): number | undefined {
  const numbers = [...text.matchAll(PICTURE)].map(({ groups = {} }) => {
    const word = groups.digits ?? groups.ordinal?.toLowerCase() ?? groups.nth ?? groups.han ?? groups.rest ?? '';
    if (/^\d+$/.test(word)) return Number(word);
    return PICTURE_WORDS[word] ?? '一二三四五六七八九'.indexOf(word) + 1;
  });
  return numbers.findLast((number) => number > 1);
}
