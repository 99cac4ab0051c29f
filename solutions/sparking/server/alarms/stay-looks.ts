import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { isOpen, nextChange, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { SlotFacts } from '../stays/slot-facts.ts';
import { intendedUse, overstayAt } from './stay-limit.ts';

const graceMinutes = 5;
const evBlockedMs = 10 * minuteMs;
const evIdleMs = 15 * minuteMs;
const afterClosingMs = 15 * minuteMs;
const mostDays = 60;

/** The alarms that a stay raises about its bay, which end with it. */
export const stayAlarms = ['overstay', 'to-check', 'ev-blocked', 'ev-idle', 'slot-stuck'] as const;
type Look = {
  /** What it has raised, as it is remembered with the stay. */
  name: string;
  kind: (typeof stayAlarms)[number] | 'left-after-closing';
  severity: 'ok' | 'poor' | 'problem';
  /** In ms since 1970. */
  at: number;
};

/** What is known of charging in a stay; times are in ms since 1970. */
export type Charging = { ever: boolean; now: boolean; until: number | null };

const lookAt = (look: Omit<Look, 'at'>, at: number | null): Look[] => (at === null ? [] : [{ ...look, at }]);

/** When a stay that lasts raises which alarm, as things stand. */
export function looksOf(slot: SlotFacts, from: number, charging: Charging): Look[] {
  const overstay = { kind: 'overstay' } as const;
  return [
    ...lookAt({ ...overstay, name: 'overstay', severity: 'poor' }, overstayAt(slot, from, { times: 1, graceMinutes })),
    ...lookAt(
      { ...overstay, name: 'overstay-twice', severity: 'problem' },
      overstayAt(slot, from, { times: 2, graceMinutes: 0 }),
    ),
    ...lookAt({ name: 'to-check', kind: 'to-check', severity: 'ok' }, needsCheck(slot) ? from : null),
    ...lookAt({ name: 'slot-stuck', kind: 'slot-stuck', severity: 'poor' }, from + slot.stuckHours * 60 * minuteMs),
    ...evLooks(slot, from, charging),
    ...lookAt(
      { name: 'left-after-closing', kind: 'left-after-closing', severity: 'ok' },
      slot.schedule && leftAfterClosing(slot.schedule, from),
    ),
  ];
}

/** No sensor sees the permit of a vehicle in a bay for People of Determination. */
const needsCheck = ({ use, isOutOfService }: SlotFacts): boolean =>
  use === 'people-of-determination' && !isOutOfService;

function evLooks(slot: SlotFacts, from: number, { ever, now, until }: Charging): Look[] {
  if (intendedUse(slot, from) !== 'ev') return [];
  if (!ever) return [{ name: 'ev-blocked', kind: 'ev-blocked', severity: 'ok', at: from + evBlockedMs }];
  return now || until === null ? [] : [{ name: 'ev-idle', kind: 'ev-idle', severity: 'ok', at: until + evIdleMs }];
}

/** The first time at which the car park has been closed for some minutes. */
function leftAfterClosing(schedule: WeekSchedule, from: number): number | null {
  let closing = isOpen(schedule, from) ? nextChange(schedule, from) : from;
  for (let n = 0; closing !== null && n < mostDays; n++) {
    const opening = nextChange(schedule, closing);
    if (opening === null || opening > closing + afterClosingMs) return closing + afterClosingMs;
    closing = nextChange(schedule, opening);
  }
  return null;
}
