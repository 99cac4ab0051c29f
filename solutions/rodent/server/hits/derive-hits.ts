import type { HitKind } from '../../common/hit.ts';

/** One message of a trap, or what it measured at one time. Times are in ms since 1970. */
export type Observation = {
  at: number;
  heard: 'hit' | 'rearm' | 'reading';
  /** Of a hit. */
  kind: HitKind;
  /** How many hits the trap has counted; null if it does not say. */
  counter: number | null;
  body: boolean;
  /** Whether a reading says that the trap is sprung; null if it does not say. */
  sprung: boolean | null;
  temperature: number | null;
  /** Null for readings, whose arrival is not stored. */
  receivedAt: number | null;
};

/** What was known of a trap before its first observation here. */
export type Known = { at: number; counter: number | null; sprung: boolean | null };

export type DerivedHit = {
  kind: HitKind;
  at: number;
  /** Null if it happened at `at`; else it happened between the two. */
  from: number | null;
  /** The last activation that counts as this one. */
  until: number;
  counterFrom: number | null;
  counterTo: number | null;
  count: number;
  body: boolean;
  temperature: number | null;
  rearmedAt: number | null;
  receivedAt: number | null;
};

export type Derived = { hits: DerivedHit[]; resets: { at: number; from: number; to: number }[] };

/** Activations of a trap within this time are one. */
export const bounceMs = 10_000;
/** Of a monitor, at most one activity counts in this time. */
export const activityMs = 10 * 60_000;
/** A counter that jumps by more than this is not that of the same trap. */
const mostMissing = 200;

type Counted = Observation & { epoch: number; isHit: boolean };

/** Hits of a trap from all its observations since a time, which are in any order. The same observations give the same hits. */
export function deriveHits(all: readonly Observation[], known: Known | null, missingKind: HitKind): Derived {
  const { counted, resets } = numbered(inTime(all), known);
  return { hits: new Hits(counted, known, missingKind).made, resets };
}

const ranks = { hit: 0, rearm: 1, reading: 2 } as const;
const inTime = (all: readonly Observation[]): Observation[] =>
  all.toSorted((a, b) => a.at - b.at || (a.counter ?? -1) - (b.counter ?? -1) || ranks[a.heard] - ranks[b.heard]);

/** Tells which readings are hits of traps that only report their state, and numbers the lives of the counter. */
function numbered(all: readonly Observation[], known: Known | null) {
  const resets: Derived['resets'] = [];
  let epoch = 0;
  let counter = known?.counter ?? null;
  let sprung = known?.sprung ?? null;
  const counted = all.map((one): Counted => {
    const isNews = one.counter === null || counter === null || one.counter !== counter;
    const isHit = one.heard === 'hit' || (one.heard === 'reading' && one.sprung === true && sprung !== true && isNews);
    if (one.counter !== null) {
      const grown = counter === null ? 0 : one.counter - counter;
      if (counter !== null && (grown < 0 || grown > mostMissing)) {
        epoch++;
        resets.push({ at: one.at, from: counter, to: one.counter });
      }
      counter = one.counter;
    }
    if (isHit && one.kind === 'activation') sprung = true;
    else if (one.heard === 'rearm') sprung = false;
    else sprung = one.sprung ?? sprung;
    return { ...one, epoch, isHit };
  });
  return { counted, resets };
}

class Hits {
  readonly made: DerivedHit[] = [];
  private readonly missingKind: HitKind;
  /** The counters of hits that were heard, whenever that was. */
  private readonly heard = new Set<string>();
  private readonly exact = new Map<string, DerivedHit>();
  private last: { at: number; counter: number; epoch: number } | null;
  /** Hits without a counter since the last message with one. */
  private uncounted = 0;
  private activation: DerivedHit | null = null;
  private activity: DerivedHit | null = null;

  constructor(all: readonly Counted[], known: Known | null, missingKind: HitKind) {
    this.missingKind = missingKind;
    this.last =
      known?.counter === undefined || known.counter === null
        ? null
        : { at: known.at, counter: known.counter, epoch: 0 };
    for (const one of all) if (one.isHit && one.counter !== null) this.heard.add(keyOf(one.epoch, one.counter));
    for (const one of all) this.add(one);
    this.made.sort((a, b) => a.at - b.at || (a.counterFrom ?? 0) - (b.counterFrom ?? 0));
  }

  private add(one: Counted): void {
    this.addMissing(one);
    if (one.isHit) this.addHit(one);
    else if (one.heard === 'rearm' || one.sprung === false) this.rearm(one.at);
    else if (one.body && this.activation?.rearmedAt === null) this.activation.body = true;
  }

  private addMissing({ at, counter, epoch, isHit }: Counted): void {
    if (counter === null) {
      if (isHit) this.uncounted++;
      return;
    }
    const { last } = this;
    if (last?.epoch === epoch) {
      const missing: number[] = [];
      for (let n = last.counter + 1; n <= counter; n++) if (!this.heard.has(keyOf(epoch, n))) missing.push(n);
      for (const n of missing.slice(this.uncounted)) this.addBetween(n, last.at, at);
    }
    if (last?.epoch !== epoch || counter >= last.counter) this.last = { at, counter, epoch };
    this.uncounted = 0;
  }

  private addBetween(counter: number, from: number, at: number): void {
    const hit = {
      ...nothingKnown,
      kind: this.missingKind,
      at,
      from,
      until: at,
      counterFrom: counter,
      counterTo: counter,
    };
    // Lost within a bounce.
    const { activation } = this;
    if (hit.kind === 'activation' && activation && at - activation.until <= bounceMs && from >= activation.at)
      fold(activation, hit);
    else this.made.push(hit);
  }

  private addHit({ at, kind, counter, epoch, body, temperature, receivedAt }: Counted): void {
    const before = counter === null ? undefined : this.exact.get(keyOf(epoch, counter));
    if (before) {
      // The same frame through another gateway.
      before.body ||= body;
      return;
    }
    const hit: DerivedHit = {
      ...nothingKnown,
      ...{ kind, at, until: at, counterFrom: counter, counterTo: counter, body, temperature, receivedAt },
    };
    const same = kind === 'activity' ? this.activity : this.activation;
    const isSame = same && (kind === 'activity' ? at - same.at < activityMs : at - same.until <= bounceMs);
    const kept = isSame ? fold(same, hit) : hit;
    if (!isSame) this.made.push(hit);
    if (kind === 'activity') this.activity = kept;
    else this.activation = kept;
    if (counter !== null) this.exact.set(keyOf(epoch, counter), kept);
  }

  private rearm(at: number): void {
    if (this.activation) this.activation.rearmedAt ??= at;
  }
}

const nothingKnown = {
  from: null,
  count: 1,
  body: false,
  temperature: null,
  rearmedAt: null,
  receivedAt: null,
} as const satisfies Partial<DerivedHit>;

const keyOf = (epoch: number, counter: number): string => `${epoch} ${counter}`;

/** Adds a further activation to the hit that it belongs to. */
function fold(hit: DerivedHit, further: DerivedHit): DerivedHit {
  const counters = [hit.counterFrom, hit.counterTo, further.counterFrom].filter((one) => one !== null);
  hit.count++;
  hit.until = Math.max(hit.until, further.until);
  hit.counterFrom = counters.length > 0 ? Math.min(...counters) : null;
  hit.counterTo = counters.length > 0 ? Math.max(...counters) : null;
  hit.body ||= further.body;
  hit.temperature ??= further.temperature;
  if (hit.kind === 'activation') hit.rearmedAt = null;
  return hit;
}
