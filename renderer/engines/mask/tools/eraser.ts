// The eraser: removes the pixels under its stroke from the mask.

import { Eraser } from 'lucide-react';
import { strokeTool } from './parts/stroke-tool.ts';
import type { Tool } from './tool.ts';

export const eraser: Tool = { ...strokeTool('erase'), icon: Eraser };
