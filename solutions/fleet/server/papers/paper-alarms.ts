import { type RawBuilder, sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { endAlarms, setSubjectAlarms } from '#core/alarms/server/api.ts';
import { instantOf, wallDay } from '#platform/common/time/wall-clock.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { type DueWork, dueBatch } from '#platform/server/due.ts';
import { daysLeft, expirySeverity, nextLook } from '../../common/paper-alarms.ts';
import { aboutRecord } from '../record-alarms.ts';

const batch = 200;

/** What has papers. `until`: the last day on which they are valid; null if that does not matter. */
type Holder = { id: number; companyId: number; structureId: number; name: string; until: string | null };
type Papers = {
  type: 'vehicle' | 'driver';
  expiring: string;
  /** The alarm of what has expired: one of its own, or the same one. */
  expired: string;
  /** Stores when each holder is checked again. */
  checkAgain: (ids: readonly number[], at: readonly (string | null)[]) => RawBuilder<unknown>;
};

const ofVehicles: Papers = {
  type: 'vehicle',
  ...{ expiring: 'paper-expiring', expired: 'paper-expired' },
  checkAgain: (ids, at) => sql`
    UPDATE fleet_vehicle t SET alarms_due_at = n.at
      FROM unnest(${ids}::integer[], ${at}::timestamptz[]) AS n (id, at) WHERE t.id = n.id`,
};
const ofDrivers: Papers = {
  type: 'driver',
  ...{ expiring: 'licence-expiring', expired: 'licence-expiring' },
  checkAgain: (ids, at) => sql`
    UPDATE fleet_driver t SET alarms_due_at = n.at
      FROM unnest(${ids}::integer[], ${at}::timestamptz[]) AS n (id, at) WHERE t.id = n.id`,
};

/** Aligns the alarms about papers of one company with today, and stores when each is to be checked again. */
async function align(context: Emitting, of: Papers, companyId: number, holders: readonly Holder[]): Promise<void> {
  const { tx } = context;
  const zone = await zoneOfCompany(tx, companyId);
  const today = wallDay(Date.now(), zone);
  const found = holders.flatMap(({ until, ...holder }) => {
    const left = until === null ? null : daysLeft(until, today);
    const severity = left === null ? null : expirySeverity(left);
    if (left === null || !severity) return [];
    return { kind: left < 0 ? of.expired : of.expiring, ...holder, severity, data: { until, daysLeft: left } };
  });
  if (of.expired !== of.expiring) {
    const expired = found.filter(({ kind }) => kind === of.expired);
    await endAlarms(
      context,
      expired.map(({ id }) => ({ ...aboutRecord({ type: of.type, id, companyId }), kind: of.expiring })),
      'papers-expired',
    );
  }
  for (const kind of new Set([of.expiring, of.expired]))
    await setSubjectAlarms(
      context,
      { app: 'fleet', kind, companyId, type: of.type },
      holders.map(({ id }) => id),
      found.flatMap(({ kind: found, companyId: _, ...alarm }) => (found === kind ? alarm : [])),
    );
  const next = holders.map(({ until }) => {
    const wall = until === null ? null : nextLook(until, today);
    return wall === null ? null : new Date(instantOf(wall, zone)).toISOString();
  });
  await of
    .checkAgain(
      holders.map(({ id }) => id),
      next,
    )
    .execute(tx);
}

async function alignAll(context: Emitting, of: Papers, holders: readonly Holder[]): Promise<void> {
  for (const [companyId, ofCompany] of Map.groupBy(holders, (holder) => holder.companyId))
    await align(context, of, companyId, ofCompany);
}

const due = (table: 'fleet_vehicle' | 'fleet_driver') => ({ table, at: 'alarms_due_at' });

type Vehicle = Omit<Holder, 'until'> & { papersUntil: string | null; state: string };
type Driver = Omit<Holder, 'until'> & { licenceExpires: string | null };

/** Alarms about papers of vehicles and licences of drivers that run out, by the calendar of their company. */
export const paperDues: readonly DueWork[] = [
  dueBatch<Vehicle>('papers of vehicles', due('fleet_vehicle'), batch, (context, rows) =>
    alignAll(
      context,
      ofVehicles,
      // Nobody renews the papers of a retired vehicle.
      rows.map(({ id, companyId, structureId, name, papersUntil, state }) => ({
        ...{ id, companyId, structureId, name },
        until: state === 'retired' ? null : papersUntil,
      })),
    ),
  ),
  dueBatch<Driver>('licences of drivers', due('fleet_driver'), batch, (context, rows) =>
    alignAll(
      context,
      ofDrivers,
      rows.map(({ id, companyId, structureId, name, licenceExpires: until }) => ({
        ...{ id, companyId, structureId, name, until },
      })),
    ),
  ),
];
