import { provideCarriers, subjectGone } from '#core/fittings/server/api.ts';
import { recordGroupHandlers } from '#core/groups/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { attachmentHandlers } from '#platform/server/files/attachments.ts';
import { recordStepsOf } from '#platform/server/records/lifecycle.ts';
import { stepHandlers } from '#platform/server/records/step-handlers.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { vehicleFileRoutes, vehicleRoutes } from '../../common/vehicle/routes.ts';
import { type StoredVehicle, vehicle, vehicleLifecycle } from '../../common/vehicle/vehicle.ts';
import { assertNoJobs, assertNotOnJob } from '../jobs/job-handlers.ts';
import { endRecordAlarms } from '../record-alarms.ts';
import { importVehicles } from './import-vehicles.ts';
import { assertMay, seenVehicle } from './may.ts';
import { fittedTrackers, vehicleMetadata } from './vehicle-metadata.ts';
import { findVehicles, readVehicle, seenVehicles, shownVehicle, storedVehicles } from './vehicle-rows.ts';

provideCarriers('vehicle', seenVehicles);

/** Nothing is fitted to a vehicle that is not used any more. */
export async function refuseRetired({ tx }: Emitting, { subject }: DomainEvents['device.fitted']): Promise<void> {
  if (subject.type !== 'vehicle') return;
  const found = await tx.selectFrom('fleetVehicle').select('state').where('id', '=', subject.id).executeTakeFirst();
  if (found?.state === 'retired') throw refuse(409, 'vehicle-retired');
}

type Reason = { reason: string };
type Taking = Context & { params: { id: number } };

const step = stepHandlers(vehicleLifecycle, {
  partiesOf: (_context: Context, _row: StoredVehicle) => ['staff'],
  read: async (context: Context, id) => shownVehicle(context, await readVehicle(context, id)),
});

/** Refuses unless the caller may see the vehicle and may do this with it. */
async function assertMayStep(context: Taking, action: string): Promise<void> {
  assertMay(context.actor, action, await readVehicle(context, context.params.id));
}

export const vehicleGroupHandlers = recordGroupHandlers({ ...vehicle, seen: seenVehicle, site: 'structureId' });

export const vehicleHandlers: Handlers<typeof vehicleRoutes> = {
  ...storedVehicles,
  list: findVehicles,
  metadata: vehicleMetadata,
  trackers: fittedTrackers,
  get: async (context) => shownVehicle(context, await storedVehicles.read(context)),
  create: async (context) => shownVehicle(context, await storedVehicles.create(context)),
  update: async (context) => shownVehicle(context, await storedVehicles.update(context)),
  import: importVehicles,
  async steps(context) {
    return recordStepsOf(context, vehicle.table, (await storedVehicles.read(context)).id);
  },
  suspend: step('suspend', {
    async before(context: Taking & { body: Reason }) {
      await assertMayStep(context, 'suspend');
      await assertNotOnJob(context, context.params.id);
      return { detail: context.body };
    },
  }),
  unsuspend: step('unsuspend', {
    async before(context) {
      await assertMayStep(context, 'suspend');
      return {};
    },
  }),
  retire: step('retire', {
    async before(context: Taking & { body: Reason }) {
      await assertMayStep(context, 'retire');
      await assertNoJobs(context, context.params.id);
      return { detail: context.body };
    },
    async after(context, { id, companyId }) {
      await subjectGone(context, { type: 'vehicle', id, companyId });
      await endRecordAlarms(context, { type: 'vehicle', id, companyId }, 'retired');
    },
  }),
};

const files = attachmentHandlers(vehicle.table, storedVehicles.read);
export const vehicleFileHandlers: Handlers<typeof vehicleFileRoutes> = {
  ...files,
  async add(context) {
    assertMay(context.actor, 'add-file', await storedVehicles.read(context));
    return files.add(context);
  },
  async remove(context) {
    assertMay(context.actor, 'remove-file', await storedVehicles.read(context));
    return files.remove(context);
  },
};
