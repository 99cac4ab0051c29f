import { serialIn } from '#core/devices/common/serial.ts';
import { fold } from '#platform/common/search/search.ts';
import type { DeployUnit } from './deployment.ts';
import type { OrderLine } from './order.ts';

/**
 * A serial number for an order, or a label that contains one; with a product (its SKU or name) it is for units of that
 * product.
 */
export type SerialLine = { serial: string; product?: string | undefined; name?: string | undefined };
export type UnitToDeploy = { unitId: number; serial: string; name: string | null };
export type UnitAssignment = {
  units: UnitToDeploy[];
  /** Serial numbers that the order has already. */
  known: string[];
  /** Lines without a unit: texts under `assignment`. */
  faults: { serial: string; word: 'twiceInList' | 'noUnitLeft' | 'unknownProduct' }[];
};

const comparable = (serial: string | null): string => (serial === null ? '' : (serialIn(serial) ?? fold(serial)));

/**
 * Gives each serial number the unit that it failed for before, else the first pending unit of its product, else one
 * whose own serial number has failed. Sending a list again assigns nothing twice.
 */
export function assignUnits(
  lines: readonly SerialLine[],
  units: readonly DeployUnit[],
  products: readonly Pick<OrderLine, 'id' | 'sku' | 'name' | 'kind'>[],
): UnitAssignment {
  const devices = products.filter(({ kind }) => kind === 'device');
  const isDevice = new Set(devices.map(({ id }) => id));
  const open = units.filter(({ state, lineId }) => (state === 'pending' || state === 'error') && isDevice.has(lineId));
  const pending = open.filter(({ state }) => state === 'pending');
  const failed = open.filter(({ state }) => state === 'error');
  const done = new Set(units.filter(({ state }) => state === 'done').map(({ serial }) => comparable(serial)));
  const listed = new Set(lines.map(({ serial }) => comparable(serial)));
  const out: UnitAssignment = { units: [], known: [], faults: [] };
  const [taken, read] = [new Set<number>(), new Set<string>()];
  for (const { serial, product, name } of lines) {
    const key = comparable(serial);
    const fault = (word: UnitAssignment['faults'][number]['word']) => out.faults.push({ serial, word });
    const wanted = product
      ? devices.filter((device) => [device.sku, device.name].some((text) => fold(text) === fold(product)))
      : devices;
    const fits = (unit: DeployUnit) => !taken.has(unit.id) && wanted.some(({ id }) => id === unit.lineId);
    const unit =
      failed.find((one) => fits(one) && comparable(one.serial) === key) ??
      pending.find(fits) ??
      failed.find((one) => fits(one) && !listed.has(comparable(one.serial)));
    if (done.has(key)) out.known.push(serial);
    else if (read.has(key)) fault('twiceInList');
    else if (wanted.length === 0) fault('unknownProduct');
    else if (!unit) fault('noUnitLeft');
    else {
      taken.add(unit.id);
      out.units.push({ unitId: unit.id, serial, name: name || null });
    }
    read.add(key);
  }
  return out;
}
