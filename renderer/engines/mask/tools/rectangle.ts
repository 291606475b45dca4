// The rectangle: adds a box dragged from corner to corner.

import { Square } from 'lucide-react';
import { rectangleOutline } from '../painting/shapes.ts';
import { boxTool } from './parts/box-tool.ts';
import type { Tool } from './tool.ts';

export const rectangle: Tool = { ...boxTool(rectangleOutline), icon: Square };
