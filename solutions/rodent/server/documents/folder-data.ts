import { sql } from 'kysely';
import { companyNameOf } from '#core/accounts/server/api.ts';
import { deviceFacts, devicePlaces, placesAt } from '#core/devices/server/api.ts';
import { planPictures, spotsAt } from '#core/layouts/server/api.ts';
import { floorNamed, spaceNamed, structureSummaries, zoneOfSite } from '#core/places/server/api.ts';
import { verificationAddress } from '#core/print/common/verification.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import { type PrintedFolder, verifyDocumentPath } from '../../common/documents.ts';
import { licencesIn } from '../licences/folder-licences.ts';
import { policyOf } from '../visits/policy.ts';
import { gapsAt } from './folder-gaps.ts';
import { actionsAt, materialsAt, responsesAt, visitsAt } from './folder-records.ts';
import { trendOf } from './folder-trend.ts';
import { quartersOf } from './quarters.ts';

type Asking = Pick<Context, 'tx' | 'kit' | 'actor'>;
export type Of = { companyId: number; structureId: number; from: string; to: string };
type Trap = PrintedFolder['traps'][number];

/** The longest side of the picture of a plan in a document. */
const planSide = 1200;

/** All traps that stood at a site at some time of a period, by number. */
async function trapsAt({ tx }: Asking, { structureId, from, to }: Of): Promise<Trap[]> {
  const { rows } = await sql<Trap>`
    SELECT d.id, d.name, p.number, coalesce(p.kind, 'snap') AS kind, coalesce(p.zone, 'interior') AS zone,
           ${spaceNamed('d.space_id')} ->> 'name' AS space, ${floorNamed('d.floor_id')} ->> 'name' AS floor
      FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap p ON p.id = d.id
     WHERE d.app = 'rodent' AND EXISTS (SELECT FROM ${sql.raw(devicePlaces)} w
             WHERE w.device_id = d.id AND w.structure_id = ${structureId} AND coalesce(w.from_at < ${to}::timestamptz, true) AND coalesce(w.to_at > ${from}::timestamptz, true))
     ORDER BY p.number, d.name, d.id`.execute(tx);
  return rows;
}

const labelOf = (trap: Pick<Trap, 'number' | 'name'> | undefined): string =>
  trap ? (trap.number === null ? trap.name : String(trap.number)) : '–';

/** The plans at the end of each quarter, with the traps that stood there then. */
async function plansAt(
  context: Asking,
  of: Of,
  ends: readonly number[],
  traps: readonly Trap[],
): Promise<Pick<PrintedFolder, 'pictures' | 'plans'>> {
  const pictures = await planPictures(context, { ...of, longestSide: planSide });
  const byId = new Map(traps.map((trap) => [trap.id, trap]));
  const spots = (await spotsAt(context, of, ends)).filter(({ deviceId }) => byId.has(deviceId));
  const places = await placesAt(
    context.tx,
    spots.map(({ deviceId: id, at }) => ({ id, at: Math.round(at) })),
  );
  const plans = ends.flatMap((at) =>
    pictures.flatMap(({ id, name, floor, floorId }) => {
      const here = spots.filter((spot, n) => {
        const place = places[n];
        const isThere = place?.structureId === of.structureId && (floorId === null || place.floorId === floorId);
        return spot.at === at && spot.layoutId === id && isThere;
      });
      if (here.length === 0) return [];
      const labels = here
        .map(({ deviceId, x, y }) => ({ label: labelOf(byId.get(deviceId)), x, y }))
        .toSorted((a, b) => Number(a.label) - Number(b.label));
      return [
        { at: new Date(at).toISOString(), layoutId: id, name: floor ? `${name} · ${floor}` : name, spots: labels },
      ];
    }),
  );
  return {
    pictures: Object.fromEntries(pictures.map(({ id, picture: address, ratio }) => [id, { address, ratio }])),
    plans,
  };
}

/** All that an auditor asks about a site in a period. The caller has checked that the person may see it. */
export async function printedFolder(context: Asking, of: Of, code: string): Promise<PrintedFolder> {
  const { tx, kit, actor } = context;
  const { companyId, structureId, from, to } = of;
  const policy = await policyOf(tx, structureId);
  const zone = await zoneOfSite(tx, of);
  const [site] = await structureSummaries(tx, [structureId]);
  const period = { from: Date.parse(from), to: Date.parse(to) };
  return bypassRls(tx, actor.scope, async () => {
    const traps = await trapsAt(context, of);
    const zones = new Map(traps.map((trap) => [trap.id, trap.zone]));
    const labels = new Map(traps.map((trap) => [trap.id, labelOf(trap)]));
    const ends = quartersOf(period, zone).map((quarter) => Math.min(quarter.to, Date.now()));
    const trend = { structureId, zone, levels: policy.actionLevels, zones };
    return {
      company: (await companyNameOf(tx, companyId)) ?? '',
      site: site?.name ?? '',
      zone,
      address: verificationAddress(kit.publicUrl, verifyDocumentPath, code),
      ...{ from, to },
      contractor: policy.contractor,
      poisonFree: policy.poisonFree,
      quarters: await trendOf(context, period, trend),
      limits: { stated: policy.stated, zones: policy.actionLevels },
      ...(await plansAt(context, of, [...new Set(ends)], traps)),
      traps,
      visits: await visitsAt(tx, of),
      actions: await actionsAt(tx, of),
      responses: await responsesAt(tx, of, policy.respondH),
      materials: (await materialsAt(tx, of)).map(({ deviceId, ...one }) => ({
        ...one,
        trap: deviceId === null ? null : (labels.get(deviceId) ?? '–'),
      })),
      ...(await licencesIn(tx, of)),
      gaps: (await gapsAt(tx, structureId, of)).map(({ deviceId, from: since, to: until, goesOn }) => ({
        label: labels.get(deviceId) ?? '–',
        from: since,
        to: goesOn ? null : until,
      })),
    };
  });
}
