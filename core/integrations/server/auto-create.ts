import { faultForModel, serialIn } from '#core/devices/common/serial.ts';
import { addDeviceInStock } from '#core/inventory/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { Inbound, Receiver } from './inbound.ts';

const uniqueViolation = '23505';

/**
 * Adds an unknown device to the inventory of the connector's company, if the connector does so and knows the model of
 * its profile. A device of another company stays unknown, and its existence is not revealed.
 */
export async function addOwnDevice(kit: Kit, connector: Receiver, message: Inbound): Promise<boolean> {
  const { externalId, profile } = message;
  const chosen = connector.profiles.find((one) => one.profile === profile);
  if (connector.autoCreate !== 'inventory' || externalId === null || !chosen) return false;
  const model = kit.apps.find(({ id }) => id === chosen.app)?.hardware?.find(({ id }) => id === chosen.hardwareId);
  if (!model || serialIn(externalId) !== externalId || faultForModel(externalId, model.serials)) return false;
  const { companyId } = connector;
  const name = `${model.name.en} ${externalId.slice(-4)}`;
  const device = {
    companyId,
    app: chosen.app,
    solutionId: model.solution,
    hardwareId: model.id,
    name,
    serial: externalId,
  };
  try {
    await inSystem(kit.telemetry.db, (tx) => addDeviceInStock(tx, device));
    return true;
  } catch (error) {
    // This also holds if two of its messages arrive at once.
    if ((error as { code?: unknown }).code === uniqueViolation) return true;
    throw error;
  }
}
