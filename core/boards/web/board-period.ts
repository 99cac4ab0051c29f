import { useMemo } from 'react';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';

const lastSevenDays = 1;
const hourMs = 3_600_000;
const maxPeriodDays = 370;

/** The period of a board, stored in the address. Its end is the next whole hour, so that widgets and renderings share replies. */
export function useBoardPeriod() {
  const { chosen, period, choose } = usePeriod({ initial: lastSevenDays, maxDays: maxPeriodDays });
  const [from, to] = [
    Math.floor(Date.parse(period.from) / hourMs) * hourMs,
    Math.ceil(Date.parse(period.to) / hourMs) * hourMs,
  ];
  const whole = useMemo(() => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }), [from, to]);
  return { chosen, period: whole, choose, maxDays: maxPeriodDays };
}
