import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { PaperState } from '../common/vehicle/papers.ts';
import type { VehicleStatus } from '../common/vehicle/vehicle.ts';

export const statusTones: Record<VehicleStatus, Tone> = {
  moving: 'good',
  idle: 'ok',
  stopped: 'none',
  offline: 'poor',
  'no-device': 'none',
  suspended: 'problem',
  retired: 'none',
};

export const paperTones: Record<PaperState, Tone> = { expired: 'problem', soon: 'poor', valid: 'good', none: 'none' };
