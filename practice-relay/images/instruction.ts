// Reading an edit instruction, English or Chinese, into the few edits this relay can do. Knows no pictures.

import { type Colour, findLastColour } from './colours.ts';

/** One thing to do. `picture` counts from 1, the picture being edited. */
export type Edit =
  | { kind: 'erase' | 'blur' | 'grayscale' | 'brighten' | 'darken' }
  | { kind: 'fill' | 'recolour'; colour: Colour }
  | { kind: 'replace'; picture: number };

/** A piece of the instruction. Without edits it asks to `keep` something, lacks a colour, or was not understood. */
export type Clause = { text: string; edits: Edit[]; lack?: 'keep' | 'colour' | 'unclear' };

const SEPARATOR =
  /[;!?\n。；！？,，]+|\.(?=\s|$)|\b(?:and then|and also|and|then|but|while)\b|(?=\bwithout\b)|并且|并|然后|接着|同时|而且|但是?/i;
const BLACK_AND_WHITE = /\bblack\s*(?:and|&|-and-)\s*white\b|\bb\s*&\s*w\b/gi;
const FILLERS =
  /^(?:(?:please|kindly|now|also|just|thanks|thank you)\b|请|麻烦|帮我|谢谢|再|也|\s)+|(?:\bplease\b|\bthanks\b|谢谢|吧|\s)+$/gi;
/** A piece that goes on listing what the one before it speaks of: "remove the man and | the dog". */
const CONTINUATION = /^(?:the|a|an|all|its|his|her|their|that|those|these|this|everything)\b/i;

const KEEP =
  /^(?:keep|leav|preserv|retain|maintain|do(?:n['’]t| not)|without|never|nothing)|\b(?:unchanged|untouched)\b|保持|保留|不变|不要|不改|^别|^勿/i;
const REPLACE_VERB = /\b(?:replac|swap|substitut|put|paste|insert|place|use)|换|替|放入|放上|贴|用/i;
const PICTURE =
  /\b(?:image|picture|photo|reference)\s*#?\s*(?<digits>\d+)|\b(?<ordinal>second|third)\s+(?:image|picture|photo|reference)|第(?<nth>[二三四五六七八九])张|图[片像]?\s*(?<han>\d+|[二三四五六七八九])/gi;
const GRAYSCALE = /\bgr[ae]y\s?-?scale\b|\bdesaturat|\bremove (?:the |all )?colou?rs?\b|灰度|黑白|去色/i;
const ERASE =
  /\b(?:eras|remov|delet|get rid of|take (?:out|away)|inpaint)|删除|删去|删掉|去掉|去除|移除|移走|擦除|擦掉|擦去|抹掉|抹去|消除|清除/i;
const FILL = /\b(?:fill|paint|flood)|填充|填成|填为|填上|涂成|涂为|涂上|涂满|刷成/i;
const RECOLOUR = /\b(?:make|turn|change|re-?colou?r|colou?r|dye|tint)\w*\b|变|改|换|染|调成/i;
const BLUR = /\bblur(?!ry)|(?<!去|去除|消除|减少)模糊|虚化/i;
const BRIGHTEN = /\b(?:brighten|brighter|lighten|lighter)\b|变亮|调亮|提亮|更亮|亮一[点些]/i;
const DARKEN = /\b(?:darken|darker|dim|dimmer)\b|变暗|调暗|压暗|更暗|暗一[点些]/i;

/** Reads an instruction piece by piece, in order. Courtesies are dropped. */
export function readInstruction(prompt: string): Clause[] {
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
  if (ERASE.test(text)) return { text, edits: [{ kind: 'erase' }] };
  const colour = findLastColour(text.replace(/\b(?:instead of|rather than)\b.*/i, ''));
  if (FILL.test(text)) {
    return colour ? { text, edits: [{ kind: 'fill', colour }] } : { text, edits: [], lack: 'colour' };
  }
  const edits: Edit[] = [];
  if (colour && RECOLOUR.test(text)) edits.push({ kind: 'recolour', colour });
  if (BLUR.test(text)) edits.push({ kind: 'blur' });
  if (BRIGHTEN.test(text)) edits.push({ kind: 'brighten' });
  if (DARKEN.test(text)) edits.push({ kind: 'darken' });
  return edits.length > 0 ? { text, edits } : { text, edits, lack: 'unclear' };
}

/** The last picture other than the first that a text names, counting from 1. */
function findPicture(text: string): number | undefined {
  const numbers = [...text.matchAll(PICTURE)].map(({ groups = {} }) => {
    const word = groups.digits ?? groups.ordinal?.toLowerCase() ?? groups.nth ?? groups.han ?? '';
    if (/^\d+$/.test(word)) return Number(word);
    return word === 'second' ? 2 : word === 'third' ? 3 : '一二三四五六七八九'.indexOf(word) + 1;
  });
  return numbers.findLast((number) => number > 1);
}
