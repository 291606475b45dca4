// 中文文本：保存的文件如何说明其来源。

import type { provenance as english } from '../en/provenance.ts';
import type { Words } from '../word-types.ts';

export const provenance: Words<typeof english> = {
  'provenance.title': '保存的文件',
  'provenance.mark': '标记为 AI 生成',
  'provenance.markHint':
    '在保存、导出和拖出的文件的元数据中写入“AI-generated”；蒙版之外保留原图的图片则写入“Edited with AI”。除此之外不写入任何关于你或请求的内容，声音和像素保持不变。支持 PNG、JPEG、WebP、MP3、Opus、FLAC 和 WAV，不包括 zip 文件和图片目录页。作品库中的文件保持收到时的原样。',
  'provenance.record': '在每个文件旁保存记录',
  'provenance.recordHint':
    '一个 JSON 文件，包含请求、连接、模型、日期和校验和。其中有你的文本或指令，转交他人之前请先查看。绝不包含密钥。拖出的文件和图片目录页没有记录。',
  'provenance.zipHint': '压缩包内的文件不做标记；旁边的记录涵盖所有文件。',
  'provenance.notMarked.already': { other: '{count} 个文件已说明其生成方式，保持原样。' },
  'provenance.notMarked.signed': { other: '{count} 个文件未标记：文件带有签名（C2PA），改动会破坏签名。' },
  'provenance.notMarked.unreadable': { other: '{count} 个文件未标记：文件已损坏，或其结构可能因标记而受损。' },
  'provenance.notMarked.noPlace': { other: '{count} 个文件未标记：其格式无处写入标记。' },
  'provenance.notMarked.demo': { other: '{count} 个文件未标记：演示模式的结果并非由 AI 生成。' },
  'provenance.marked': { other: '已将 {count} 个文件标记为 AI 生成。' },
  'provenance.noRecord': { other: '{count} 个文件旁的记录未能写入；文件本身完整。{reason}' },
  'provenance.savedAs': '已保存：{name}',
};
