import type { ScheduleUse } from '../common/schedule.ts';

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** The hours of a schedule have changed. */
    'schedule.changed': { id: number };
    /** Asks what uses schedules. A listener adds how many of its records do, of those that the caller sees. */
    'schedule.counted': { add(use: string, counts: readonly Omit<ScheduleUse, 'by'>[]): void };
    /** Sent before a schedule is deleted. A listener whose records refer to it refuses. */
    'schedule.removed': { id: number };
  }
}
