// The hand: a drag moves the picture; a double click fits it.

import { Hand } from 'lucide-react';
import type { Tool } from './tool.ts';

export const hand: Tool = { icon: Hand, options: [], navigates: 'pan', doubleClick: 'view.fit' };
