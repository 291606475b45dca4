// 中文文本：按字幕时间配音的脚本。

import type { dub as english } from '../en/dub.ts';
import type { Words } from '../word-types.ts';

export const dub: Words<typeof english> = {
  'command.script.nextUnfit': '下一个超时的行',
  'command.script.previousUnfit': '上一个超时的行',
  'command.script.fitAll': '让所有行符合时间',
  'dub.about': '约 {what}',
  'dub.over': '+{seconds} 秒',
  'dub.late': '晚 {seconds} 秒',
  'dub.faster': '加速 {speed}×',
  'dub.willFit': '将符合',
  'dub.overHint': '第 {number} 行长 {speech} 秒，只有 {time} 秒：结束晚 {seconds} 秒。调整…',
  'dub.lateHint': '第 {number} 行开始晚 {seconds} 秒，因为前一行结束太晚。调整…',
  'dub.fasterHint': '第 {number} 行长 {speech} 秒，只有 {time} 秒：导出时会加速。调整…',
  'dub.willFitHint': '第 {number} 行生成后预计符合时间。调整…',
  'dub.fitAbout': '估计：{fit}',
  'dub.willFitCount': { other: '{count} 行生成后将符合' },
  'dub.fitAll': '全部调整',
  'dub.speak': '以 {speed}× 语速朗读',
  'dub.tooFast': '{limit}× 也不够',
  'dub.shorten': '停顿缩短 {seconds} 秒',
  'dub.edit': '修改文字',
  'dub.goBefore': '转到结束太晚的第 {number} 行',
  'dub.locked': '音频版本已锁定',
  'video.files': '视频',
  'video.add': '添加视频…',
  'video.menu': '视频',
  'video.show': '显示视频',
  'video.choose': '另选…',
  'video.remove': '从此脚本移除',
  'video.label': '视频：{name}',
  'video.unplayable': '“{name}”无法在此播放。MP4（H.264）和 WebM 通常可以。',
  'video.missing': '“{name}”已不在原来的位置。',
  'history.fit': '按时间调整',
};
