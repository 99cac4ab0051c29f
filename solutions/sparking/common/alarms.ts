import type { AlarmKind } from '#core/alarms/common/manifest.ts';

const ofBays = ['overstay', 'ev-blocked', 'ev-idle', 'left-after-closing', 'slot-stuck', 'slot-flapping'] as const;

/** The alarms that parking itself raises. */
export const parkingAlarms: Readonly<Record<string, AlarmKind>> = {
  ...Object.fromEntries(ofBays.map((kind) => [kind, { class: 'operational' }])),
  ghosts: { class: 'status' },
};
