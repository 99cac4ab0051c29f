import { type AlarmContext, clearAlarms, endAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { connectorClass } from '../../common/alarms.ts';
import type { Connector } from '../../common/connector.ts';

type Named = Pick<Connector, 'id' | 'companyId' | 'name'>;
export type ConnectorAlarm = {
  kind: 'connector-silent' | 'connector-failing' | 'codec-failing';
  severity: 'poor' | 'problem';
  /** The locales have a text for it under `reasons`. */
  reason?: string;
};

const about = ({ id, companyId }: Omit<Named, 'name'>) => ({
  companyId,
  app: 'integrations',
  subject: { type: connectorClass, id },
});

export async function raiseConnectorAlarm(
  context: AlarmContext,
  connector: Named,
  alarm: ConnectorAlarm,
): Promise<void> {
  await raiseAlarms(context, [{ ...about(connector), ...alarm, name: connector.name, structureId: null }]);
}

export async function clearConnectorAlarm(
  context: AlarmContext,
  connector: Omit<Named, 'name'>,
  kind: ConnectorAlarm['kind'],
): Promise<void> {
  await clearAlarms(context, [{ ...about(connector), kind }]);
}

/** Ends the alarms about a connector that is paused or deleted: no messages are expected from it any more. */
export async function endConnectorAlarms(
  context: AlarmContext,
  connector: Omit<Named, 'name'>,
  reason: 'connector-paused' | 'connector-deleted',
): Promise<void> {
  await context.tx
    .updateTable('connectorState')
    .set({ silent: false, fault: null, notAdmitted: 0 })
    .where('connectorId', '=', connector.id)
    .execute();
  await context.tx.deleteFrom('codecFailure').where('connectorId', '=', connector.id).execute();
  await endAlarms(context, [about(connector)], reason);
}
