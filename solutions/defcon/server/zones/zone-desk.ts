import { sql } from 'kysely';
import { readableByAny, storedAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { packageModels } from '#core/market/server/api.ts';
import { structureNamed, structureSummaries } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { ofIncidents } from '../../common/alarms.ts';
import { market } from '../../common/market.ts';
import { detectors, reactions } from '../../common/panel/words.ts';
import {
  type CountOfStructure,
  type Kit,
  mostChoices,
  type StructureOfPanels,
  zoneConditions,
  zoneDeskList,
  type zoneDeskRoutes,
} from '../../common/zones/zone-desk.ts';
import { seenPanels } from '../panels/panel-rows.ts';
import {
  condition,
  hasRented,
  isRented,
  readZones,
  seenZones,
  seesOthers,
  structureOfZone,
  zoneDetail,
} from './zone-desk-rows.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may' | 'locale'>;

/** The linked panels with their name and site. */
const linkedPanels = sql`
  (SELECT p.id, p.company_id, d.name, d.structure_id FROM defcon_panel p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id WHERE p.service <> 'unlinked')`;

/**
 * The linked panels of zones that the caller sees: all of the zones (`whole`), or those that its company rents. A company
 * that watches a panel does not see its device, so the conditions decide.
 */
const panelsOfZones = (actor: Actor) => sql`
  (SELECT t.* FROM (SELECT t.*, ${seenPanels(actor)} AS whole FROM ${linkedPanels} t) t
    WHERE t.whole OR ${hasRented(actor)})`;

type Choice = {
  structureId: number | null;
  structure: { id: number; name: string } | null;
  id: number;
  name: string;
};
type PanelCount = Choice & { devices: number; open: number; trouble: number };

/** The zones by site and panel. */
async function countByStructure(context: Reading): Promise<CountOfStructure[]> {
  const { tx, actor } = context;
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<PanelCount>`
      SELECT t.structure_id, ${structureNamed('t.structure_id')} AS structure, t.id, t.name, z.devices, z.open, z.trouble
        FROM ${panelsOfZones(actor)} t
        CROSS JOIN LATERAL (SELECT count(*)::integer AS devices, (count(*) FILTER (WHERE z.open AND NOT z.bypassed))::integer AS open,
                                   (count(*) FILTER (WHERE z.tamper OR z.fault OR z.missing))::integer AS trouble
                              FROM defcon_zone z WHERE z.panel_id = t.id AND (t.whole OR ${isRented(actor)})) z
       ORDER BY t.name, t.id`.execute(tx),
  );
  const sites = Map.groupBy(rows, ({ structureId }) => structureId);
  const sum = (of: readonly PanelCount[], key: 'devices' | 'open' | 'trouble') =>
    of.reduce((all, one) => all + one[key], 0);
  const counts = [...sites].map(([structureId, panels]) => ({
    structureId,
    name: panels[0]?.structure?.name ?? null,
    devices: sum(panels, 'devices'),
    open: sum(panels, 'open'),
    trouble: sum(panels, 'trouble'),
    panels: panels.map(({ id, name, devices, open, trouble }) => ({ id, name, devices, open, trouble })),
  }));
  // Panels without a site come last.
  const isNowhere = (one: CountOfStructure) => Number(one.structureId === null);
  return counts.toSorted((a, b) => isNowhere(a) - isNowhere(b) || (a.name ?? '').localeCompare(b.name ?? ''));
}

/** The sites with panels. */
async function structuresOfPanels(context: Reading): Promise<StructureOfPanels[]> {
  const { tx } = context;
  const readable = readableByAny(context) ?? false;
  const { rows } = await sql<{ id: number; panels: number; armed: number; openAlarms: number }>`
    SELECT p.structure_id AS id, count(*)::integer AS panels,
           (count(*) FILTER (WHERE EXISTS (SELECT FROM defcon_group g WHERE g.panel_id = p.id AND g.state NOT IN ('disarmed', 'arming'))))::integer AS armed,
           (SELECT count(*)::integer FROM ${sql.raw(storedAlarms)} t
             WHERE t.structure_id = p.structure_id AND t.app = 'defcon' AND t.class = ${ofIncidents} AND t.closed_at IS NULL AND ${readable}) AS open_alarms
      FROM (SELECT t.* FROM ${linkedPanels} t WHERE t.structure_id IS NOT NULL AND ${seenPanels(context.actor)}) p GROUP BY p.structure_id`.execute(
    tx,
  );
  const places = new Map(
    (
      await structureSummaries(
        tx,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  return rows
    .flatMap((row) => {
      const place = places.get(row.id);
      return place ? [{ ...row, name: place.name, location: place.location }] : [];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

/** The packages of the market, by their contents as the app declares them. */
async function kitsOf({ tx, kit, locale }: Reading): Promise<Kit[]> {
  const products = market.products ?? [];
  const modelOf = new Map(products.flatMap(({ sku, hardware }) => (hardware ? [[sku, hardware] as const] : [])));
  const contentsOf = new Map(products.map(({ sku, options = [] }) => [sku, options]));
  const sold = await packageModels(tx, kit, locale, { kinds: ['package'], app: 'defcon' });
  return sold.map(({ id, sku, name, price }) => ({
    id,
    name,
    price,
    items: (contentsOf.get(sku) ?? []).flatMap(({ sku: part, preset = 0 }) => {
      const hardwareId = modelOf.get(part);
      return hardwareId === undefined ? [] : [{ hardwareId, qty: preset }];
    }),
  }));
}

export const zoneDeskHandlers: Handlers<typeof zoneDeskRoutes> = {
  async list(context) {
    const { tx, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'defcon_zone',
      spec: zoneDeskList,
      query: list,
      scope: actor.scope,
      where: [seenZones(actor)],
      columns: { condition, structureId: structureOfZone },
      ...(seesOthers(actor) ? { shared: { table: 'defcon_zone_party', link: 'zone_id' } } : {}),
    });
    return { data: await readZones(context, ids), totalRecords };
  },
  async get(context) {
    const { params, query } = context;
    const zone = await zoneDetail(context, params.id);
    if (query.panelId !== undefined && query.panelId !== zone.panelId) throw refuse(404, 'not-found');
    return zone;
  },
  async params({ tx, actor }) {
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Choice>`
        SELECT t.id, t.name, t.structure_id, ${structureNamed('t.structure_id')} AS structure FROM ${panelsOfZones(actor)} t
         ORDER BY t.name, t.id LIMIT ${mostChoices}`.execute(tx),
    );
    const structures = new Map(
      rows.flatMap(({ structure }) => (structure ? [[structure.id, structure] as const] : [])),
    );
    return {
      structures: [...structures.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
      panels: rows.map(({ structure: _, ...panel }) => panel),
      conditions: [...zoneConditions],
      detectors: [...detectors],
      reactions: [...reactions],
    };
  },
  countByStructure,
  structures: structuresOfPanels,
  kits: kitsOf,
};
