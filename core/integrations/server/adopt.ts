import { sql } from 'kysely';
import { addAccess } from '#core/devices/common/device.ts';
import { serialIn } from '#core/devices/common/serial.ts';
import { createDevice } from '#core/inventory/server/api.ts';
import { deadLettersOf, settleLetter } from '#core/telemetry/server/api.ts';
import { emittingAs } from '#platform/server/domain-events.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type connectorRoutes, maxReplayed } from '../common/connector.ts';
import { readConnector } from './connectors/connector-directory.ts';
import { readLetter } from './letters.ts';

type AdoptContext = Context<(typeof connectorRoutes)['adopt']>;

/** Adds the device to the company, and returns its id. Its messages are read again after the commit. */
async function addDevice(context: AdoptContext): Promise<number> {
  const { kit, actor, params, body } = context;
  const { externalId, app, serial = serialIn(externalId), ...fields } = body;
  if (!actor.session.apps.includes(app)) throw refuse(403, 'app-not-held');
  if (!context.may(addAccess(app), { app })) throw refuse(403, 'no-permission');
  return emittingAs(kit, kit.people.db, actor, async (emitting) => {
    const { tx } = emitting;
    const known = await tx
      .selectFrom('connectorUnknown')
      .select(['id', 'companyId'])
      .where('connectorId', '=', params.id)
      .where('externalId', '=', externalId)
      .forUpdate()
      .executeTakeFirst();
    if (!known) throw refuse(404, 'not-found');
    // Devices are added to the company that the caller acts for.
    if (known.companyId !== companyOf(actor)) throw refuse(409, 'select-a-customer');
    if (serial === null) throw invalid('serial', 'Required');
    const added = await createDevice(
      { ...emitting, may: context.may, locale: context.locale, body: { ...fields, serial } },
      app,
    );
    await tx
      .insertInto('connectorDevice')
      .values({
        deviceId: added,
        connectorId: params.id,
        companyId: known.companyId,
        externalId,
        lastAt: sqlNow,
      })
      .execute();
    await tx.deleteFrom('connectorUnknown').where('id', '=', known.id).execute();
    return added;
  });
}

export const adopt: Handlers<typeof connectorRoutes>['adopt'] = async (context) => {
  const { kit, params, body, actor } = context;
  const deviceId = await addDevice(context);
  const connector = await readConnector(kit, sql`c.id = ${params.id}`);
  const letters = await inSystem(kit.db, (tx) => deadLettersOf(tx, params.id, body.externalId, maxReplayed));
  let [replayed, refused] = [0, 0];
  for (const letter of connector ? letters : []) {
    const { reasons } = await readLetter(kit, letter, true);
    if (reasons.length > 0) refused++;
    else {
      replayed++;
      await inSystem(kit.db, (tx) => settleLetter(tx, letter.id, deviceId, actor));
    }
  }
  return { deviceId, replayed, refused };
};
