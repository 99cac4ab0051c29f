import { type RawBuilder, sql } from 'kysely';
import type { ListSpec } from '#platform/common/list.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { historyLines } from '#platform/server/records/history.ts';
import { camel, loggedRecords, recordKinds } from '#platform/server/records/logged-records.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Context, Handlers, ListReply } from '#platform/server/serve.ts';
import { type CompanyChange, companyChangeList, type companyChangeRoutes } from '../../common/company-change-log.ts';
import { assertManages } from './company-access.ts';

const snake = (kind: string) => kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type ListContext = Pick<Context, 'tx' | 'actor' | 'list' | 'locale' | 'kit'>;

/** A page of the changes of all records that a condition on the log (`t`) admits. */
export async function recordChanges(
  context: ListContext,
  spec: ListSpec,
  where: RawBuilder<unknown>,
): Promise<ListReply<CompanyChange>> {
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
  const found = await bypassRls(tx, actor.scope, () => loggedRecords(context, ids));
  const records = new Map(found.map((one) => [one.id, one]));
  const lines = await historyLines(context, ids);
  const data = lines.map(({ part: _, ...line }) => {
    const { table, rowId, ...record } = records.get(line.id) as NonNullable<ReturnType<typeof records.get>>;
    return { ...line, record: { ...record, kind: camel(table), id: rowId } };
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
    return [...(await recordKinds(tx)).keys()].map(camel);
  },
};
