// Chinese words that go into requests: the sentences and names the app writes into an instruction, and what a voice says as a sample.

import type { prompts as english } from '../en/prompts.ts';
import type { Words } from '../word-types.ts';

export const prompts: Words<typeof english> = {
  'prompt.mention': '图{number}',
  'prompt.guide.change': '修改：{text}',
  'prompt.guide.keep': '保留：{text}',
  'prompt.guide.style': '风格：{text}',
  'prompt.maskAreas': '只编辑图1中的这个区域：{areas}。',
  'prompt.annotatedImage':
    '图{number}是图1的副本，需要编辑的区域用洋红色着色并描边；它只作指示，结果中不要出现洋红色。',
  'prompt.keepRest': '图1的其余部分保持完全不变，包括位置、大小和颜色。',
  'prompt.voiceSample': '你好，很高兴认识你。',
};
