import { randomUUID } from 'node:crypto';
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { nextCompanyNumber } from '#platform/server/records/number-series.ts';
import type { DemoHit } from './demo-hits.ts';
import type { Findings } from './demo-rows.ts';
import type { DemoTrap } from './demo-traps.ts';
import { type Random, randomOf } from './random.ts';

const visitsOfSite = 12;
const everyDays = 28;
const begunLines = 7;
const missedDaysAgo = 5;

export type DemoVisit = {
  structureId: number;
  number: string;
  state: 'planned' | 'in-progress' | 'signed';
  plannedAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** When a planned one counts as missed. */
  missedAt: number | null;
  signedBy: string | null;
  lines: DemoLine[];
};
export type DemoLine = {
  trap: DemoTrap;
  clientId: string;
  at: number;
  finding: Findings;
  count: number | null;
  species: string | null;
  actions: string[];
  reason: string | null;
};

/** Once in so many lines a trap is dirty, or nobody can get to it. */
const [dirtyEvery, blockedEvery] = [17, 61];

function lineOf(random: Random, trap: DemoTrap, at: number, hits: readonly DemoHit[], nth: number): DemoLine {
  const last = hits.findLast((hit) => hit.trap === trap && hit.at < at && hit.at > at - dayMs);
  const plain = { trap, clientId: randomUUID(), at, count: null, species: null, actions: ['re-armed'], reason: null };
  if (last?.verdict === 'catch') return { ...plain, finding: 'catch', count: last.count, species: last.species };
  if (last?.verdict === 'false') return { ...plain, finding: 'false' };
  if (nth % blockedEvery === 40)
    return { ...plain, finding: 'inaccessible', actions: [], reason: 'خلف المنصات المكدّسة' };
  if (nth % dirtyEvery === 11) return { ...plain, finding: 'dirty', actions: ['cleaned'] };
  return { ...plain, finding: 'ok', actions: random() < 0.15 ? ['lure-changed'] : [] };
}

/** The rounds of a technician from trap to trap, at 9 in the morning in Dubai. */
function round(random: Random, traps: readonly DemoTrap[], startedAt: number, hits: readonly DemoHit[], nth: number) {
  let at = startedAt;
  return traps.map((trap, n) => {
    at += (70 + random() * 110) * 1000;
    return lineOf(random, trap, Math.round(at), hits, nth + n);
  });
}

/**
 * The visits of the last twelve months: each site every four weeks, the last one of the second site missed, and one under way
 * at the first.
 */
export async function demoVisits(
  tx: Tx,
  {
    companyId,
    traps,
    hits,
    now,
  }: { companyId: number; traps: readonly DemoTrap[]; hits: readonly DemoHit[]; now: number },
): Promise<DemoVisit[]> {
  const random = randomOf(26);
  const visits: Omit<DemoVisit, 'number'>[] = [];
  for (const [site, [structureId, ofSite]] of [...Map.groupBy(traps, (trap) => trap.structureId)].entries()) {
    for (let n = visitsOfSite; n >= 1; n--) {
      const daysAgo = n * everyDays + site * 9 - 12;
      const plannedAt = Math.floor((now - daysAgo * dayMs) / dayMs) * dayMs + 5 * hourMs;
      const startedAt = plannedAt + Math.round(random() * 25) * minuteMs;
      const lines = round(random, ofSite, startedAt, hits, n * 5 + site);
      const endedAt = (lines.at(-1)?.at ?? startedAt) + 4 * minuteMs;
      visits.push({
        ...{ structureId, plannedAt, startedAt, endedAt, lines },
        state: 'signed',
        missedAt: null,
        signedBy: 'Hessa Al Marri',
      });
    }
    const open = { structureId, endedAt: null, signedBy: null };
    if (site === 0) {
      const startedAt = now - 25 * minuteMs;
      const lines = round(random, ofSite.slice(0, begunLines), startedAt, [], 0);
      visits.push({
        ...open,
        state: 'in-progress',
        plannedAt: startedAt - 10 * minuteMs,
        startedAt,
        missedAt: null,
        lines,
      });
    } else {
      const plannedAt = Math.floor((now - missedDaysAgo * dayMs) / dayMs) * dayMs + 5 * hourMs;
      visits.push({
        ...open,
        state: 'planned',
        plannedAt,
        startedAt: null,
        missedAt: plannedAt + 2 * dayMs,
        lines: [],
      });
    }
  }
  const numbered: DemoVisit[] = [];
  for (const visit of visits.toSorted((a, b) => a.plannedAt - b.plannedAt)) {
    const { number } = await nextCompanyNumber(tx, { series: 'rodent.visit', companyId, prefix: 'V' });
    numbered.push({ ...visit, number });
  }
  return numbered;
}
