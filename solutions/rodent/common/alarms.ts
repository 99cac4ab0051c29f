import { z } from 'zod';
import type { AlarmClass } from '#core/alarms/common/manifest.ts';
import { hitCauses, hitVerdicts } from './hit-words.ts';

const verdicts = hitVerdicts.filter((verdict) => verdict !== 'unverified');

type Closed = { actions: Readonly<Record<'terminate' | 'reject', AlarmClass['actions'][string]>> };

/** Who closes an alarm of a trap says by it what its hits were: an outcome, or why they were false. */
export function trapAlarmClasses<Operational extends AlarmClass & Closed, Status extends AlarmClass>({
  operational: measured,
  status,
}: {
  operational: Operational;
  status: Status;
}) {
  const { terminate, reject } = measured.actions;
  return {
    operational: {
      ...measured,
      actions: {
        ...measured.actions,
        terminate: {
          ...terminate,
          body: z.object({ verdict: z.enum(verdicts).optional() }),
          fields: { verdict: { kind: 'choice', options: verdicts, optional: true } },
        },
        reject: {
          ...reject,
          body: z.object({ cause: z.enum(hitCauses).optional() }),
          fields: { cause: { kind: 'choice', options: hitCauses, optional: true } },
        },
      },
    },
    status,
  } as const satisfies Record<string, AlarmClass>;
}
