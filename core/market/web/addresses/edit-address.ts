import type { CartEntry } from '../../common/cart.ts';
import type { Product } from '../../common/product.ts';

/**
 * The parameters of the address that edits an entry. `shown`: the places in the cart of the entries of the same app and
 * type.
 */
export function editParams(entry: CartEntry, at: number, shown: readonly number[], typeName: string): URLSearchParams {
  const { solutionId } = entry;
  return new URLSearchParams({
    wizard: typeName,
    mode: 'edit',
    ordersIndexes: shown.join(),
    orderIndex: String(at),
    itemIndex: '0',
    ...(solutionId === null ? {} : { solutionId: String(solutionId) }),
    ...subjectOf(entry),
  });
}

/** What the entry is about: a device, a plugin for devices that one has, or subscriptions and packages. */
function subjectOf({ details, subOrders }: CartEntry): Record<string, string> {
  if (details.hardwareId !== null) return { hardwareId: String(details.hardwareId) };
  const [item] = subOrders[0]?.items ?? [];
  return item?.type === 'plugin' ? { pluginId: String(item.id) } : { tokens: 'true' };
}

const kindNamed = (entry: CartEntry, products: readonly Product[], id: string) =>
  entry.subOrders.some(({ items }) => items.some((item) => String(item.id) === id)) &&
  products.some((product) => String(product.id) === id);

/** The entry that an address edits; undefined if the cart does not have it, or has another one in its position. */
export function editedIn(
  params: URLSearchParams,
  entries: readonly CartEntry[],
  products: readonly Product[],
): { entry: CartEntry; at: number } | undefined {
  if (params.get('mode') !== 'edit') return undefined;
  const at = Number(params.get('orderIndex'));
  const entry = entries[at];
  const shown = (params.get('ordersIndexes') ?? String(at)).split(',').map(Number);
  if (!entry || !shown.includes(at) || !entry.subOrders[Number(params.get('itemIndex') ?? 0)]) return undefined;
  const [hardware, plugin, solution] = ['hardwareId', 'pluginId', 'solutionId'].map((name) => params.get(name));
  if (hardware && String(entry.details.hardwareId) !== hardware) return undefined;
  if (plugin && !kindNamed(entry, products, plugin)) return undefined;
  if (solution && String(entry.solutionId) !== solution) return undefined;
  return { entry, at };
}
