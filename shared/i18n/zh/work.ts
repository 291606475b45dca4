// 中文文本：各页面上的内容——撤销、暂存、拖入的文件。

import type { work as english } from '../en/work.ts';
import type { Words } from '../word-types.ts';

export const work: Words<typeof english> = {
  'command.edit.undo': '撤销',
  'command.edit.redo': '重做',
  'command.work.recent': '最近内容…',
  'command.work.new': '重新开始',

  'history.undo': '撤销：{what}',
  'history.redo': '重做：{what}',
  'history.typing': '输入',
  'history.deleteOne': '删除“{title}”',
  'history.delete': { other: '删除 {count} 项' },
  'history.restore': { other: '恢复 {count} 项' },
  'history.replaceText': '替换文本',
  'history.replacePictures': '替换图片',
  'history.settings': '更改设置',
  'history.sampleRate': '更改采样率',
  'history.addPictures': { other: '添加 {count} 张图片' },
  'history.removePicture': '移除“{name}”',
  'history.replacePicture': '替换“{name}”',
  'history.movePicture': '移动“{name}”',
  'history.useAsSource': '用作源图',
  'history.mask': '修改蒙版',
  'history.forget': '从“最近”中移除',
  'history.failed': '无法撤销。',

  'recent.title': '最近',
  'recent.empty': '本页面被替换下来的内容会保留在这里。',
  'recent.limit': '保留最近 {count} 项。',
  'recent.untitled': '无指令',
  'recent.pictures': { other: '{count} 张图片' },
  'recent.open': '打开“{title}”',
  'recent.remove': '从“最近”中移除“{title}”',
  'recent.opened': '已打开。之前的内容在“最近”中。',
  'recent.removed': '已从“最近”中移除',
  'recent.usedText': '已采用文本和设置。之前的内容在“最近”中。',
  'recent.recalled': '已重新载入请求。之前的内容在“最近”中。',
  'recent.openedPicture': '已打开“{name}”。之前的内容在“最近”中。',
  'recent.started': '已重新开始。之前的内容在“最近”中。',
};
