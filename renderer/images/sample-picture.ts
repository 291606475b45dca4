// Draws the sample picture: a table by a window with a cup on it. Made by code, so that the app carries no picture file.

import type { Bytes } from './ports.ts';

const WIDTH = 1920;
const HEIGHT = 1280;
const TABLE_Y = 700;
/** An ellipse that holds the cup. */
const CUP = { x: 1270, y: 965, radiusX: 340, radiusY: 235 } as const;
const TAU = 2 * Math.PI;

/** The sample as a PNG. */
export async function makeSamplePicture(): Promise<Bytes> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('No 2D canvas.');
  drawWall(context);
  drawWindow(context);
  drawTable(context);
  drawBooks(context);
  drawCup(context);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await blob.arrayBuffer());
}

/** A mask over the cup with its saucer, one byte per pixel. */
export function sampleMask(widthPx: number, heightPx: number): Bytes {
  const coverage = new Uint8Array(widthPx * heightPx);
  const { x, y, radiusX, radiusY } = CUP;
  for (let row = Math.max(0, y - radiusY); row < Math.min(heightPx, y + radiusY); row++) {
    const half = Math.floor(radiusX * Math.sqrt(1 - ((row - y) / radiusY) ** 2));
    coverage.fill(255, row * widthPx + Math.max(0, x - half), row * widthPx + Math.min(widthPx, x + half));
  }
  return coverage;
}

type Pen = OffscreenCanvasRenderingContext2D;

function drawWall(pen: Pen): void {
  const wall = pen.createLinearGradient(0, 0, WIDTH, HEIGHT);
  wall.addColorStop(0, '#d9cfc0');
  wall.addColorStop(1, '#b3a28e');
  pen.fillStyle = wall;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
}

function drawWindow(pen: Pen): void {
  pen.fillStyle = '#f4f0e8';
  pen.fillRect(220, 60, 760, 520);
  const sky = pen.createLinearGradient(0, 90, 0, 550);
  sky.addColorStop(0, '#7fb2dc');
  sky.addColorStop(0.75, '#cfe4ee');
  sky.addColorStop(1, '#f3e6cf');
  pen.fillStyle = sky;
  pen.fillRect(250, 90, 700, 460);
  pen.save();
  pen.beginPath();
  pen.rect(250, 90, 700, 460);
  pen.clip();
  hill(pen, '#8fae86', 470, 90, 0);
  hill(pen, '#6e9469', 515, 60, 2);
  pen.fillStyle = '#fff8';
  for (const [x, y, r] of [
    [420, 200, 46],
    [480, 186, 60],
    [550, 204, 44],
    [790, 260, 34],
    [840, 248, 46],
    [892, 264, 32],
  ] as const) {
    pen.beginPath();
    pen.ellipse(x, y, r, r * 0.55, 0, 0, TAU);
    pen.fill();
  }
  pen.restore();
  pen.fillStyle = '#f4f0e8';
  pen.fillRect(590, 90, 20, 460);
  pen.fillRect(250, 310, 700, 20);
  pen.fillStyle = '#e2dacb';
  pen.fillRect(190, 580, 820, 34);
}

function hill(pen: Pen, color: string, base: number, height: number, phase: number): void {
  pen.fillStyle = color;
  pen.beginPath();
  pen.moveTo(250, 550);
  for (let x = 250; x <= 950; x += 10) pen.lineTo(x, base - height * Math.sin(x / 170 + phase) * 0.5);
  pen.lineTo(950, 550);
  pen.fill();
}

function drawTable(pen: Pen): void {
  const top = pen.createLinearGradient(0, TABLE_Y, 0, HEIGHT);
  top.addColorStop(0, '#9a683b');
  top.addColorStop(1, '#8d5c32');
  pen.fillStyle = top;
  pen.fillRect(0, TABLE_Y, WIDTH, HEIGHT - TABLE_Y);
  pen.strokeStyle = '#5a341510';
  pen.lineWidth = 3;
  for (let i = 0; i < 34; i++) {
    const y = TABLE_Y + 14 + i * 17;
    pen.beginPath();
    pen.moveTo(0, y);
    for (let x = 0; x <= WIDTH; x += 60) pen.lineTo(x, y + 5 * Math.sin(x / 210 + i * 1.7));
    pen.stroke();
  }
  pen.fillStyle = '#ffffff14';
  pen.fillRect(0, TABLE_Y, WIDTH, 6);
}

function drawBooks(pen: Pen): void {
  for (const [x, y, width, height, color] of [
    [300, 830, 420, 64, '#33566b'],
    [330, 772, 370, 60, '#a8433a'],
    [322, 722, 340, 52, '#d8b04c'],
  ] as const) {
    shadow(pen, x + width / 2, y + height, width / 2 + 12, 12);
    pen.fillStyle = color;
    pen.beginPath();
    pen.roundRect(x, y, width, height, 6);
    pen.fill();
    pen.fillStyle = '#ffffff2e';
    pen.fillRect(x + 36, y + height * 0.3, width - 150, 6);
    pen.fillStyle = '#00000022';
    pen.fillRect(x, y + height - 8, width, 8);
  }
}

function drawCup(pen: Pen): void {
  const x = 1240;
  pen.save();
  pen.translate(0, 40);
  shadow(pen, x + 20, 1086, 240, 40);
  pen.fillStyle = '#efe9df';
  pen.beginPath();
  pen.ellipse(x, 1072, 220, 40, 0, 0, TAU);
  pen.fill();
  pen.strokeStyle = '#f2ede4';
  pen.lineWidth = 34;
  pen.beginPath();
  pen.ellipse(x + 160, 930, 72, 66, 0, -1.5, 1.7);
  pen.stroke();
  const side = pen.createLinearGradient(x - 170, 0, x + 170, 0);
  side.addColorStop(0, '#cfc7ba');
  side.addColorStop(0.35, '#fbf8f2');
  side.addColorStop(1, '#c5bcae');
  pen.fillStyle = side;
  pen.beginPath();
  pen.moveTo(x - 168, 800);
  pen.bezierCurveTo(x - 160, 960, x - 130, 1064, x - 70, 1072);
  pen.lineTo(x + 70, 1072);
  pen.bezierCurveTo(x + 130, 1064, x + 160, 960, x + 168, 800);
  pen.fill();
  pen.fillStyle = '#f6f2ea';
  pen.beginPath();
  pen.ellipse(x, 800, 168, 40, 0, 0, TAU);
  pen.fill();
  pen.fillStyle = '#4a2a17';
  pen.beginPath();
  pen.ellipse(x, 806, 146, 30, 0, 0, TAU);
  pen.fill();
  pen.strokeStyle = '#3f7d8c';
  pen.lineWidth = 14;
  pen.beginPath();
  pen.ellipse(x, 880, 158, 36, 0, 0.12, Math.PI - 0.12);
  pen.stroke();
  pen.restore();
}

function shadow(pen: Pen, x: number, y: number, width: number, height: number): void {
  const dark = pen.createRadialGradient(x, y, 0, x, y, width);
  dark.addColorStop(0, '#0006');
  dark.addColorStop(1, '#0000');
  pen.save();
  pen.translate(0, y);
  pen.scale(1, height / width);
  pen.translate(0, -y);
  pen.fillStyle = dark;
  pen.beginPath();
  pen.arc(x, y, width, 0, TAU);
  pen.fill();
  pen.restore();
}
