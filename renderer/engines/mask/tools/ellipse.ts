// The ellipse: adds the ellipse that fits into a box dragged from corner to corner.

import { Circle } from 'lucide-react';
import { ellipseOutline } from '../painting/shapes.ts';
import { boxTool } from './parts/box-tool.ts';
import type { Tool } from './tool.ts';

export const ellipse: Tool = { ...boxTool(ellipseOutline), icon: Circle };
