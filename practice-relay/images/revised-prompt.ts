// Writes `revised_prompt`: what was done and what was not, in the prompt's language.

import type { Size } from '../../shared/images/size.ts';
import type { Outcome, Reason } from './edits/carry-out.ts';
import type { Edit } from './instruction.ts';

/** Facts about a result apart from the instruction. */
export type Circumstances = {
  isMasked: boolean;
  /** How the picture was resized; undefined when it already had the size. */
  fit: 'fill' | 'cover' | undefined;
  size: Size;
  /** What was done about `background`; undefined when it was not requested. */
  background: 'transparent' | 'flattened' | 'needsMask' | 'needsFormat' | undefined;
  /** The number of results when fewer than requested were made. */
  cappedTo: number | undefined;
  ignoredFields: readonly string[];
  /** Index of the result, from 0; the first one is exact. */
  variant: number;
};

type Words = {
  edit: (edit: Edit) => string;
  transparent: string;
  where: (isMasked: boolean, what: string[]) => string;
  nothing: string;
  notDone: (what: string[]) => string;
  reason: (text: string, reason: string) => string;
  reasons: Record<Reason | 'needsMask' | 'needsFormat', string>;
  /** Added when something was not understood. */
  abilities: string;
  background: string;
  fit: (fit: 'fill' | 'cover', size: string) => string;
  flattened: string;
  capped: (count: number) => string;
  ignored: (fields: readonly string[]) => string;
  variant: (number: number) => string;
  space: string;
};

const EN: Words = {
  edit: (edit) => {
    if (edit.kind === 'fill') return `filled with ${edit.colour.name}`;
    if (edit.kind === 'recolour') return `recoloured to ${edit.colour.name}`;
    if (edit.kind === 'replace') return `replaced by picture ${edit.picture}`;
    const words = { erase: 'erased', continue: 'continued', blur: 'blurred', grayscale: 'made black and white' };
    return { ...words, brighten: 'brightened', darken: 'darkened' }[edit.kind];
  },
  transparent: 'made transparent',
  where: (isMasked, what) => `${isMasked ? 'Masked area' : 'Whole picture'}: ${what.join(', ')}.`,
  nothing: 'Nothing was changed.',
  notDone: (what) => `Not done: ${what.join('; ')}.`,
  reason: (text, reason) => `“${text}” (${reason})`,
  reasons: {
    unclear: 'not understood',
    noColour: 'no colour is named',
    keepNeedsMask: 'only a mask can protect a part',
    eraseNeedsMask: 'erasing needs a mask',
    allMasked: 'the mask leaves nothing to continue from',
    emptyMask: 'the mask marks nothing',
    noPicture: 'there is no such picture',
    damagedPicture: 'that picture is damaged',
    needsMask: 'needs a mask',
    needsFormat: 'needs png or webp',
  },
  abilities: 'Demo mode can erase, extend, fill, recolour, blur, brighten, darken, replace and make black and white.',
  background: 'transparent background',
  fit: (fit, size) => `The picture was ${fit === 'fill' ? 'scaled' : 'scaled and cropped'} to ${size}.`,
  flattened: 'Transparent parts were filled with white.',
  capped: (count) => `Only ${count} results: pictures and results are at most 15 together.`,
  ignored: (fields) => `Ignored, as this request form does not have them: ${fields.join(', ')}.`,
  variant: (number) => `Result ${number} is slightly tinted, to differ.`,
  space: ' ',
};

const ZH: Words = {
  edit: (edit) => {
    if (edit.kind === 'fill') return `填充为${edit.colour.name}`;
    if (edit.kind === 'recolour') return `改为${edit.colour.name}`;
    if (edit.kind === 'replace') return `替换为图${edit.picture}`;
    const words = {
      erase: '擦除',
      continue: '延续',
      blur: '模糊',
      grayscale: '转为黑白',
      brighten: '调亮',
      darken: '调暗',
    };
    return words[edit.kind];
  },
  transparent: '变为透明',
  where: (isMasked, what) => `${isMasked ? '蒙版区域' : '整张图片'}：${what.join('，')}。`,
  nothing: '图片没有改动。',
  notDone: (what) => `未完成：${what.join('；')}。`,
  reason: (text, reason) => `“${text}”（${reason}）`,
  reasons: {
    unclear: '未能理解',
    noColour: '没有说明颜色',
    keepNeedsMask: '只有蒙版能保护局部',
    eraseNeedsMask: '擦除需要蒙版',
    allMasked: '蒙版覆盖全图，没有可参照的部分',
    emptyMask: '蒙版没有标出任何区域',
    noPicture: '没有这张图片',
    damagedPicture: '该图片已损坏',
    needsMask: '需要蒙版',
    needsFormat: '需要 png 或 webp 格式',
  },
  abilities: '演示模式可以擦除、扩展、填充、改色、模糊、调亮、调暗、替换、转为黑白。',
  background: '透明背景',
  fit: (fit, size) => `图片已${fit === 'fill' ? '缩放' : '缩放并裁剪'}到 ${size}。`,
  flattened: '透明部分已填为白色。',
  capped: (count) => `只生成了 ${count} 张：输入图片与结果合计最多 15 张。`,
  ignored: (fields) => `已忽略此请求形式没有的字段：${fields.join('、')}。`,
  variant: (number) => `第 ${number} 张略带色调，以示区别。`,
  space: '',
};

/**
 * Describes what was done to the picture and what was not. In Chinese when the prompt contains Han characters,
 * otherwise in English.
 */
export function describeOutcome(prompt: string, { done, undone }: Outcome, about: Circumstances): string {
  const words = /\p{Script=Han}/u.test(prompt) ? ZH : EN;
  const { background } = about;
  const changes = done.map(words.edit);
  if (background === 'transparent') changes.push(words.transparent);
  const failures = undone.map(({ text, reason }) => words.reason(text, words.reasons[reason]));
  if (background === 'needsMask' || background === 'needsFormat') {
    failures.push(words.reason(words.background, words.reasons[background]));
  }
  const sentences = [changes.length > 0 ? words.where(about.isMasked, changes) : words.nothing];
  if (failures.length > 0) sentences.push(words.notDone(failures));
  if (undone.some(({ reason }) => reason === 'unclear')) sentences.push(words.abilities);
  if (about.fit) sentences.push(words.fit(about.fit, `${about.size.width}x${about.size.height}`));
  if (background === 'flattened') sentences.push(words.flattened);
  if (about.cappedTo !== undefined) sentences.push(words.capped(about.cappedTo));
  if (about.ignoredFields.length > 0) sentences.push(words.ignored(about.ignoredFields));
  if (about.variant > 0 && changes.length > 0) sentences.push(words.variant(about.variant + 1));
  return sentences.join(words.space);
}
