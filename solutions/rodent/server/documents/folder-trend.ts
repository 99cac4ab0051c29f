import type { ActionLevel, PrintedFolder } from '../../common/documents.ts';
import { type TrapZone, trapZones } from '../../common/trap.ts';
import type { Policy } from '../../common/visits/policy.ts';
import { added, type Sums, shownSums, sumsBy } from '../analysis/trap-sums.ts';
import { type Quarter, quartersBefore, quartersOf } from './quarters.ts';

type Asking = Parameters<typeof sumsBy>[0];
type OfZones = ReadonlyMap<TrapZone, Sums>;
const before = 4;

/** Catches in so many nights against the levels of a zone; null while there are too few nights to tell. */
export function levelOf(
  { catches, rate }: { catches: number; rate: number | null },
  { amber, red }: { amber: number; red: number },
): ActionLevel | null {
  // A level of 0 means any catch.
  if (catches === 0) return rate === null ? null : 'green';
  if (red === 0 || (rate !== null && rate >= red)) return 'red';
  if (amber === 0 || (rate !== null && rate >= amber)) return 'amber';
  return rate === null ? null : 'green';
}

/** Catches per 100 nights; null with too few nights. */
const catchRate = (sums: Sums): number | null => {
  const { rate, catches, nights } = shownSums(sums);
  return rate === null ? null : (100 * catches) / nights;
};

/** What the traps of a site did by quarter and zone, each compared with the four quarters before. */
export async function trendOf(
  context: Asking,
  period: Quarter,
  {
    structureId,
    zone,
    levels,
    zones,
  }: { structureId: number; zone: string; levels: Policy['actionLevels']; zones: ReadonlyMap<number, TrapZone> },
): Promise<PrintedFolder['quarters']> {
  const quarters = quartersOf(period, zone);
  const earlier = quartersBefore(period.from, zone, before);
  const sums = new Map<number, OfZones>();
  // A few statements: as many as there are quarters.
  for (const quarter of [...earlier, ...quarters])
    sums.set(quarter.from, await zoneSums(context, quarter, structureId, zones));
  const ratesOf = (of: TrapZone, all: readonly Quarter[]) =>
    all.flatMap(({ from }) => catchRate(sums.get(from)?.get(of) ?? added([])) ?? []);
  return quarters.map(({ from, to }, n) => {
    const previous = [...earlier.toReversed(), ...quarters.slice(0, n)].slice(-before);
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      zones: trapZones.flatMap((of) => {
        const here = sums.get(from)?.get(of);
        if (!here) return [];
        const { hits, catches, false: wrong, nights } = shownSums(here);
        const rate = catchRate(here);
        const rates = ratesOf(of, previous);
        const mean = rates.length === 0 ? null : rates.reduce((sum, one) => sum + one, 0) / rates.length;
        return [
          { zone: of, hits, catches, wrong, nights, rate, before: mean, level: levelOf({ catches, rate }, levels[of]) },
        ];
      }),
    };
  });
}

async function zoneSums(
  context: Asking,
  { from, to }: Quarter,
  structureId: number,
  zones: ReadonlyMap<number, TrapZone>,
): Promise<OfZones> {
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const byTrap = await sumsBy(context, { structureId: String(structureId) }, period, 'device_id');
  const byZone = Map.groupBy(byTrap, ([id]) => zones.get(id ?? 0) ?? 'interior');
  return new Map([...byZone].map(([zone, all]) => [zone, added(all.map(([, sums]) => sums))]));
}
