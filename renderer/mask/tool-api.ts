// What a tool is to the engine: how it looks under the pointer, and what becomes of a press. Types only.

import type { MaskTool, ToolSettings } from '../../shared/images/mask-tools.ts';
import type { BrushPoint } from './painting/brush.ts';
import type { Operation } from './painting/operation.ts';
import type { WandSettings } from './painting/wand.ts';
import type { BlendMode } from './raster/blend.ts';
import type { Point } from './view/view.ts';

/** Keys held down. */
export type Modifiers = { isShift: boolean; isAlt: boolean };

/** What tools work on. All points are in picture pixels. */
export type ToolSurface = {
  settings: () => ToolSettings;
  /** Device pixels of the screen to one picture pixel. */
  scale: () => number;
  /** A stroke of the brush as it is set; `endStroke` makes it one step of undo, `cancelStroke` drops it. */
  beginStroke: (mode: BlendMode, point: BrushPoint) => void;
  moveStroke: (points: readonly BrushPoint[]) => void;
  endStroke: () => void;
  cancelStroke: () => void;
  /** Where the last stroke on this picture ended; undefined before the first. */
  lastStrokeEnd: () => Point | undefined;
  /** Does something to the mask in one step. */
  apply: (operation: Operation) => void;
  /** Covers, or uncovers, what looks like the picture at a point. */
  select: (point: Point, settings: WandSettings, mode: BlendMode) => void;
  /** Shows an outline that nothing is covered by yet; it is hidden when the gesture is over. */
  showOutline: (outline: readonly Point[], isClosed: boolean) => void;
};

/** From press to release. */
type DragGesture = {
  type: 'drag';
  /** The points since the last time, at least one. */
  move: (points: readonly BrushPoint[], modifiers: Modifiers) => void;
  end: () => void;
  /** Drops what has been begun on the surface; not needed where nothing has. */
  cancel?: () => void;
};

/** From click to click, until it is closed. Dropping it needs nothing of the tool. */
type ClickGesture = {
  type: 'clicks';
  /** The next press; true when it closes the gesture. */
  press: (point: Point) => boolean;
  /** The next press would be here. */
  hover: (point: Point) => void;
  close: () => void;
  /** Takes the last press back; false when there is none left. */
  removeLast: () => boolean;
};

export type ToolGesture = DragGesture | ClickGesture;

/** A tool in the hands of the engine. */
export type EngineTool = {
  /** Diameter, in picture pixels, of the ring that stands for the pointer; 0 for a cross-hair. */
  cursorPx: (settings: ToolSettings) => number;
  /** A press begins a gesture. */
  begin: (point: BrushPoint, modifiers: Modifiers, surface: ToolSurface) => ToolGesture;
};

/** All of them. */
export type EngineTools = Readonly<Record<MaskTool, EngineTool>>;
