// The brush: covers what it goes over.

import { Brush } from 'lucide-react';
import { strokeTool } from './parts/stroke-tool.ts';
import type { Tool } from './tool.ts';

export const brush: Tool = { ...strokeTool('paint'), icon: Brush };
