// Chinese texts of help: the menu, shortcuts, first steps, the report of a problem, about.

import type { help as english } from '../en/help.ts';
import type { Words } from '../word-types.ts';

export const help: Words<typeof english> = {
  'command.help.guide': '使用指南',
  'command.help.gettingStarted': '快速入门',
  'command.help.shortcuts': '键盘快捷键',
  'command.help.report': '报告问题',
  'command.help.about': '关于 Relay Studio',

  'shortcuts.search': '搜索快捷键',
  'shortcuts.everywhere': '所有页面',
  'shortcuts.inLists': '列表中',
  'shortcuts.inText': '要朗读的文字中',
  'shortcuts.empty': '没有匹配的快捷键。',
  'shortcuts.or': '或',

  'start.step.sound': '第一段语音',
  'start.step.voice': '换个音色',
  'start.step.picture': '打开图片',
  'start.step.edit': '涂抹并编辑',
  'start.step.library': '找回两者',
  'start.hint.sound': '在“语音”页面点击“{generate}”。',
  'start.hint.voice': '在“语音”页面换一个音色，再点击“{generate}”。',
  'start.hint.picture': '在“图片”页面拖入或粘贴图片，或选择“{sample}”。',
  'start.hint.edit': '在“图片”页面涂抹要改的部分，写下要怎么改，再点击“{edit}”。',
  'start.hint.library': '打开“作品库”：语音和图片都保存在那里。',
  'start.done': '五步都已完成。',
  'start.isDone': '已完成',
  'start.close': '关闭快速入门',

  'guide.pages': '指南目录',
  'guide.failed': '无法读取使用指南。如果再次出现，请重新安装应用。',

  'report.intro': '这些文件可帮助他人查找原因，其中没有密钥、文稿和编辑指令。保存前请先查看。不会发送任何内容。',
  'report.files': '报告中的文件',
  'report.save': '保存…',
  'report.saved': '已保存到 {folder}',
  'report.failed': '无法保存报告。请选择其他文件夹。',
  'report.emptyFile': '此文件为空。',
  'report.textOf': '{name} 的内容',

  'aboutApp.version': '版本',
  'aboutApp.licence': '许可证',
  'aboutApp.host': '运行于',
  'aboutApp.system': '系统',
  'aboutApp.standIn': 'Chromium 宿主（代替 Electron）',
  'aboutApp.more': '第三方声明与更新',
};
