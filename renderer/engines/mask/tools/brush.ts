// The brush: adds the pixels under its stroke to the mask.

import { Brush } from 'lucide-react';
import { strokeTool } from './parts/stroke-tool.ts';
import type { Tool } from './tool.ts';

export const brush: Tool = { ...strokeTool('paint'), icon: Brush };
