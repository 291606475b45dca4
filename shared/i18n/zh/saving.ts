// 中文文本：保存一张图片，以及图片的保存方式。

import type { saving as english } from '../en/saving.ts';
import type { Words } from '../word-types.ts';

export const saving: Words<typeof english> = {
  'save.title': '保存图片',
  'save.name': '名称',
  'save.version': '图片',
  'save.format': '格式',
  'save.asIsHint': '{format}，像素不变',
  'save.hint.png': '无损',
  'save.hint.jpeg': '已是 JPEG 且不会变小的图片，像素保持不变',
  'save.hint.webp': '已是 WebP 且不会变小的图片，像素保持不变',
  'save.becomesWhite': 'JPEG 不支持透明：透明部分会变成白色。',
  'save.scale': '尺寸',
  'save.scale.width': '宽度',
  'save.width': '宽度（像素）',
  'save.widthRange': '请输入 {min} 到 {max} 像素的宽度',
  'save.notEnlarged': '较小的图片保持原尺寸',
  'save.sides': '{width} × {height} 像素',
  'save.details': '原图信息',
  'save.detailsHint': '作者、版权、日期、相机、分辨率',
  'save.noDetails': '原图没有这些信息。',
  'save.detailsUnreadable': '原图的信息无法读取，因此不保留。',
  'save.place': '原图拍摄地点',
  'save.placeHint': '拍摄位置（GPS）',
  'save.fileSize': '文件大小',
  'save.about': '约 {size}',
  'save.making': '正在生成文件…',
  'save.save': '保存…',
};
