// Chinese texts about deleted things and deleting them for good.

import type { trash as english } from '../en/trash.ts';
import type { Words } from '../word-types.ts';

export const trash: Words<typeof english> = {
  'trash.deleteForGood': '彻底删除',
  'trash.deleteForGoodAsk': '彻底删除…',
  'trash.empty': '清空…',
  'trash.emptyTitle': '清空“已删除”',
  'trash.deleteTitle': '彻底删除',
  'trash.counting': '正在统计可释放的空间…',
  'trash.items': { other: '将彻底删除 {count} 项，至少释放 {size}，且无法撤销。' },
  'trash.itemsHint': '其他作品、草稿或请求需要的文件会保留。用量统计不变。',
  'trash.scripts': { other: '将彻底删除 {count} 个脚本，且无法撤销。' },
  'trash.scriptsHint': '音频版本会留在作品库中。',
  'trash.inUse': {
    other: '{count} 项会留在“已删除”中，因为脚本或请求仍需要：某一行仅剩的或选定的音频版本，或仍在显示的请求的回复。',
  },
  'trash.failed': {
    other: '{count} 项无法删除，仍完整保留在“已删除”中。可能有其他程序打开了文件，或文件夹不可写（{reason}）。',
  },
  'trash.deleting': '正在删除…',
  'trash.done': { other: '已彻底删除 {count} 项，释放 {size}。' },
  'trash.doneNone': '没有删除任何内容。',
  'trash.doneScripts': { other: '已彻底删除 {count} 个脚本。' },
  'trash.keptDays': { other: '已删除的作品会在这里保留 {count} 天。' },
  'trash.keptForever': '已删除的作品会一直保留在这里，直到你彻底删除。',
  'trash.setting': '保留已删除的作品',
  'trash.setting.days': { other: '{count} 天' },
  'trash.setting.forever': '直到我彻底删除',
  'trash.setting.hint': '到期后会彻底删除，脚本也一样。只计算使用本应用的日子。',
  'trash.emptyBytes': '清空“已删除”（{size}）…',
  'script.deleteForGood': '彻底删除“{title}”…',
};
