import { z } from 'zod';
import { alarmRow } from '#core/alarms/common/alarm.ts';
import { deviceLogLine } from '#core/devices/common/device-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { hitRow, hitVerdict } from './hit.ts';
import { shownLine } from './visits/visit-line.ts';

/** What a journal has besides the lines of the logs of devices. */
export const journalKinds = ['hit', 'verdict', 'rearm', 'visit', 'alarm'] as const;
/** The longest period, in days. */
export const maxJournalDays = 366;

const named = z.object({ id: z.number(), name: z.string() });
const line = deviceLogLine.extend({
  companyId: z.number(),
  /** Null for alarms about a site or a visit. */
  device: named.extend({ solutionId: z.number() }).nullable(),
  /** The number on the trap. */
  number: z.number().nullable(),
  /** Where it happened; of lines of logs, where the trap is now. */
  structure: named.nullable(),
  hit: hitRow.pick({ kind: true, fromAt: true, count: true, verdict: true, presumed: true }).nullable(),
  verdict: hitVerdict.pick({ verdict: true, species: true, count: true, cause: true, reason: true }).nullable(),
  visit: shownLine
    .pick({ finding: true, count: true, species: true, actions: true, reason: true })
    .extend({ id: z.number(), number: z.string() })
    .nullable(),
  /** An alarm where it began, and what has become of it. */
  alarm: alarmRow
    .pick({ kind: true, class: true, severity: true, condition: true, disposition: true, closedAt: true, names: true })
    .extend({ id: z.number(), subject: z.string() })
    .nullable(),
});
export type JournalLine = z.infer<typeof line>;

const journalList = {
  filter: ['kind', 'at', 'deviceId', 'structureId'],
  valuesOnly: ['kind', 'deviceId', 'structureId'],
  sort: ['at'],
  defaultSort: ['at', 'desc'],
  countUpTo: 10_000,
} as const satisfies ListSpec;

/**
 * What happened at all traps of the company, in a period of at most `maxJournalDays`. That traps are connected or not is
 * left out unless the filter asks for it.
 */
export const journalRoutes = {
  list: route.list('/log', { access: canDo('rodent.device', 'read'), reply: line, list: journalList }),
};
