// Chinese texts about the files of results.

import type { pictures as english } from '../en/pictures.ts';
import type { Words } from '../word-types.ts';

export const pictures: Words<typeof english> = {
  'picture.mark.checking': '正在检查…',
  'picture.mark.unchecked': '未检查',
  'picture.mark.damaged': '已损坏',
  'picture.mark.undecodable': '无法读取',
  'picture.mark.foreign': '{kind}：无法显示',
  'picture.mark.tooLarge': '太大，无法显示',
  'picture.fault.damaged': '这张图片的文件不完整或已损坏：只显示能读取的部分。',
  'picture.fault.undecodable': '这张图片的文件已损坏或不完整，什么都无法显示。',
  'picture.fault.foreign': '这是 {kind} 图片，无法在这里显示。',
  'picture.fault.tooLarge': '这张图片太大，无法在这里显示。{limit}',
  'picture.fault.advice':
    '文件按收到的原样保留，中转站已计费。可以原样保存，用其他程序打开；重新发送这次请求会再次计费。',
  'picture.limit.tooManyBytes': '它有 {size}；最多能打开 64 MiB。',
  'picture.limit.sideTooLong': '它有 {width} x {height} 像素；每边最多 16 384 像素。',
  'picture.limit.tooComplex': '它的帧、扫描次数或隐藏数据过多，无法安全打开。',
  'picture.limit.tooManyPixels': '它有 {width} x {height} = {pixels} 像素；最多能打开 1.1 亿像素。',
  'picture.notOpened': '这是 {kind} 图片。本应用能打开 PNG、JPEG、WebP、AVIF、GIF 和 BMP。',
  'picture.formatDiffers': '要求 {asked}，收到 {got}',
  'picture.notProtected': '未保留原图：结果已损坏。',
  'picture.notCompared': '图片已损坏或无法显示，因此没有比较。',
  'picture.part': '{size}，位于 {x},{y}',
  'picture.sizeUnknown': '尺寸未知',
};
