// Sends edits to a practice relay with the system's GTK in its process, as in every process of Electron on Linux.

import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { expect } from 'vitest';
import { startPracticeProgram } from '../support/practice-program.ts';
import { IMAGE_MODEL, imagesOf, maskOf, pictureOf, postForm } from './client.ts';

const BESIDE_GTK = { LD_PRELOAD: 'libgtk-3.so.0' };
const FORMATS = ['png', 'jpeg', 'webp'] as const;
const PROMPTS = ['darken it', 'blur it', 'erase it', 'replace it with image 2', 'make it red'];

/** Returns why GTK cannot be loaded into a process on this computer; undefined if it can. */
export function gtkMissing(): string | undefined {
  if (process.platform !== 'linux') return 'only on Linux does Electron load GTK';
  // The system's loader prints an error if it does not find the library, and continues without it.
  const { stderr } = spawnSync(process.execPath, ['--version'], { env: BESIDE_GTK, encoding: 'utf8' });
  return stderr === '' ? undefined : stderr;
}

/** Sends `count` edits, with every format in and out, every second one with a mask, and expects no error output. */
export async function editBesideGtk(count: number): Promise<void> {
  const relay = await startPracticeProgram([], undefined, BESIDE_GTK);
  try {
    const [picture, mask] = [await pictureOf('96x96'), await maskOf('48x48', 0)];
    const partMask = await sharp(mask).extend({ right: 48, bottom: 48, background: '#000f' }).png().toBuffer();
    for (let i = 0; i < count; i++) {
      const output_format = FORMATS[i % FORMATS.length] ?? 'png';
      const fields = { model: IMAGE_MODEL, prompt: PROMPTS[i % PROMPTS.length], output_format };
      const image = await sharp(picture).toFormat(output_format).toBuffer();
      const form = { ...fields, image: [image, picture], mask: i % 2 === 0 ? partMask : undefined };
      expect(await imagesOf(await postForm(`${relay.base}/v1/images/edits`, form))).toHaveLength(1);
    }
    // GLib prints a line for every object that it does not recognise.
    expect(relay.stderr().split('\n').length - 1).toBe(0);
  } finally {
    await relay.stop();
  }
}
