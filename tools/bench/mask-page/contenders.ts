// The mask editor and the canvases it is compared with, each prepared with the requested number of strokes, ready for a
// real pointer.

import Konva from 'konva';
import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { type CanvasPath, ReactSketchCanvas, type ReactSketchCanvasRef } from 'react-sketch-canvas';
import type { MaskEngine } from '../../../renderer/engines/mask/engine-api.ts';
import { PICTURE, SHOWN, STROKE_WIDTH_PX, strokePoints } from './strokes.ts';

/** Creates an implementation with that many strokes in an element. */
export type Mount = (host: HTMLElement, strokes: number) => Promise<void>;

const SCALE = SHOWN.widthPx / PICTURE.widthPx;

/** The app's editor: strokes are sent as pointer events. */
export function mountOurs(engine: MaskEngine, host: HTMLElement): Mount {
  return async (_host, strokes) => {
    const canvas = new OffscreenCanvas(PICTURE.widthPx, PICTURE.heightPx);
    canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height);
    engine.configure({ sizePx: STROKE_WIDTH_PX, hardness: 1, opacity: 1 });
    engine.close('picture');
    await engine.open({ pictureId: 'picture', source: await canvas.convertToBlob(), ...PICTURE });
    const surface = host.firstElementChild;
    for (let index = 0; index < strokes; index++) {
      const points = strokePoints(index);
      const send = (type: string, at: { x: number; y: number } | undefined, buttons: number): void => {
        const where = { clientX: at?.x ?? 0, clientY: at?.y ?? 0 };
        surface?.dispatchEvent(new PointerEvent(type, { ...where, pointerId: 1, button: 0, buttons, bubbles: true }));
      };
      send('pointerdown', points[0], 1);
      for (const point of points) send('pointerrawupdate', point, 1);
      send('pointerup', points.at(-1), 0);
      if (index % 20 === 0) await engine.settled();
    }
    await engine.settled();
  };
}

/** Konva redraws every line of a layer; if cached, the earlier ones are a single picture. */
export function mountKonva(isCached: boolean): Mount {
  return async (host, strokes) => {
    const stage = new Konva.Stage({ container: element(host), width: SHOWN.widthPx, height: SHOWN.heightPx });
    const layer = new Konva.Layer({ scaleX: SCALE, scaleY: SCALE });
    const before = new Konva.Group();
    stage.add(layer);
    layer.add(before);
    const line = (points: number[]): Konva.Line =>
      new Konva.Line({
        points,
        stroke: '#f00',
        strokeWidth: STROKE_WIDTH_PX,
        lineCap: 'round',
        lineJoin: 'round',
        listening: false,
      });
    for (let index = 0; index < strokes; index++)
      before.add(line(strokePoints(index).flatMap(({ x, y }) => [x / SCALE, y / SCALE])));
    if (isCached && strokes > 0) before.cache({ pixelRatio: SCALE });
    layer.draw();
    let current: Konva.Line | undefined;
    const here = (): number[] => {
      const at = stage.getPointerPosition();
      return [(at?.x ?? 0) / SCALE, (at?.y ?? 0) / SCALE];
    };
    stage.on('pointerdown', () => {
      current = line(here());
      layer.add(current);
    });
    stage.on('pointermove', () => {
      if (current === undefined) return;
      current.points(current.points().concat(here()));
      layer.batchDraw();
    });
    stage.on('pointerup', () => {
      current = undefined;
    });
  };
}

/** A React component that stores strokes as SVG paths. */
export const mountSketch: Mount = async (host, strokes) => {
  const sketch = createRef<ReactSketchCanvasRef>();
  createRoot(element(host)).render(
    createElement(ReactSketchCanvas, {
      ref: sketch,
      width: `${SHOWN.widthPx}px`,
      height: `${SHOWN.heightPx}px`,
      strokeWidth: STROKE_WIDTH_PX * SCALE,
      strokeColor: '#f00',
    }),
  );
  while (sketch.current === null) await new Promise((resolve) => setTimeout(resolve, 20));
  const paths: CanvasPath[] = Array.from({ length: strokes }, (_none, index) => ({
    paths: strokePoints(index),
    strokeWidth: STROKE_WIDTH_PX * SCALE,
    strokeColor: '#f00',
    drawMode: true,
  }));
  sketch.current.loadPaths(paths);
};

function element(host: HTMLElement): HTMLDivElement {
  const inside = document.createElement('div');
  host.replaceChildren(inside);
  return inside;
}
