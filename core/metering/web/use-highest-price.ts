import type { DeviceDetail } from '#core/devices/common/device.ts';
import { decimal, toMinor } from '#platform/common/text/money.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { conversionOf } from '../common/manifest.ts';
import { useBillFormats } from './bills/use-bill-formats.ts';
import { currentMonth } from './months.ts';
import { useMetering } from './use-metering.ts';

/**
 * What an amount in units of the counter costs at the highest slab that the meter has reached this month, as text; null
 * without a tariff or a consumption.
 */
export function useHighestPrice(device: DeviceDetail): ((amount: number) => string) | null {
  const { app, calls } = useMetering();
  const { money } = useBillFormats();
  const { data } = useData(
    calls.bill.ofMonth,
    { params: { id: device.id }, query: { month: currentMonth() } },
    { silent: true, enabled: app.metering?.solutions[device.solutionId] !== undefined },
  );
  const statement = data?.statement;
  const slab = statement?.lines.findLast(({ kind, price }) => kind === 'consumption' && price !== null);
  const conversion = statement && conversionOf(statement.unit, statement.consumption.unit);
  if (!statement || !conversion || slab?.price == null) return null;
  const price = decimal(slab.price).times(conversion.times).div(conversion.by);
  return (amount) => money(toMinor(price.times(amount), statement.currency), statement.currency);
}
