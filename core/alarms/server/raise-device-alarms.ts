import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Context } from '#platform/server/serve.ts';
import { type Hit, publishChanges, raiseAlarms } from './raise.ts';

type DeviceAlarm = Pick<Hit, 'deviceId' | 'kind' | 'class' | 'severity' | 'at' | 'sensor' | 'value'>;

/** Raises alarms about devices within the caller's transaction, or increases the count of the open ones. */
export async function raiseDeviceAlarms(
  { tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  alarms: readonly DeviceAlarm[],
): Promise<void> {
  // The statement is shared with the rules, which have a connection of their own.
  const client = {
    query: ({ text, values }: pg.QueryConfig) =>
      tx.withoutPlugins().executeQuery(CompiledQuery.raw(text, values as unknown[])),
  } as unknown as pg.PoolClient;
  const changes = await raiseAlarms(
    client,
    alarms.map((alarm) => ({ ...alarm, ruleId: null, hits: 1, names: null, limit: null })),
  );
  afterCommit(() => publishChanges(kit, changes, 'raised'));
}
