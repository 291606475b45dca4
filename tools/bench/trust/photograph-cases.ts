// Photographs, each with 15 behaviours of a model.

import { type Photograph, readPhotograph } from '../photographs.ts';
import {
  ALIGNED,
  MISALIGNED,
  NOT_USED,
  PARTLY,
  type Plan,
  type Scenario,
  type Subject,
  scenarioNamed,
  USED,
} from './cases.ts';

const BEHAVIOURS: readonly Scenario[] = [
  { name: 'faithful, JPEG', ...ALIGNED, jpegQuality: 85, verdicts: USED },
  scenarioNamed('shifted'),
  scenarioNamed('scaled'),
  scenarioNamed('rotated'),
  scenarioNamed('stretched'),
  scenarioNamed('drifting'),
  scenarioNamed('shifted, scaled, recoloured'),
  scenarioNamed('shifted, rotated, stretched, JPEG'),
  { name: 'shifted, drifting, relit, noise', ...MISALIGNED, isDrifting: true, isRelit: true, noise: 4, verdicts: USED },
  { name: 'stretched, mask ignored', ...ALIGNED, isStretched: true, repainted: 0.22, verdicts: [...USED, ...PARTLY] },
  { name: 'other shape', ...ALIGNED, reshape: 'otherShape', verdicts: PARTLY },
  { name: 'mirrored', ...ALIGNED, reshape: 'mirrored', verdicts: PARTLY },
  { name: 'cropped', ...ALIGNED, reshape: 'cropped', verdicts: PARTLY },
  { name: 'restyled', ...ALIGNED, isRestyled: true, verdicts: PARTLY },
  { name: 'source ignored', ...ALIGNED, ignoredFor: 'sameKind', jpegQuality: 85, verdicts: NOT_USED },
];

/** Small, so that a run can contain many. */
const LONG_PX = 960;

/** Every photograph with every behaviour; the next photograph is painted into it, the one after that is a stranger. */
export function photographPlans(photographs: readonly Photograph[]): Plan[] {
  return photographs.flatMap((photograph, p) => {
    const at = (away: number): Photograph => photographs[(p + away) % photographs.length] ?? photograph;
    const subject: Subject = {
      name: at(0).name,
      isFlat: false,
      source: (size) => readPhotograph(at(0), size),
      edit: (size) => readPhotograph(at(1), size),
      stranger: (size) => readPhotograph(at(2), size),
    };
    return BEHAVIOURS.map((scenario, b): Plan => {
      const seed = 500 + 100 * b + p;
      const size = (b + p) % 2 === 0 ? { width: LONG_PX, height: 640 } : { width: 640, height: 800 };
      return { subject, scenario, seed, size, enlarged: 0.9 + 0.3 * ((b + p) % 4), painted: 0.12 + 0.05 * (p % 3) };
    });
  });
}
