import { type RawBuilder, sql } from 'kysely';
import type { AlarmContext } from '#core/alarms/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { clearConnectorAlarm, raiseConnectorAlarm } from '../connectors/connector-alarms.ts';
import { connectorsChanged } from '../connectors/connector-directory.ts';

const kind = 'codec-failing';
type Receiving = { id: number; companyId: number; name: string };

/** SQL for whether the connector `c` has a codec, for all of its devices or for those of a profile. */
const uses = (codecId: RawBuilder<unknown>) =>
  sql`(c.codec_id IS NOT DISTINCT FROM ${codecId} OR c.profiles @> jsonb_build_array(jsonb_build_object('codecId', ${codecId})))`;

/**
 * Records that a codec was suspended for its calls and raises an alarm about its connector, unless that was deleted or
 * has another codec now.
 */
export async function recordFailing(kit: Kit, connector: Receiving, codecId: number): Promise<void> {
  await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    const noted = await sql`INSERT INTO codec_failure (connector_id, codec_id, company_id)
      SELECT c.id, k.id, c.company_id FROM connector c JOIN codec k ON k.id = ${codecId} AND k.company_id = c.company_id
       WHERE c.id = ${connector.id} AND c.enabled AND ${uses(sql`k.id`)} FOR SHARE OF c ON CONFLICT DO NOTHING RETURNING connector_id`.execute(
      context.tx,
    );
    if (noted.rows.length > 0) await raiseConnectorAlarm(context, connector, { kind, severity: 'poor' });
  });
  connectorsChanged(kit);
}

/** Forgets the failures of codecs that the connector does not use any more. The alarm ends with the last one. */
export async function forgetUnused(
  context: AlarmContext,
  connector: Pick<Receiving, 'id' | 'companyId'>,
): Promise<void> {
  const forgotten = await sql`
    DELETE FROM codec_failure f USING connector c
     WHERE f.connector_id = ${connector.id} AND c.id = f.connector_id AND NOT ${uses(sql`f.codec_id`)} RETURNING f.codec_id`.execute(
    context.tx,
  );
  if (forgotten.rows.length > 0) await endWithLast(context, connector);
}

async function endWithLast(context: AlarmContext, connector: Pick<Receiving, 'id' | 'companyId'>): Promise<void> {
  const others = await context.tx.selectFrom('codecFailure').where('connectorId', '=', connector.id).limit(1).execute();
  if (others.length === 0) await clearConnectorAlarm(context, connector, kind);
}

/** Records that a codec of a connector has decoded a message again. The alarm ends with the last failure. */
export async function recordWorking(kit: Kit, connector: Receiving, codecId: number): Promise<void> {
  await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    await context.tx
      .deleteFrom('codecFailure')
      .where('connectorId', '=', connector.id)
      .where('codecId', '=', codecId)
      .execute();
    await endWithLast(context, connector);
  });
  connectorsChanged(kit);
}
