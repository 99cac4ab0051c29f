import { z } from 'zod';
import type { AlarmClass } from '#core/alarms/common/manifest.ts';

/** The alarms that parking itself raises about bays. */
export const bayAlarms = [
  'overstay',
  'to-check',
  'ev-blocked',
  'ev-idle',
  'left-after-closing',
  'slot-stuck',
  'slot-flapping',
  'detector-disagree',
] as const;

/** Those about the counts of groups and car parks. */
export const countAlarms = ['almost-full', 'group-full', 'location-full', 'count-drift', 'wrong-way'] as const;

/** What somebody finds who looks at a bay that does not change. */
export const sensorVerdicts = ['right', 'wrong'] as const;
export const stuckAnswer = z.object({
  sensorIs: z.enum(sensorVerdicts, 'invalid'),
  /** The bay is empty now, so that its sensor can be recalibrated. */
  bayEmpty: z.boolean('invalid').optional(),
});

/** Who looks at a bay that is stuck says whether its sensor is right. */
export const withStuckAnswer = <Measured extends AlarmClass, Technical extends AlarmClass>({
  operational,
  status,
}: {
  operational: Measured;
  status: Technical;
}) =>
  ({
    operational: {
      ...operational,
      actions: {
        ...operational.actions,
        answer: {
          kinds: ['slot-stuck'],
          ability: 'terminate',
          closes: 'terminated',
          event: 'terminated',
          body: stuckAnswer,
          fields: {
            sensorIs: { kind: 'choice', options: sensorVerdicts },
            bayEmpty: { kind: 'boolean', optional: true },
          },
        },
      },
    },
    status,
  }) as const satisfies Record<string, AlarmClass>;
