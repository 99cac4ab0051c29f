import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { GroupState, Service } from '../common/panel/words.ts';

export const groupTones: Record<GroupState, Tone> = {
  disarmed: 'none',
  arming: 'ok',
  'armed-away': 'good',
  'armed-stay': 'good',
  'armed-night': 'good',
  entry: 'poor',
  alarm: 'problem',
};
export const serviceTones: Record<Service, Tone> = {
  linked: 'ok',
  active: 'good',
  'out-of-service': 'poor',
  unlinked: 'none',
};
