import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Where the record that an action answers is shown. */
export type RecordQueries = {
  /** The call that reads the record, if the action answers the same as it. */
  detail?: QueryKey;
  /** Lists with a row of it: the start of the keys of their pages. */
  lists?: readonly QueryKey[];
};

type Rows = { data?: readonly { id?: unknown }[] };

/** Shows what an action answers at once, wherever the record stands. What was asked before it is older and given up. */
export async function updateRecordQueries<Row extends { id: unknown }>(
  client: QueryClient,
  record: Row,
  { detail, lists = [] }: RecordQueries,
): Promise<void> {
  await Promise.all([...(detail ? [detail] : []), ...lists].map((queryKey) => client.cancelQueries({ queryKey })));
  if (detail) client.setQueryData(detail, record);
  for (const queryKey of lists)
    client.setQueriesData<Rows>({ queryKey }, (page) =>
      page?.data?.some(({ id }) => id === record.id)
        ? { ...page, data: page.data.map((row) => (row.id === record.id ? { ...row, ...record } : row)) }
        : page,
    );
}

/** Reads what may have changed, behind what is shown; `shown` is true already. */
export function refetchInBackground(client: QueryClient, keyPrefixes: readonly QueryKey[], shown?: QueryKey): void {
  const except = shown && hashKey(shown);
  for (const queryKey of keyPrefixes)
    void client.invalidateQueries({ queryKey, predicate: (query) => query.queryHash !== except });
}
