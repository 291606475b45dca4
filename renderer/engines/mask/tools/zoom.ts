// The zoom tool: a click zooms in by a step, with Alt out; a drag zooms continuously.

import { ZoomIn } from 'lucide-react';
import type { Tool } from './tool.ts';

export const zoom: Tool = { icon: ZoomIn, options: [], navigates: 'zoom', doubleClick: 'view.actualSize' };
