import type { AlarmKind } from '#core/alarms/common/manifest.ts';

const ofBays = [
  'overstay',
  'ev-blocked',
  'ev-idle',
  'left-after-closing',
  'slot-stuck',
  'slot-flapping',
  'detector-disagree',
] as const;

const ofCounts = ['almost-full', 'group-full', 'location-full', 'count-drift', 'wrong-way'] as const;

/** The alarms that parking itself raises. */
export const parkingAlarms: Readonly<Record<string, AlarmKind>> = {
  ...Object.fromEntries([...ofBays, ...ofCounts].map((kind) => [kind, { class: 'operational' }])),
  ghosts: { class: 'status' },
};
