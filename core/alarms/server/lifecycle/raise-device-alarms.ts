import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Context } from '#platform/server/serve.ts';
import { escalateAtOnce } from './escalate-at-once.ts';
import { clearAlarms, type Hit, publishChanges, raiseAlarms } from './raise.ts';

export type DeviceAlarm = Pick<Hit, 'deviceId' | 'kind' | 'class' | 'severity' | 'at' | 'sensor' | 'value'>;

// The statements are shared with the rules, which have a connection of their own.
export const pgClientOf = (tx: Context['tx']) =>
  ({
    query: ({ text, values }: pg.QueryConfig) =>
      tx.withoutPlugins().executeQuery(CompiledQuery.raw(text, values as unknown[])),
  }) as unknown as pg.PoolClient;

/** Raises alarms about devices within the caller's transaction, or increases the count of the open ones. */
export async function raiseDeviceAlarms(
  { tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  alarms: readonly DeviceAlarm[],
): Promise<void> {
  const changes = await raiseAlarms(
    pgClientOf(tx),
    alarms.map((alarm) => ({ ...alarm, ruleId: null, hits: 1, names: null, limit: null })),
  );
  await escalateAtOnce(kit, pgClientOf(tx), changes);
  afterCommit(() => publishChanges(kit, changes, 'raised'));
}

/** Clears the open alarms of a kind that devices have, within the caller's transaction. Status alarms are terminated. */
export async function clearDeviceAlarms(
  { tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  alarms: readonly Pick<Hit, 'deviceId' | 'kind'>[],
): Promise<void> {
  const at = Date.now();
  const changes = await clearAlarms(
    pgClientOf(tx),
    alarms.map((alarm) => ({ ...alarm, at, reason: null })),
  );
  afterCommit(() => publishChanges(kit, changes, 'cleared'));
}
