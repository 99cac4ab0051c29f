import { sql } from 'kysely';
import { openCounts } from '#core/alarms/server/api.ts';
import { deviceCounts } from '#core/devices/server/api.ts';
import { assertStructure, siteZone, structurePlaces, structureWriter } from '#core/places/server/api.ts';
import { records } from '#platform/server/records/records.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import type { SlotCounts } from '../../common/counts.ts';
import { type LocationFields, location, locationList, type ShownLocation } from '../../common/location.ts';
import type { ChangedLocation, locationRoutes, NewLocation } from '../../common/location-routes.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { endCounts } from '../counters/end-counts.ts';
import { planNightlyCounts } from '../counters/nightly-counts.ts';
import { makeForecastsSoon } from '../forecast/due-forecasts.ts';
import { followPublic } from '../public/feed.ts';
import { lookAgain } from '../stays/stored-stays.ts';
import { addGroups } from './groups.ts';
import { locationMetadata } from './location-metadata.ts';
import { retireSlots } from './retired-slots.ts';
import { assertMay, readableAt } from './sites.ts';
import { withCounts } from './slot-counts.ts';

type Stored = Omit<ShownLocation, keyof SlotCounts | 'alarms' | 'offline'>;
const maxLocations = 1000;
const maxOnMap = 5000;
const usuallyAlmostFullPct = 90;

const entity = { table: 'sparking_location', list: locationList, row: location.row };
const options: WriteOptions<Stored> = {
  select: () => ({ name: sql.ref('t.name'), zone: siteZone('t.id', 't.company_id') }),
  seen: (actor) => readableAt(actor, 'location', 't.id'),
  async check(_context, after) {
    const { countMode = 'slots', capacityDeclared = null, fullPct = 98 } = after;
    const almostFullPct = after.almostFullPct ?? Math.min(usuallyAlmostFullPct, fullPct);
    if (almostFullPct > fullPct) throw invalid('almostFullPct', 'aboveFull');
    if (countMode !== 'slots' && capacityDeclared === null) throw invalid('capacityDeclared', 'Required');
    return after.almostFullPct === undefined ? { almostFullPct } : {};
  },
};
const { read, list, history } = records<Stored>(entity, options);
const writer = recordWriter<Stored, Partial<LocationFields> & { id: number; name: string }, Partial<LocationFields>>(
  entity,
  options,
);

/** Adds to locations the counts of their bays, open alarms and silent sensors, with as many statements for one as for all. */
async function described({ tx }: Pick<Context, 'tx'>, rows: readonly Stored[]): Promise<ShownLocation[]> {
  const counted = await withCounts(tx, 'location_id', rows);
  const ids = rows.map(({ id }) => id);
  const open = Map.groupBy(await openCounts(tx, 'sparking', ids), ({ structureId }) => structureId);
  const alarmsAt = (id: number) => (open.get(id) ?? []).reduce((sum, { n }) => sum + Number(n), 0);
  const devices = Map.groupBy(await deviceCounts(tx, 'sparking', ids), ({ structureId }) => structureId);
  const offlineAt = (id: number) => (devices.get(id) ?? []).reduce((sum, { offline }) => sum + Number(offline), 0);
  return counted.map((row) => ({ ...row, alarms: alarmsAt(row.id), offline: offlineAt(row.id) }));
}

