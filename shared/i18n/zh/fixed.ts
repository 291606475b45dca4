// Chinese texts that are known whatever the language of the app is: those that are sent in requests and recognised again,
// and what the page says if it cannot read its texts.

import type { fixed as english } from '../en/fixed.ts';
import type { Words } from '../word-types.ts';

export const fixed: Words<typeof english> = {
  'app.startFailed': '启动失败。请关闭窗口后重新打开。',
  'prompt.mention': '图{number}',
  'prompt.guide.change': '修改：{text}',
  'prompt.guide.keep': '保留：{text}',
  'prompt.guide.style': '风格：{text}',
  'prompt.maskAreas': '只编辑图1中的这个区域：{areas}。',
  'prompt.annotatedImage':
    '图{number}是图1的副本，需要编辑的区域用洋红色着色并描边；它只作指示，结果中不要出现洋红色。',
  'prompt.keepRest': '图1的其余部分保持完全不变，包括位置、大小和颜色。',
  'prompt.voiceSample': '你好，很高兴认识你。',
  'speech.sample': '你好，这里是录音室，这是第一句话。',
  'speech.sampleStory':
    '守灯塔的人数着海浪，数着数着就忘了，于是又从头数起。那一夜，许多年来头一回，有一道浪回答了他。',
  'speech.sampleNotice': '各位旅客晚上好，开往港口的末班列车将于十分钟后从三号站台发车，请带好您的随身行李。',
};
