import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** The cached queries that contain the record that an action returns. */
export type RecordQueries = {
  /** The key of the query that reads the record, if the action returns the same shape. */
  detail?: QueryKey;
  /** Key prefixes of lists with a row of the record. */
  lists?: readonly QueryKey[];
};

type Rows = { data?: readonly { id?: unknown }[] };

/**
 * Writes the reply of an action into the cached queries. Their requests under way are older and therefore cancelled.
 */
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

/** Invalidates queries without waiting for them, except `shown`, which is up to date. */
export function refetchInBackground(client: QueryClient, keyPrefixes: readonly QueryKey[], shown?: QueryKey): void {
  const except = shown && hashKey(shown);
  for (const queryKey of keyPrefixes)
    void client.invalidateQueries({ queryKey, predicate: (query) => query.queryHash !== except });
}
