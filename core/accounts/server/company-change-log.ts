import { type RawBuilder, sql } from 'kysely';
import type { ListSpec } from '#platform/common/list.ts';
import { bypassRls } from '#platform/server/database.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Context, Handlers, ListPage } from '#platform/server/serve.ts';
import { type CompanyChange, companyChangeList, type companyChangeRoutes } from '../common/company-change-log.ts';
import { assertManages } from './company-access.ts';
import { linesOf, type NameOf } from './history.ts';
import { livingPlaceNames } from './living-place.ts';
import { camel, loggedName, recordKinds, recordsOf } from './logged-records.ts';
import { personNamed } from './people.ts';
import { sidesOfRequest } from './request-history.ts';

const snake = (kind: string) => kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields that point at records of whatever slice, by the table that they point at. */
const pointers = {
  structureId: 'structure',
  parentId: 'structure',
  floorId: 'floor',
  spaceId: 'space',
  areaId: 'area',
  resource: 'structure',
  assetId: 'asset',
  layoutId: 'layout',
  deviceId: 'device',
} as const;
const pointersNamed: Record<string, NameOf> = {
  userId: personNamed,
  requestedBy: personNamed,
  ...Object.fromEntries(Object.entries(pointers).map(([field, table]) => [field, loggedName(table)])),
};

type Asked = Pick<Context, 'tx' | 'actor' | 'list' | 'locale'>;

/** A page of the changes of all records that a condition on the log (`t`) admits. */
export async function recordChanges(
  context: Asked,
  spec: ListSpec,
  where: RawBuilder<unknown>,
): Promise<ListPage<CompanyChange>> {
  const { tx, actor, list } = context;
  const kinds: Record<string, string[]> = list.filters.kind
    ? { kind: list.filters.kind.map((kind) => snake(String(kind))) }
    : {};
  const { ids, totalRecords } = await findIds(tx, {
    table: 'change_log',
    spec,
    query: { ...list, filters: { ...list.filters, ...kinds } },
    scope: actor.scope,
    company: null,
    where: [where],
    columns: { kind: sql`t.table_name` },
  });
  // Under no single record: each line is told as a part, with what says which one it is.
  const names = { ...pointersNamed, ...livingPlaceNames(context.locale) };
  const told = { table: '', silent: sidesOfRequest, spoken: ['appId'], names };
  const found = await bypassRls(tx, actor.scope, async () => recordsOf(tx, ids, await recordKinds(tx)));
  const records = new Map(found.map((one) => [one.id, one]));
  const lines = await linesOf(context, ids, told);
  const data = lines.map(({ part: _, ...line }) => {
    const { table, rowId, name, word, within } = records.get(line.id) as NonNullable<ReturnType<typeof records.get>>;
    return { ...line, record: { kind: camel(table), id: rowId, name, word, within } };
  });
  return { data, totalRecords };
}

export const companyChangeHandlers: Handlers<typeof companyChangeRoutes> = {
  list: async (context) => {
    const { tx, params, actor } = context;
    await assertManages(tx, actor, params.id);
    return recordChanges(context, companyChangeList, sql`t.company_id = ${params.id}`);
  },
  kinds: async ({ tx, params, actor }) => {
    await assertManages(tx, actor, params.id);
    return (await recordKinds(tx)).map(({ table }) => camel(table));
  },
};