async function shown(context: Pick<Context, 'tx'>, row: Stored): Promise<ShownLocation> {
  const [found] = await described(context, [row]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

/** The fields of the structure, and those of the car park. */
function parted<Body extends ChangedLocation>({ name, countryId, cityId, address, location: place, ...rest }: Body) {
  const given = Object.entries({ name, countryId, cityId, address, location: place });
  return { ofStructure: Object.fromEntries(given.filter(([, value]) => value !== undefined)), rest };
}

type Writing = Context<(typeof locationRoutes)['create']>;

/** The structure that becomes a car park: the one that the caller names, or a new one. */
async function structureFor(context: Writing, companyId: number, body: NewLocation) {
  const { tx, actor } = context;
  const { name, countryId, cityId, address, location: place } = body;
  if (body.structureId === undefined) {
    if (name === undefined || countryId === undefined) throw invalid('name', 'Required');
    return structureWriter.create(context, companyId, {
      ...{ name, countryId, kind: 'site' },
      ...(cityId === undefined ? {} : { cityId }),
      ...(address === undefined ? {} : { address }),
      ...(place === undefined ? {} : { location: place }),
    });
  }
  await assertStructure(tx, actor, companyId, body.structureId);
  const taken = await tx.selectFrom('sparkingLocation').where('id', '=', body.structureId).select('id').execute();
  if (taken.length > 0) throw refuse(409, 'already-parking');
  return structureWriter.update(context, body.structureId, {});
}

/** The location that a call names, if the caller may change it. */
export async function managedLocation(context: Parameters<typeof read>[0]): Promise<Stored> {
  const found = await read(context);
  assertMay(context.actor, 'location', 'update', found.id);
  return found;
}

export const locationHandlers: Handlers<typeof locationRoutes> = {
  async list(context) {
    const { data, totalRecords } = await list(context);
    return { data: await described(context, data), totalRecords };
  },
  metadata: locationMetadata,
  async map({ tx, actor }) {
    const { rows } = await sql<{ id: number; name: string; lat: number; lng: number }>`
      SELECT t.id, t.name, p.lat, p.lng FROM sparking_location t JOIN ${sql.raw(structurePlaces)} p ON p.id = t.id
       WHERE ${inCompanies(actor.scope, 'company_id')} AND ${readableAt(actor, 'location', 't.id')}
       ORDER BY t.id LIMIT ${maxOnMap}`.execute(tx);
    const counted = await withCounts(tx, 'location_id', rows);
    return counted.map(({ id, name, lat, lng, fill, free, total }) => ({ id, name, lat, lng, fill, free, total }));
  },
  async create(context) {
    const { tx, actor, body } = context;
    const companyId = companyOf(actor);
    const held = await tx
      .selectFrom('sparkingLocation')
      .where('companyId', '=', companyId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(held.count) >= maxLocations) throw refuse(409, 'too-many-locations');
    const structure = await structureFor(context, companyId, body);
    assertMay(actor, 'location', 'create', structure.id);
    const { structureId: _, groups = [], ...rest } = parted(body).rest;
    const { id, name } = structure;
    const made = await writer.create(context, companyId, { ...rest, id, name });
    if (groups.length > 0) await addGroups(context, made, groups);
    await planNightlyCounts(tx, [id]);
    await followPublic(context, made);
    return shown(context, made);
  },
  get: async (context) => shown(context, await read(context)),
  history,
  async update(context) {
    const { id } = await managedLocation(context);
    const { ofStructure, rest } = parted(context.body);
    // The name of the location follows that of its structure.
    if (Object.keys(ofStructure).length > 0) await structureWriter.update(context, id, ofStructure);
    const changed = await writer.update(context, id, rest);
    await lookAgain(context.tx, 'locationId', [id]);
    await queueTallies(context.tx, [{ companyId: changed.companyId, locationId: id }]);
    await planNightlyCounts(context.tx, [id]);
    if (rest.forecast) await makeForecastsSoon(context.tx, [id]);
    await followPublic(context, changed);
    return shown(context, changed);
  },
  async remove(context) {
    const { tx, actor, query } = context;
    const { id, companyId } = await read(context);
    assertMay(actor, 'location', 'delete', id);
    await followPublic(context, { id, companyId, public: false });
    await retireSlots(context, id, query.retire === 'true');
    await endCounts(context, { companyId, locationId: id });
    await tx.deleteFrom('sparkingGroup').where('locationId', '=', id).execute();
    await writer.remove(context, id);
    return null;
  },
};
