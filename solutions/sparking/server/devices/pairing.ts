import { sql } from 'kysely';
import { deviceFacts, deviceNamed, lastSeenByDevice } from '#core/devices/server/api.ts';
import { floorNamed } from '#core/places/server/api.ts';
import { requestPrint } from '#core/print/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  type BayLabels,
  type BayToPair,
  type PairedSensor,
  type pairingRoutes,
  typedSerial,
} from '../../common/pairing.ts';
import { isSeenSlot, readableAt } from '../locations/sites.ts';
import { readSlot } from '../locations/slots.ts';
import { placeInBays } from './place-devices.ts';

/** More make a file that no browser lays out; a larger car park is printed by groups. */
const mostLabels = 1000;

/** The name of a location whose bays the caller may read, and in which they may install sensors. */
async function locationName({ tx, actor }: Pick<Context, 'tx' | 'actor'>, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT t.name FROM sparking_location t WHERE t.id = ${id} AND ${readableAt(actor, 'slot', 't.id')}`.execute(tx);
  const [location] = rows;
  if (!location) throw refuse(404, 'not-found');
  if (!hasAbilityOn(actor.session, 'sparking', 'device', 'install', id)) throw refuse(403, 'no-permission');
  return location.name;
}

export const pairingHandlers: Handlers<typeof pairingRoutes> = {
  async bays(context) {
    const { tx, actor, params } = context;
    await locationName(context, params.id);
    const { rows } = await sql<BayToPair>`
      SELECT t.id, t.number, t.code, ${floorNamed('t.floor_id')} AS floor, d.sensor,
             CASE WHEN c.channel IS NOT NULL
                  THEN jsonb_build_object('name', ${deviceNamed('c.device_id')} ->> 'name', 'channel', c.channel) END AS watched_by
        FROM sparking_slot t
        LEFT JOIN (SELECT DISTINCT ON (n.space_id) n.space_id, n.device_id, n.channel FROM sparking_channel n
                    WHERE n.space_id IN (SELECT b.id FROM sparking_slot b WHERE b.location_id = ${params.id})
                    ORDER BY n.space_id, n.priority, n.device_id, n.channel) c ON c.space_id = t.id
        LEFT JOIN (SELECT DISTINCT ON (f.space_id) f.space_id,
                          jsonb_build_object('id', f.id, 'name', f.name, 'serial', f.serial, 'heardAt', h.last_message_at) AS sensor
                     FROM ${sql.raw(deviceFacts)} f LEFT JOIN ${sql.raw(lastSeenByDevice)} h ON h.device_id = f.id
                    WHERE f.structure_id = ${params.id} AND f.app = 'sparking' AND f.space_id IS NOT NULL
                    ORDER BY f.space_id, f.id) d ON d.space_id = t.id
       WHERE t.location_id = ${params.id} AND ${isSeenSlot(actor)} ORDER BY t.number, t.id`.execute(tx);
    return rows;
  },
  async pair(context) {
    const { tx, body } = context;
    const { id: space, companyId } = await readSlot(context);
    const serials = [body.serial, typedSerial(body.serial)];
    const { rows } = await sql<PairedSensor>`
      SELECT d.id, d.name, d.serial, h.last_message_at AS heard_at
        FROM ${sql.raw(deviceFacts)} d LEFT JOIN ${sql.raw(lastSeenByDevice)} h ON h.device_id = d.id
       WHERE d.company_id = ${companyId} AND d.app = 'sparking' AND d.state <> 'removed' AND d.serial = ANY (${serials}::text[])`.execute(
      tx,
    );
    const [sensor] = rows;
    if (!sensor) throw refuse(404, 'no-such-sensor', { serial: body.serial });
    const [result] = await placeInBays(context, [{ id: sensor.id, space }]);
    const { ok = false, code = 'not-found', device, number } = result ?? {};
    if (ok) return sensor;
    if (code === 'slot-taken') throw refuse(409, code, { name: device?.name, number });
    throw refuse(code === 'no-permission' ? 403 : code === 'not-found' ? 404 : 409, code);
  },
  async labels(context) {
    const { tx, actor, params, body } = context;
    const location = await locationName(context, params.id);
    const { groupId = null, language } = body;
    const { rows } = await sql<Omit<BayToPair, 'sensor' | 'watchedBy'>>`
      SELECT t.id, t.number, t.code, ${floorNamed('t.floor_id')} AS floor FROM sparking_slot t
       WHERE t.location_id = ${params.id} AND (${groupId}::integer IS NULL OR t.group_id = ${groupId}) AND ${isSeenSlot(actor)}
       ORDER BY t.id LIMIT ${mostLabels + 1}`.execute(tx);
    if (rows.length === 0) throw refuse(409, 'no-labels');
    if (rows.length > mostLabels) throw refuse(409, 'too-many-labels', { count: mostLabels });
    // As people count: A-9 before A-10.
    const bays = rows
      .toSorted((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }))
      .map(({ number, code, floor }) => ({ number, code: code ?? number, floor: floor?.name ?? null }));
    const companyId = companyOf(actor);
    const data: BayLabels = { location, bays };
    return {
      companyId,
      id: await requestPrint(context, { companyId, page: 'bay-labels', language, title: location, data }),
    };
  },
};
