import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import type { HitCause, HitVerdictWord } from '../../common/hit-words.ts';
import { type DemoTrap, heardUntil } from './demo-traps.ts';
import { pick, type Random, randomOf } from './random.ts';

export const historyDays = 365;
const total = 640;
const falseOnes = Math.round(total * 0.31);
const [infested, mass] = [44, 7];
/** The virtual traps go on from here; what they report must not meet the history. */
const quietMs = 8 * hourMs;

export type DemoHit = {
  trap: DemoTrap;
  at: number;
  verdict: Exclude<HitVerdictWord, 'unverified' | 'service'>;
  cause: HitCause | null;
  count: number | null;
  species: string | null;
  body: boolean;
  mass: boolean;
  rearmedAt: number;
  /** How many hits its trap has had by then. */
  counter: number;
};

type Planned = Pick<DemoHit, 'trap' | 'at'> & Partial<Pick<DemoHit, 'verdict' | 'cause' | 'mass'>>;

/** The 9 March before this time, in ms; that of the year before if it was in the last month. */
function lastMarch(now: number): number {
  const year = new Date(now).getUTCFullYear();
  const at = (of: number) => Date.UTC(of, 2, 9, 18);
  return at(year) < now - 30 * dayMs ? at(year) : at(year - 1);
}

/** At night more often than by day, and outside and in the summer more often than inside. */
function ordinary(random: Random, traps: readonly DemoTrap[], now: number): Planned {
  const trap = pick(random, traps);
  const day = now - quietMs - Math.floor(random() * (historyDays - 1)) * dayMs;
  const hour = random() < 0.7 ? 17 + random() * 9 : 3 + random() * 14;
  const at = Math.floor(day / dayMs) * dayMs + hour * hourMs;
  return { trap, at: Math.min(at, heardUntil(trap, now) - quietMs - random() * hourMs) };
}

/** Rats behind the pallets: many catches within three nights at the traps of two rooms. */
const infestation = (random: Random, traps: readonly DemoTrap[], now: number): Planned[] => {
  const around = traps.filter(({ number, zone }) => zone !== 'exterior' && number >= 10 && number <= 24);
  const from = lastMarch(now);
  return Array.from({ length: infested }, (_, n) => ({
    trap: around[n % around.length] as DemoTrap,
    at: from + Math.floor(n / around.length) * dayMs + random() * 9 * hourMs,
    verdict: 'catch' as const,
  }));
};

/** A forklift hits the wall of the loading bay: seven traps go off within a minute. */
const forklift = (traps: readonly DemoTrap[], now: number): Planned[] => {
  const at = Math.floor((now - 97 * dayMs) / dayMs) * dayMs + 7 * hourMs + 12 * minuteMs;
  return traps
    .slice(6, 6 + mass)
    .map((trap, n) => ({ trap, at: at + n * 6000, verdict: 'false', cause: 'forklift', mass: true }));
};

/** The hits of the last twelve months, in their order. */
export function demoHits(traps: readonly DemoTrap[], now: number): DemoHit[] {
  const random = randomOf(2026);
  const centre = traps.filter(({ structureId }) => structureId === traps[0]?.structureId);
  const planned = [...infestation(random, centre, now), ...forklift(centre, now)];
  // Traps outside are hit twice as often.
  const weighted = [...traps, ...traps.filter(({ zone }) => zone === 'exterior')];
  while (planned.length < total) planned.push(ordinary(random, weighted, now));
  planned.sort((a, b) => a.at - b.at);
  const open = planned.filter(({ verdict }) => verdict === undefined);
  const wrong = new Set<Planned>();
  while (wrong.size < falseOnes - mass) wrong.add(pick(random, open));
  const counters = new Map<number, number>();
  return planned.map((one) => {
    const counter = (counters.get(one.trap.id) ?? 0) + 1;
    counters.set(one.trap.id, counter);
    return { ...withVerdict(random, one, wrong.has(one)), counter };
  });
}

const causes = ['vibration', 'door', 'cleaning', 'forklift', 'insect'] as const;
const weather = ['weather', 'vibration', 'unknown'] as const;

function withVerdict(random: Random, { trap, at, ...said }: Planned, isFalse: boolean): Omit<DemoHit, 'counter'> {
  const verdict = said.verdict ?? (isFalse ? 'false' : random() < 0.9 ? 'catch' : 'activity');
  const isCatch = verdict === 'catch';
  const outside = trap.zone === 'exterior';
  const cause = said.cause ?? pick(random, outside ? weather : causes);
  const hours = trap.zone === 'interior-food' ? 1 + random() * 4 : 2 + random() * 20;
  return {
    trap,
    at,
    verdict,
    cause: verdict === 'false' ? cause : null,
    count: isCatch ? (trap.kind === 'multi-catch' && random() < 0.4 ? 2 : 1) : null,
    species: isCatch
      ? pick(random, outside ? ['norway-rat', 'roof-rat'] : ['house-mouse', 'house-mouse', 'norway-rat'])
      : null,
    body: isCatch && trap.kind !== 'multi-catch',
    mass: said.mass ?? false,
    // People set it again; the last ones of all before the virtual traps begin.
    rearmedAt: at + Math.min(hours * hourMs, quietMs * 0.6),
  };
}
