import { sql } from 'kysely';
import { asAll } from '#platform/server/database.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { companyChangeList, type companyChangeRoutes } from '../common/company-change-log.ts';
import { assertManages } from './company-access.ts';
import { linesOf, type NameOf } from './history.ts';
import { livingPlaceNames } from './living-place.ts';
import { loggedName, recordKinds, recordsOf } from './logged-records.ts';
import { personNamed } from './people.ts';
import { sidesOfRequest } from './request-history.ts';

const camel = (table: string) => table.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
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
  ...Object.fromEntries(Object.entries(pointers).map(([field, table]) => [field, loggedName(table)])),
};

export const companyChangeHandlers: Handlers<typeof companyChangeRoutes> = {
  list: async (context) => {
    const { tx, params, actor, list } = context;
    await assertManages(tx, actor, params.id);
    const kinds: Record<string, string[]> = list.filters.kind
      ? { kind: list.filters.kind.map((kind) => snake(String(kind))) }
      : {};
    const { ids, totalRecords } = await findIds(tx, {
      table: 'change_log',
      spec: companyChangeList,
      query: { ...list, filters: { ...list.filters, ...kinds } },
      scope: actor.scope,
      company: null,
      where: [sql`t.company_id = ${params.id}`],
      columns: { kind: sql`t.table_name` },
    });
    // Under no single record: each line is told as a part, with what says which one it is.
    const names = { ...pointersNamed, ...livingPlaceNames(context.locale) };
    const told = { table: '', silent: sidesOfRequest, spoken: ['appId'], names };
    return asAll(tx, actor.scope, async () => {
      const tables = await recordKinds(tx);
      const lines = await linesOf(context, ids, told);
      const records = new Map((await recordsOf(tx, ids, tables)).map((one) => [one.id, one]));
      const data = lines.map(({ part: _, ...line }) => {
        const { table, rowId, own, inside } = records.get(line.id) as NonNullable<ReturnType<typeof records.get>>;
        const owner = tables.find((one) => one.table === table)?.owner;
        const within = owner ? { kind: camel(owner), name: inside } : null;
        return { ...line, record: { kind: camel(table), id: rowId, name: own, within } };
      });
      return { data, totalRecords };
    });
  },
  kinds: async ({ tx, params, actor }) => {
    await assertManages(tx, actor, params.id);
    return (await recordKinds(tx)).map(({ table }) => camel(table));
  },
};
