// Chinese texts about new results: how they are shown, and what they show.

import type { results as english } from '../en/results.ts';
import type { Words } from '../word-types.ts';

export const results: Words<typeof english> = {
  'images.newResults': '新结果',
  'images.resultOnCanvas': '画布上的结果 {number}',
  'images.resultReady': '新结果已就绪',
  'images.resultsReady': '{number} 个新结果已就绪',
  'images.showReady': '显示',
  'images.compare': '对比',
  'images.backToGrid': '全部结果',
  'images.openResult': '打开结果 {number}',
  'images.markToCompare': '选择结果 {number} 以对比',
  'images.gridKeys': '回车打开，方向键移动，空格选择两张进行对比',
  'images.sentPart': '只发送了图片的一部分：{part}',
  'images.sentAndBack': '以 {sent} 发送，返回后恢复为 {back}',
  'images.broughtBack': '原尺寸',
  'library.fact.part': '发送的部分',
  'library.fact.sentSize': '发送尺寸',
  'images.unchanged.nothing': '没有任何变化',
  'images.unchanged.almost': '几乎没有变化',
  'images.unchanged.same': '结果与你的图片逐像素相同。',
  'images.unchanged.sameInMask': '蒙版内的结果与你的图片相同。',
  'images.unchanged.little': '只有 {percent} % 的像素与你的图片不同。',
  'images.unchanged.littleInMask': '蒙版内只有 {percent} % 的像素与你的图片不同。',
  'images.unchanged.free': '在本机完成，没有产生费用。',
  'images.unchanged.billed': '中转站返回了完整的结果，这次请求可能已计费。',
  'images.unchanged.try': '写明要改什么、改成什么样。蒙版大一些，改动余地更多；“发送方式”里可以换另一种请求形式。',
  'images.unchanged.tryPractice': '试试“调暗一点”“擦掉它”“填充蓝色”或“模糊”。其他编辑请在设置中添加连接。',
  'images.changeInstruction': '修改指令',
  'images.sources': '源图历史',
  'images.original': '原图',
  'images.editedNow': '正在编辑这张图片',
  'images.bringBackFailed': '未能恢复为原图尺寸',
  'images.bringBackAgain': '立即恢复尺寸',
};
