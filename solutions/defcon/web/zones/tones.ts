import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { ZoneCondition } from '../../common/zones/zone-desk.ts';

export const conditionTones: Record<ZoneCondition, Tone> = {
  tamper: 'problem',
  fault: 'poor',
  missing: 'poor',
  bypassed: 'ok',
  open: 'ok',
  normal: 'good',
};
