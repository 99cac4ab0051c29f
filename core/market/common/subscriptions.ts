type Devices = { solutionId: number | null; qty: number };
type Subscriptions = { solutionIds: readonly number[]; qty: number };
/** The number of subscriptions of a line for devices of a line; both are indexes. */
export type SubscriptionPlacement = { subscription: number; device: number; qty: number };

/** Whether a subscription is sold for devices of a solution. An empty list means every solution of the app. */
export const isSoldFor = ({ solutionIds }: Pick<Subscriptions, 'solutionIds'>, solutionId: number | null): boolean =>
  solutionIds.length === 0 || (solutionId !== null && solutionIds.includes(solutionId));

/**
 * Distributes the subscriptions that were bought with devices: a device gets at most one, which must be sold for its
 * solution, and as many subscriptions as possible are placed. Earlier lines go first. The rest are for no device.
 */
export function placeSubscriptions(
  devices: readonly Devices[],
  subscriptions: readonly Subscriptions[],
): SubscriptionPlacement[] {
  const free = devices.map(({ qty }) => qty);
  const placed = subscriptions.map(() => devices.map(() => 0));
  const given = (subscription: number, device: number) => placed[subscription]?.[device] ?? 0;
  const give = (subscription: number, device: number, qty: number) => {
    const row = placed[subscription];
    if (row) row[device] = given(subscription, device) + qty;
  };
  const fitting = subscriptions.map((subscription) =>
    [...devices.keys()].filter((device) => isSoldFor(subscription, devices[device]?.solutionId ?? null)),
  );
  /** Places up to `qty` of a line, if need be by giving another line other devices. Returns how many. */
  const place = (subscription: number, qty: number, tried: Set<number>): number => {
    const open = (fitting[subscription] ?? []).filter((device) => !tried.has(device));
    for (const device of open) {
      const count = Math.min(qty, free[device] ?? 0);
      if (count === 0) continue;
      free[device] = (free[device] ?? 0) - count;
      give(subscription, device, count);
      return count;
    }
    for (const device of open) {
      tried.add(device);
      for (const other of subscriptions.keys()) {
        if (other === subscription || given(other, device) === 0) continue;
        const count = place(other, Math.min(qty, given(other, device)), tried);
        give(other, device, -count);
        give(subscription, device, count);
        if (count > 0) return count;
      }
    }
    return 0;
  };
  for (const [subscription, { qty }] of subscriptions.entries())
    for (let left = qty; left > 0; ) {
      const count = place(subscription, left, new Set());
      if (count === 0) break;
      left -= count;
    }
  return placed.flatMap((row, subscription) =>
    row.flatMap((qty, device) => (qty > 0 ? [{ subscription, device, qty }] : [])),
  );
}
