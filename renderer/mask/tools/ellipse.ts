// The ellipse: covers what fits into a box from corner to corner.

import { Circle } from 'lucide-react';
import { ellipseOutline } from '../painting/shapes.ts';
import { boxTool } from './parts/box-tool.ts';
import type { Tool } from './tool.ts';

export const ellipse: Tool = { ...boxTool(ellipseOutline), icon: Circle };
