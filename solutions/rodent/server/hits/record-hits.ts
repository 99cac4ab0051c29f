import { clearAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { settledBefore } from '../../common/settled.ts';
import { beginDigests } from '../notices/digest.ts';
import { bounceMs, type DerivedHit, deriveHits } from './derive-hits.ts';
import {
  addPresumed,
  beginnings,
  type Fact,
  type HitFacts,
  insertHits,
  mergeHits,
  type Presumed,
  type StoredHit,
  storedHits,
  type Touched,
  updateHits,
} from './hit-rows.ts';
import { lockStructuresOf, lockTraps } from './locks.ts';
import { markMass } from './mass.ts';
import { type ServicedTrap, trapsOf } from './serviced-traps.ts';
import { knownBefore, observationsOf } from './trap-messages.ts';

/** An electronic trap that is set again within this time without a catch went off by itself. Alarms wait for it. */
export const selfRearmMs = 120_000;
/** A hit that arrives later than this is late. */
const lateMs = 600_000;
/** Older hits raise no alarm. */
const tooOldMs = 86_400_000;

/**
 * Brings the hits of traps up to date with their stored messages, in a number of statements that does not depend on how many
 * they are. Messages may have come in any order and again. Runs as the role that sees all rows.
 */
export async function recordHits(context: Emitting, touched: readonly Touched[]): Promise<void> {
  await lockTraps(context.tx, touched);
  await recordLocked(context, touched);
}

/** The same of traps that the transaction has locked. */
export async function recordLocked(context: Emitting, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return;
  const { tx, kit } = context;
  const since = await beginnings(tx, touched);
  const [known, observations, traps] = [
    await knownBefore(tx, since),
    await observationsOf(tx, since),
    await trapsOf(tx, since),
  ];
  // As late as possible: traps of a structure report at the same time.
  await lockStructuresOf(tx, touched);
  const stored = await storedHits(tx, since);
  const now = Date.now();
  const changes = since.flatMap(({ deviceId }) => {
    const trap = traps.get(deviceId);
    // The device is gone.
    if (!trap) return [];
    const missing = trap.kind === 'monitor' ? 'activity' : 'activation';
    const { hits, resets } = deriveHits(observations.get(deviceId) ?? [], known.get(deviceId) ?? null, missing);
    for (const reset of resets) kit.log.info({ device: deviceId, ...reset }, 'the counter of a trap began again');
    return [{ deviceId, ...compared(hits, stored.get(deviceId) ?? [], { deviceId, trap, now }) }];
  });
  await store(context, changes);
  const outside = changes.filter(({ deviceId, added }) => added.length > 0 && traps.get(deviceId)?.zone === 'exterior');
  await beginDigests(tx, [...new Set(outside.flatMap(({ added }) => added.map(({ companyId }) => companyId)))]);
}

type Change = {
  deviceId: number;
  added: Fact[];
  changed: (Fact & { id: number; before: StoredHit })[];
  gone: { id: number; near: DerivedHit | null }[];
  /** The stored id of each derived hit that has one. */
  ids: Map<DerivedHit, number>;
  origins: Map<Fact, DerivedHit>;
};

async function store(context: Emitting, changes: readonly Change[]): Promise<void> {
  const { tx } = context;
  const added = changes.flatMap((change) => change.added);
  const changed = changes.flatMap((change) => change.changed);
  const inserted = await insertHits(tx, added);
  const ids = inserted.map(({ id }) => id);
  await updateHits(tx, changed);
  const idOf = new Map(added.map((fact, i) => [fact, ids[i] ?? 0]));
  await mergeHits(
    tx,
    changes.flatMap(({ gone, ids: known, added: facts, origins }) =>
      gone.map(({ id, near }) => {
        const made = facts.find((fact) => origins.get(fact) === near);
        return { id, into: (near && known.get(near)) ?? (made ? (idOf.get(made) ?? null) : null) };
      }),
    ),
  );
  await addPresumed(tx, [
    ...added.flatMap((fact, i) => (fact.verdict === 'unverified' ? [] : [{ ...fact, hitId: ids[i] ?? 0 }])),
    ...changed.flatMap(({ before, ...fact }) =>
      before.presumed && before.verdict !== fact.verdict ? [{ ...fact, hitId: fact.id }] : [],
    ),
  ]);
  const rearmed = changed.filter(({ before, rearmedAt }) => before.rearmedAt === null && rearmedAt !== null);
  await clearAlarms(
    context,
    rearmed.flatMap(({ deviceId, rearmedAt }) =>
      ['activation', 'catch', 'not-rearmed'].map((kind) => ({ deviceId, kind, at: rearmedAt ?? Date.now() })),
    ),
  );
  await markMass(context, [
    ...inserted.flatMap(({ id, mass }) => (mass ? [] : [id])),
    ...changed.flatMap(({ id, before, ...fact }) => (massKeys.some((key) => fact[key] !== before[key]) ? [id] : [])),
  ]);
}

/** What decides whether a hit is part of a mass activation. */
const massKeys = ['kind', 'at', 'from', 'service'] as const;

/** What is to be done to the stored hits so that they are the derived ones. Settled hits stay; a later message may only arm their trap. */
function compared(
  hits: readonly DerivedHit[],
  stored: readonly StoredHit[],
  { deviceId, trap, now }: { deviceId: number; trap: ServicedTrap; now: number },
): Omit<Change, 'deviceId'> {
  const left = new Set(stored);
  const ids: Change['ids'] = new Map();
  const origins: Change['origins'] = new Map();
  const added: Fact[] = [];
  const changed: Change['changed'] = [];
  const open = settledBefore(now);
  for (const hit of hits) {
    const before = sameHit(hit, left);
    const fact = { ...factOf(hit, trap, now, before), deviceId, companyId: trap.companyId };
    if (!before) {
      if (hit.at < open) continue;
      added.push(fact);
      origins.set(fact, hit);
      continue;
    }
    left.delete(before);
    ids.set(hit, before.id);
    const { rearmedAt } = fact;
    const isRearmed = before.rearmedAt === null && rearmedAt !== null && rearmedAt >= open;
    if (before.at >= open) {
      if (isOther(fact, before)) changed.push({ ...fact, id: before.id, before });
    } else if (isRearmed) changed.push({ ...fact, ...before, rearmedAt, before });
  }
  const gone = [...left]
    .filter(({ at }) => at >= open)
    .map(({ id, at, kind }) => ({ id, near: nearest(hits, at, kind) }));
  return { added, changed, gone, ids, origins };
}

/** The stored hit that this one is: by its counter, else by its time. */
function sameHit(hit: DerivedHit, left: ReadonlySet<StoredHit>): StoredHit | undefined {
  const { counterFrom, counterTo, at } = hit;
  const isNear = (one: StoredHit) => Math.abs(one.at - at);
  const byCounter = [...left].filter(
    (one) =>
      counterFrom !== null &&
      counterTo !== null &&
      one.counterFrom !== null &&
      one.counterTo !== null &&
      one.counterFrom <= counterTo &&
      one.counterTo >= counterFrom,
  );
  const [counted] = byCounter.toSorted((a, b) => isNear(a) - isNear(b));
  if (counted) return counted;
  return [...left].find(
    (one) =>
      one.kind === hit.kind &&
      one.from === null &&
      hit.from === null &&
      (one.counterFrom === null || counterFrom === null) &&
      Math.abs(one.at - at) <= bounceMs,
  );
}

const nearest = (hits: readonly DerivedHit[], at: number, kind: string): DerivedHit | null =>
  hits
    .filter((one) => one.kind === kind)
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
    .at(0) ?? null;

/** A hit with what rules say of it. */
function factOf(hit: DerivedHit, trap: ServicedTrap, now: number, before: StoredHit | undefined) {
  const receivedAt = hit.receivedAt ?? before?.receivedAt ?? now;
  const selfRearmed =
    trap.kind === 'electronic' &&
    hit.from === null &&
    !hit.body &&
    hit.rearmedAt !== null &&
    hit.rearmedAt - hit.at <= selfRearmMs;
  const service = trap.windows.some(({ from, to }) => hit.at >= from && hit.at <= to);
  const facts: HitFacts = { ...hit, receivedAt, service, selfRearmed, late: receivedAt - hit.at > lateMs };
  const isNews = !before || (hit.body && !before.body);
  return { ...facts, ...presumedOf(facts), dueAt: isNews ? firstLook(facts, now) : null };
}

const presumedOf = ({ service, selfRearmed, body }: HitFacts): Presumed => {
  if (service) return { verdict: 'service', cause: null };
  if (body) return { verdict: 'catch', cause: null };
  return selfRearmed ? { verdict: 'false', cause: 'self' } : { verdict: 'unverified', cause: null };
};

/** When the alarms of a new hit are looked at: a catch at once, others when the trap can no longer set itself again. */
const firstLook = ({ at, body }: HitFacts, now: number): number | null => {
  if (at < now - tooOldMs) return null;
  return body ? now : Math.max(now, at + selfRearmMs);
};

const isOther = (fact: Fact, before: StoredHit): boolean =>
  factKeys.some((key) => fact[key] !== before[key]) || (before.presumed && fact.verdict !== before.verdict);
const factKeys = [
  ...([
    'kind',
    'at',
    'from',
    'until',
    'counterFrom',
    'counterTo',
    'count',
    'body',
    'temperature',
    'rearmedAt',
  ] as const),
  ...(['service', 'selfRearmed', 'late'] as const),
];
