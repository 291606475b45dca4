// 中文文本：导出音频。

import type { exporting as english } from '../en/export.ts';
import type { Words } from '../word-types.ts';

export const exporting: Words<typeof english> = {
  'export.join': '合并保存…',
  'export.title': '导出',
  'export.explanation': { other: '{count} 个音频版本合并为一段音频，最早的在前。' },
  'export.bits': '位深',
  'export.bitCount': '{count} 位',
  'export.channels': '声道',
  'export.asTakes': '与音频版本相同',
  'export.mono': '单声道',
  'export.stereo': '立体声',
  'export.rate': '采样率',
  'export.loudness': '响度',
  'export.unchanged': '不变',
  'export.truePeak': '峰值 {level} dBTP',
  'export.pause': '间隔停顿（毫秒）',
  'export.trim': '去除静音',
  'export.trimHint': '去除每个音频版本开头和结尾的静音',
  'export.save': '保存',
  'export.saved': '已保存为 {name}：{facts}',
  'export.progress': '导出',
};
