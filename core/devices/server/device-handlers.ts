import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { siteZone } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { sqlFromNow } from '#platform/server/postgres/values.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type DeviceDetail, type DeviceRoutes, deviceList } from '../common/device.ts';
import { replaceSoon } from './battery-forecasts.ts';
import { channelSensorsOf, channelsOf } from './channels.ts';
import { setCredential } from './credentials/device-secret.ts';
import { deviceChanged, logDevice, renameDevices } from './device-changes.ts';
import { deviceLog } from './lists/device-log.ts';
import { deviceRows } from './lists/device-rows.ts';
import { guardedPosition } from './lists/guarded-position.ts';
import { visibleDevice, withinResources } from './lists/visible-device.ts';
import { reportedLockState } from './lock-state.ts';
import { importDevices } from './placement/import-devices.ts';
import { placeDevice, uninstallDevice } from './placement/placement.ts';
import { suspendDevice } from './placement/suspend-device.ts';
import { exampleValues } from './sensors.ts';
import { pathsOf } from './silence/paths.ts';
import { superviseDevice } from './silence/supervision.ts';

/** A device that the caller may see. */
export async function readDeviceDetail(context: Emitting, id: number): Promise<DeviceDetail> {
  const { tx, kit } = context;
  const [row] = await deviceRows(tx, kit.apps, [id]);
  if (!row) throw refuse(404, 'not-found');
  const details = await tx
    .selectFrom('device')
    .select(['activationAt', 'expirationAt', 'attributes', 'suspendedReason', 'supervisionSeconds', 'secretAt'])
    .select(siteZone('device.structure_id', 'device.company_id').as('zone'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    activationAt: details.activationAt,
    expirationAt: details.expirationAt,
    attributes: details.attributes as DeviceDetail['attributes'],
    exampleValues: exampleValues(kit.apps, row.app, row.hardware.id),
    suspendedReason: details.suspendedReason,
    supervisionSeconds: details.supervisionSeconds,
    paths: await pathsOf(tx, id),
    channelSensors: channelSensorsOf(kit.apps, row.app, row.hardware.id),
    position: await guardedPosition(context, row),
    zone: details.zone,
    credentialName: details.secretAt && row.serial,
  };
}

/** The calls of `deviceRoutes` that other slices serve: those of the inventory and of subscriptions. */
type ServedElsewhere = 'create' | 'owner' | 'claimKey' | 'token';

/** Serves `deviceRoutes` of an app, as far as they concern the device itself. */
export function deviceHandlers(app: string): Omit<Handlers<DeviceRoutes>, ServedElsewhere> {
  const place: Handlers<DeviceRoutes>['install'] = async (context) => {
    const { tx, kit, params, body, actor, afterCommit } = context;
    const device = await visibleDevice(tx, actor, app, params.id);
    await placeDevice(context, device, body);
    afterCommit(() => deviceChanged(kit, device));
    return readDeviceDetail(context, params.id);
  };
  return {
    async list({ tx, kit, list, actor }) {
      const where = [sql`t.app = ${app}`, ...withinResources(actor, app)];
      const { ids, totalRecords } = await findIds(tx, {
        table: 'device',
        spec: deviceList,
        query: list,
        scope: actor.scope,
        where,
        columns: { replaceSoon, lockState: reportedLockState },
      });
      return { data: await deviceRows(tx, kit.apps, ids), totalRecords };
    },
    async get(context) {
      const { tx, params, actor } = context;
      await visibleDevice(tx, actor, app, params.id);
      return readDeviceDetail(context, params.id);
    },
    async channels({ tx, kit, params, actor }) {
      return channelsOf(tx, kit.apps, await visibleDevice(tx, actor, app, params.id));
    },
    async update(context) {
      const { tx, kit, params, body, actor, afterCommit } = context;
      const device = await visibleDevice(tx, actor, app, params.id, 'update');
      await renameDevices(tx, [{ device, name: body.name }], actor.session.user.id);
      afterCommit(() => deviceChanged(kit, device));
      return readDeviceDetail(context, params.id);
    },
    import: (context) => importDevices(context, app),
    install: place,
    move: place,
    async remove(context) {
      const { tx, params, body, actor } = context;
      await uninstallDevice(context, await visibleDevice(tx, actor, app, params.id, 'install'), body.to);
      return readDeviceDetail(context, params.id);
    },
    async suspend(context) {
      await suspendDevice(context, app, context.body.reason);
      return readDeviceDetail(context, context.params.id);
    },
    async resume(context) {
      await suspendDevice(context, app, null);
      return readDeviceDetail(context, context.params.id);
    },
    async supervise(context) {
      await superviseDevice(context, app, context.body.supervisionSeconds);
      return readDeviceDetail(context, context.params.id);
    },
    async provisionAgain(context) {
      const { tx, params, actor } = context;
      const { id } = await visibleDevice(tx, actor, app, params.id, 'update');
      await tx
        .updateTable('device')
        .set({ provisionAgainUntil: sqlFromNow(1, 'hour') })
        .where('id', '=', id)
        .execute();
      return readDeviceDetail(context, id);
    },
    async log(context) {
      await visibleDevice(context.tx, context.actor, app, context.params.id);
      return deviceLog(context, context.params.id);
    },
    async credential({ tx, kit, params, actor, afterCommit }) {
      const device = await visibleDevice(tx, actor, app, params.id, 'update');
      const secret = randomBytes(24).toString('base64url');
      await bypassRls(tx, actor.scope, () => setCredential(tx, device.id, device.serial, secret));
      await logDevice(tx, device, 'credential-renewed', actor, {});
      afterCommit(() => {
        deviceChanged(kit, device);
        kit.signals.send('credential.renewed', { id: device.id });
      });
      return { name: device.serial, secret };
    },
  };
}
