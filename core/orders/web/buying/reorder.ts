import type { CartEntry } from '#core/market/common/cart.ts';
import type { OrderLine } from '../../common/order.ts';

type Line = Pick<
  OrderLine,
  'path' | 'parent' | 'productId' | 'kind' | 'orderType' | 'app' | 'solutionId' | 'hardwareId' | 'qty' | 'included'
>;
type SubOrder = CartEntry['subOrders'][number];

/**
 * The entries of a cart that order the same lines again. Included options are added automatically. `cartTypeOf`: the
 * name of an order type in carts.
 */
export function cartOfLines(lines: readonly Line[], cartTypeOf: (orderType: string) => string): CartEntry[] {
  const orders = Map.groupBy(
    lines.filter(({ included }) => !included),
    ({ path }) => path.split('.')[0] ?? '',
  );
  return [...orders.values()].flatMap((own) => {
    const [first] = own.filter(({ parent }) => parent === null);
    if (!first) return [];
    const devices = own.filter(({ kind, parent }) => kind === 'device' && parent === null);
    const others = own.filter(({ kind, parent }) => kind !== 'device' && parent === null);
    const pieces = devices.reduce((sum, { qty }) => sum + qty, 0);
    // Options of all devices stay with them; the rest gets a separate configuration.
    const [shared, alone] = [
      others.filter(({ qty }) => pieces > 0 && qty % pieces === 0),
      others.filter(({ qty }) => pieces === 0 || qty % pieces !== 0),
    ];
    const itemOf = ({ productId, kind }: Line, qty: number) => ({ id: productId, type: kind, qty });
    const subOrders: SubOrder[] = [
      ...devices.map((device) => ({
        hardwareId: device.hardwareId,
        qty: device.qty,
        items: [
          ...own.filter(({ parent }) => parent === device.path).map((part) => itemOf(part, part.qty / device.qty)),
          ...shared.map((part) => itemOf(part, part.qty / pieces)),
        ],
      })),
      ...alone.map((part) => ({ hardwareId: null, qty: part.qty, items: [itemOf(part, 1)] })),
    ];
    const hardwareId = devices[0]?.hardwareId ?? null;
    return [
      {
        app: first.app,
        solutionId: first.solutionId,
        type: cartTypeOf(first.orderType),
        details: { hardwareId, packageId: hardwareId === null ? first.productId : null },
        subOrders,
      },
    ];
  });
}
