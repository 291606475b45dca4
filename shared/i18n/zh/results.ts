// Chinese texts about new results: how they are shown, and what they show.

import type { results as english } from '../en/results.ts';
import type { Words } from '../word-types.ts';

export const results: Words<typeof english> = {
  'images.newResults': '新结果',
  'images.resultOnCanvas': '画布上的结果 {number}',
  'images.resultReady': { other: '{count} 个新结果' },
  'images.showReady': '显示',
  'images.compare': '对比',
  'images.backToGrid': '全部新结果',
  'images.openResult': '打开结果 {number}',
  'images.markToCompare': '标记结果 {number} 以对比',
  'images.gridKeys': '回车打开 · 方向键移动 · 空格标记两张进行对比',
};
