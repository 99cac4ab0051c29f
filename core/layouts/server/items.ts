import { sql } from 'kysely';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Kit } from '#platform/server/kit.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { LayoutItem, layoutItemRoutes, NewItem } from '../common/layout-item.ts';
import { visibleLayout } from './layout-rows.ts';
import { layoutTopic } from './live-topics.ts';
import { type PlanRecord, planRecordsOf, spaceItem } from './plan-items.ts';

type Reading = Pick<Context, 'tx' | 'actor' | 'may'>;
type PlanPlace = { structureId: number; floorId: number | null };
type Reference = Pick<LayoutItem, 'app' | 'kind' | 'refId'>;

const keyOf = ({ app, kind, refId }: Reference) => `${app} ${kind} ${refId}`;

/** Whether a record is where the plan is. */
const isAt = (record: PlanRecord, { structureId, floorId }: PlanPlace) =>
  record.structureId === structureId && (floorId === null || !record.floorId || record.floorId === floorId);

/** The records that items refer to and the caller may see on the plan, with one statement per kind. */
async function recordsFor(context: Reading, place: PlanPlace, items: readonly Reference[]) {
  const found = new Map<string, PlanRecord>();
  for (const [first, ...others] of Map.groupBy(items, ({ app, kind }) => `${app} ${kind}`).values()) {
    if (!first) continue;
    const { app, kind } = first;
    const records = await planRecordsOf(app, kind)?.(
      context,
      [first, ...others].map(({ refId }) => refId),
    );
    for (const record of records ?? [])
      if (isAt(record, place)) found.set(keyOf({ app, kind, refId: record.id }), record);
  }
  return found;
}

/** The items on a plan that are not devices, in the order in which they were placed. */
async function readItems(context: Reading, layoutId: number, place: PlanPlace): Promise<LayoutItem[]> {
  const { rows } = await sql<Omit<LayoutItem, 'name' | 'look' | 'spaceKind'>>`
    SELECT id, coalesce(app, ${spaceItem.app}) AS app, kind, coalesce(ref_id, space_id) AS ref_id, x, y, turn, outline
      FROM layout_item WHERE layout_id = ${layoutId} AND device_id IS NULL ORDER BY id`.execute(context.tx);
  const records = await recordsFor(context, place, rows);
  return rows.flatMap((row) => {
    const record = records.get(keyOf(row));
    if (!record) return [];
    const { name, spaceKind = null, look = null } = record;
    return [{ ...row, name, spaceKind, look }];
  });
}

const publishChange = (kit: Kit, { id, companyId }: { id: number; companyId: number }) =>
  kit.live.publish({ topic: layoutTopic(id), type: 'items', companyId, data: { id } });

/** Writes the positions of items; one that is on the plan already is moved. */
async function writeItems({ tx }: Reading, layout: { id: number; companyId: number }, items: readonly NewItem[]) {
  const rows = items.map(({ app, kind, refId, x, y, turn = 0, outline = null }, n) => ({
    ...(app === spaceItem.app ? { space_id: refId } : { app, ref_id: refId }),
    ...{ n, kind, x, y, turn, outline },
  }));
  await sql`
    INSERT INTO layout_item (layout_id, company_id, kind, space_id, app, ref_id, x, y, turn, outline)
    SELECT ${layout.id}, ${layout.companyId}, kind, space_id, app, ref_id, x, y, turn, nullif(outline, 'null')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r (n integer, kind text, space_id integer, app text, ref_id integer, x float8, y float8, turn smallint, outline jsonb)
     WHERE NOT EXISTS (SELECT FROM layout_item i WHERE i.layout_id = ${layout.id} AND i.kind = r.kind
                          AND i.space_id IS NOT DISTINCT FROM r.space_id AND i.app IS NOT DISTINCT FROM r.app AND i.ref_id IS NOT DISTINCT FROM r.ref_id)
     ORDER BY n ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE layout_item i SET x = r.x, y = r.y, turn = r.turn, outline = nullif(r.outline, 'null')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r (kind text, space_id integer, app text, ref_id integer, x float8, y float8, turn smallint, outline jsonb)
     WHERE i.layout_id = ${layout.id} AND i.kind = r.kind AND i.space_id IS NOT DISTINCT FROM r.space_id
       AND i.app IS NOT DISTINCT FROM r.app AND i.ref_id IS NOT DISTINCT FROM r.ref_id
       AND (i.x, i.y, i.turn, i.outline) IS DISTINCT FROM (r.x, r.y, r.turn, nullif(r.outline, 'null'))`.execute(tx);
}

export const layoutItemHandlers: Handlers<typeof layoutItemRoutes> = {
  async list(context) {
    const layout = await visibleLayout(context.tx, context.actor, context.params.id);
    return readItems(context, layout.id, layout);
  },
  async put(context) {
    const { tx, kit, actor, params, body, afterCommit } = context;
    const layout = await visibleLayout(tx, actor, params.id);
    changeableCompany(actor, layout.companyId);
    const records = await recordsFor(context, layout, body.items);
    // A record of another site, or one that the caller may not see, is refused as if it did not exist.
    if (body.items.some((item) => !records.has(keyOf(item)))) throw refuse(404, 'not-found');
    const last = new Map(body.items.map((item) => [keyOf(item), item]));
    await writeItems(context, layout, [...last.values()]);
    afterCommit(() => publishChange(kit, layout));
    const after = new Map((await readItems(context, layout.id, layout)).map((item) => [keyOf(item), item]));
    return [...last.keys()].flatMap((key) => after.get(key) ?? []);
  },
  async remove({ tx, kit, actor, params, body, afterCommit }) {
    const layout = await visibleLayout(tx, actor, params.id);
    changeableCompany(actor, layout.companyId);
    await tx
      .deleteFrom('layoutItem')
      .where('layoutId', '=', layout.id)
      .where('id', '=', anyOf(body.itemIds))
      .where('deviceId', 'is', null)
      .execute();
    afterCommit(() => publishChange(kit, layout));
    return null;
  },
};

/** Notifies open plans, after the commit, that records of an app look different or have another name. */
export async function planItemsChanged(
  { tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  app: string,
  kind: string,
  ids: readonly number[],
): Promise<void> {
  const layouts = await tx
    .selectFrom('layoutItem')
    .select(['layoutId as id', 'companyId'])
    .distinct()
    .where('app', '=', app)
    .where('kind', '=', kind)
    .where('refId', '=', anyOf(ids))
    .execute();
  afterCommit(() => {
    for (const layout of layouts) publishChange(kit, layout);
  });
}
