// What a tool is: a state machine fed with points of one gesture, answering with commands for the raster. It must not know pointers, rasters or screens.

import { type BrushPoint, type BrushSettings, type Dab, dabAt, dabsAlong } from './brush.ts';
import type { StrokeMode } from './stroke.ts';

/** A change of the raster that a tool asks for. */
export type ToolCommand = { do: 'stamp'; dabs: readonly Dab[] };

/** One gesture of a tool, from its first point on. Escape is no step of it: whoever runs the gesture drops it, pixels and all. */
export type Gesture = {
  move: (points: readonly BrushPoint[]) => readonly ToolCommand[];
  end: () => readonly ToolCommand[];
};

/** A tool: begins gestures. */
export type Tool = {
  /** Whether its gestures add coverage or take it away. */
  mode: StrokeMode;
  begin: (point: BrushPoint, settings: BrushSettings) => { gesture: Gesture; commands: readonly ToolCommand[] };
};

/** Every tool by its name. */
export const TOOLS = { brush: roundBrush('paint'), eraser: roundBrush('erase') } as const satisfies Record<
  string,
  Tool
>;

export type ToolId = keyof typeof TOOLS;

/** A round brush that follows its points in straight lines. */
function roundBrush(mode: StrokeMode): Tool {
  return {
    mode,
    begin: (first, settings) => {
      let last = first;
      let carriedPx = 0;
      const stamp = (dabs: readonly Dab[]): readonly ToolCommand[] =>
        dabs.length === 0 ? [] : [{ do: 'stamp', dabs }];
      const move = (points: readonly BrushPoint[]): readonly ToolCommand[] => {
        const dabs: Dab[] = [];
        for (const point of points) {
          const line = dabsAlong(last, point, settings, carriedPx);
          dabs.push(...line.dabs);
          carriedPx = line.carriedPx;
          last = point;
        }
        return stamp(dabs);
      };
      // The last dab lies where the pointer left, however little is left to the next one.
      const end = (): readonly ToolCommand[] => (carriedPx > 0 ? stamp([dabAt(last, settings)]) : []);
      return { gesture: { move, end }, commands: stamp([dabAt(first, settings)]) };
    },
  };
}
