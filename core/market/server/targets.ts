import { devicesOfCompany } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { PricedSubmission } from '../common/order-payload.ts';
import type { Problem } from '../common/quote.ts';
import { isSoldFor } from '../common/subscriptions.ts';
import type { UnpricedLine } from './order-lines.ts';

/**
 * The problems of the devices that subscriptions are bought for: each must belong to the company and occur once, and
 * there must be a subscription for each.
 */
export async function targetProblems(
  tx: Tx,
  companyId: number,
  { targets, orders }: PricedSubmission,
  lines: readonly UnpricedLine[],
): Promise<Problem[]> {
  if (targets.length === 0) return [];
  const asked = targets.flatMap(({ deviceIds }) => deviceIds);
  const devices = new Map((await devicesOfCompany(tx, companyId, asked)).map((device) => [device.id, device]));
  const seen = new Set<number>();
  const tokens = new Set<string>();
  return targets.flatMap(({ order, tokenId, deviceIds }): Problem[] => {
    const problem = (word: string, detail: Problem['detail'] = {}) => [{ path: String(order), word, detail }];
    const key = `${order} ${tokenId}`;
    // Subscriptions in the same order as devices are for those devices.
    const line =
      orders[order]?.devices.length === 0
        ? lines.find(({ path, item }) => item.id === tokenId && path.startsWith(`${order}.`))
        : undefined;
    if (line?.item.kind !== 'tokenPackage' || tokens.has(key)) return problem('target-without-token');
    tokens.add(key);
    if (deviceIds.length > line.qty) return problem('too-many-targets', { qty: line.qty });
    for (const id of deviceIds) {
      const device = devices.get(id);
      const fits = device?.app === line.app && isSoldFor(line.item, device.solutionId);
      if (!fits) return problem('target-does-not-fit', { deviceId: id });
      if (seen.has(id)) return problem('target-twice', { deviceId: id });
      seen.add(id);
    }
    return [];
  });
}
