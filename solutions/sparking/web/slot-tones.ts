import type { Tone } from '#platform/web/ui/values/severity.ts';

export const slotTones: Record<string, Tone> = {
  free: 'good',
  occupied: 'ok',
  unknown: 'none',
  'out-of-service': 'poor',
};
