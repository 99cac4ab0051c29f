import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { alarmRow, severities } from './alarm.ts';

const bySeverity = z.record(z.enum(severities), z.number());
const alarmCount = z.object({
  open: bySeverity,
  /** The open alarms by kind and name, the worst and most frequent first; at most 30. */
  kinds: z.array(alarmRow.pick({ kind: true, class: true, names: true, severity: true }).extend({ count: z.number() })),
  /** Alarms raised in the period by the days of the company's time zone, without days on which none was raised. */
  raised: z.array(z.object({ day: z.string(), count: z.number() })),
});
export type AlarmCount = z.infer<typeof alarmCount>;

/** The numbers of open and of raised alarms of an app that the caller may read. */
export const alarmCountRoutes = (app: string) => ({
  read: route.get('/alarm/count', {
    access: canDo(`${app}.device`, 'read'),
    query: z.object({
      class: z.string().max(40, 'tooLong').optional(),
      structureId: z.coerce.number('enterANumber').int().positive('pleaseInputIDRight').optional(),
      from: instant(),
      to: instant(),
    }),
    reply: alarmCount,
  }),
});
