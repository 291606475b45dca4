// The interface between the engine and a tool: the size of its cursor, and what a press does. Types only.

import type { MaskTool, ToolSettings } from '../../../shared/images/mask-tools.ts';
import type { BrushPoint } from './painting/brush.ts';
import type { Operation } from './painting/operation.ts';
import type { WandSettings } from './painting/wand.ts';
import type { BlendMode } from './raster/blend.ts';
import type { SelectBy } from './select/selector.ts';
import type { Point } from './view/view.ts';

/** The modifier keys that are pressed. */
export type Modifiers = { isShift: boolean; isAlt: boolean };

/** What tools work on. All points are in picture pixels. */
export type ToolSurface = {
  settings: () => ToolSettings;
  /** Device pixels of the screen per picture pixel. */
  scale: () => number;
  /**
   * Begins a stroke of the brush with its current settings. `endStroke` turns it into one undo step, `cancelStroke`
   * discards it.
   */
  beginStroke: (mode: BlendMode, point: BrushPoint) => void;
  moveStroke: (points: readonly BrushPoint[]) => void;
  /**
   * Begins to select what a stroke or a box means, at its first point or corner. It goes on as a stroke of the brush does.
   */
  beginSelect: (mode: BlendMode, how: SelectBy, point: BrushPoint) => void;
  endStroke: () => void;
  cancelStroke: () => void;
  /** Where the last stroke on this picture ended; undefined before the first. */
  lastStrokeEnd: () => Point | undefined;
  /** Applies an operation to the mask in one step. */
  apply: (operation: Operation) => void;
  /** Adds to the mask, or removes from it, the pixels that look like the picture at a point. */
  select: (point: Point, settings: WandSettings, mode: BlendMode) => void;
  /** Shows the outline of an area that is not filled yet. It is hidden when the gesture is over. */
  showOutline: (outline: readonly Point[], isClosed: boolean) => void;
};

/** A gesture from press to release. */
type DragGesture = {
  type: 'drag';
  /** Called with the points since the last call, at least one. */
  move: (points: readonly BrushPoint[], modifiers: Modifiers) => void;
  end: () => void;
  /** Discards what was begun on the surface; not needed if nothing was. */
  cancel?: () => void;
};

/** A gesture of several clicks, until it is closed. Cancelling it needs no action by the tool. */
type ClickGesture = {
  type: 'clicks';
  /** The next press; returns true when it closes the gesture. */
  press: (point: Point) => boolean;
  /** The position where the next press would be. */
  hover: (point: Point) => void;
  close: () => void;
  /** Takes back the last press; returns false when none is left. */
  removeLast: () => boolean;
};

export type ToolGesture = DragGesture | ClickGesture;

/** A tool that changes the mask. */
export type PaintingTool = {
  navigates?: undefined;
  /** Diameter, in picture pixels, of the ring that replaces the pointer; 0 for a cross-hair. */
  cursorPx: (settings: ToolSettings) => number;
  /** Whether it looks at the whole picture first, which takes a moment. */
  looksFirst?: boolean;
  /** Begins a gesture with a press. */
  begin: (point: BrushPoint, modifiers: Modifiers, surface: ToolSurface) => ToolGesture;
};

/** A tool that changes the view only: its drags pan the picture, or zoom. */
export type ViewTool = { navigates: 'pan' | 'zoom' };

/** A tool as the engine uses it. */
type EngineTool = PaintingTool | ViewTool;

/** All tools by their keys. */
export type EngineTools = Readonly<Record<MaskTool, EngineTool>>;
