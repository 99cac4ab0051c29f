import type { OrderType } from '../common/manifest.ts';
import { maxOrderLines, type OrderPayload, type PricedSubmission } from '../common/order-payload.ts';
import type { Problem } from '../common/quote.ts';
import { isSoldFor } from '../common/subscriptions.ts';
import type { CatalogueItem } from './catalogue.ts';

/** A line of an order before it is priced. */
export type UnpricedLine = {
  path: string;
  parent: string | null;
  item: CatalogueItem;
  orderType: string;
  app: string;
  solutionId: number | null;
  qty: number;
  /** The unit price in cents; 0 if included. */
  unit: number;
  included: boolean;
  /** False for the contents of a package, which are counted in the stock of the package alone. */
  ownStock: boolean;
};
type NamedType = OrderType & { name: string; app: string };
export type OrderTypes = ReadonlyMap<string, NamedType>;
/** The key of an order type that has another name in carts; apps may use the same one. */
export const nameInCart = (app: string, cartType: string): string => `${app} ${cartType}`;
export type LinesAndProblems = { lines: UnpricedLine[]; problems: Problem[] };

type Catalogue = { byId: ReadonlyMap<number, CatalogueItem>; byModel: ReadonlyMap<number, CatalogueItem> };
type Order = { order: OrderPayload; at: number; type: NamedType; catalogue: Catalogue };

class Lines {
  readonly lines: UnpricedLine[] = [];
  readonly problems: Problem[] = [];

  problem(path: string, word: string, detail: Problem['detail'] = {}): void {
    this.problems.push({ path, word, detail });
  }

  /** Adds a line, or the problem that it has. */
  add({ type }: Order, line: Omit<UnpricedLine, 'orderType' | 'app' | 'unit' | 'ownStock'>): void {
    const { item, qty, included, path } = line;
    if (item.unit === null && !included) this.problem(path, 'no-price', { sku: item.sku });
    if (qty < item.minQty || qty > item.maxQty) this.problem(path, 'quantity', { min: item.minQty, max: item.maxQty });
    const unit = included ? 0 : (item.unit ?? 0);
    this.lines.push({ ...line, orderType: type.name, app: type.app, unit, ownStock: true });
  }
}

function addDevices(into: Lines, context: Order): void {
  const { order, at, type, catalogue } = context;
  for (const [n, device] of order.devices.entries()) {
    const path = `${at}.${n}`;
    const item = catalogue.byModel.get(device.id);
    if (!item?.offered || item.app !== type.app || !type.sells.includes('device')) {
      into.problem(path, 'not-offered', { hardwareId: device.id });
      continue;
    }
    if (!item.solutionIds.includes(device.solutionId)) into.problem(path, 'wrong-solution', { sku: item.sku });
    const { solutionId, qty } = device;
    into.add(context, { path, parent: null, item, solutionId, qty, included: false });
    addOptions(into, context, { path, item, device });
  }
}

type OptionsOf = { path: string; item: CatalogueItem; device: OrderPayload['devices'][number] };

function addOptions(into: Lines, context: Order, { path, item, device }: OptionsOf): void {
  const counts = new Map<number, number>();
  for (const id of device.products) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [index, [id, count]] of [...counts].entries()) {
    const own = `${path}.${index}`;
    const option = item.options.find(({ itemId }) => itemId === id);
    const product = context.catalogue.byId.get(id);
    if (!option || !product?.offered) {
      into.problem(own, option ? 'not-offered' : 'does-not-fit', { productId: id, sku: item.sku });
      continue;
    }
    if (option.dependsOn !== null && !counts.has(option.dependsOn))
      into.problem(own, 'needs-other', { sku: product.sku, productId: option.dependsOn });
    const { solutionId } = device;
    const qty = count * device.qty;
    into.add(context, { path: own, parent: path, item: product, solutionId, qty, included: option.included });
  }
  for (const { itemId, min, max, included } of item.options) {
    const count = counts.get(itemId) ?? 0;
    if (count > max || (count < min && !included))
      into.problem(path, 'option-quantity', { productId: itemId, min, max });
  }
  for (const group of new Set(item.options.flatMap(({ groupId }) => groupId ?? []))) {
    const chosen = item.options.filter(({ groupId, itemId }) => groupId === group && counts.has(itemId));
    if (chosen.length !== 1) into.problem(path, 'choose-one', { group });
  }
}

type Package = Pick<UnpricedLine, 'path' | 'item' | 'qty' | 'solutionId'>;

/**
 * The contents of a package, from which its devices are made. Price, limits and stock are those of the package, which is
 * also sold while its contents are not sold alone.
 */
function addContents(into: Lines, { type, catalogue }: Order, { path, item, qty, solutionId }: Package): void {
  const contents = item.options.flatMap(({ itemId, included, preset }) => {
    const content = catalogue.byId.get(itemId);
    return content && included && preset > 0 ? [{ content, count: preset }] : [];
  });
  for (const [index, { content, count }] of contents.entries())
    into.lines.push({
      ...{ path: `${path}.${index}`, parent: path, item: content, orderType: type.name, app: content.app },
      ...{ solutionId: soleOf(content.solutionIds) ?? solutionId, qty: qty * count },
      ...{ unit: 0, included: true, ownStock: false },
    });
}

/** The solution if there is exactly one. */
const soleOf = (ids: readonly number[]): number | null => (new Set(ids).size === 1 ? (ids[0] ?? null) : null);

const isFor =
  (item: CatalogueItem) =>
  ({ solutionId }: OrderPayload['devices'][number]): boolean =>
    isSoldFor(item, solutionId);

/** Plugins, subscriptions and packages: lines of their own after the devices. */
function addOthers(into: Lines, context: Order): void {
  const { order, at, type, catalogue } = context;
  const parts = [
    ...order.plugins.map((amount) => ({ ...amount, kinds: ['plugin'] })),
    ...order.tokens.map((amount) => ({ ...amount, kinds: ['tokenPackage'] })),
    ...order.packages.map((amount) => ({ ...amount, kinds: null })),
  ];
  for (const [n, { id, qty, kinds }] of parts.entries()) {
    const path = `${at}.${order.devices.length + n}`;
    const item = catalogue.byId.get(id);
    const allowed = [...type.sells, ...(type.with ?? [])];
    if (!item?.offered || item.app !== type.app) into.problem(path, 'not-offered', { productId: id });
    else if (!allowed.includes(item.kind) || (kinds && !kinds.includes(item.kind)) || item.kind === 'device')
      into.problem(path, 'wrong-kind', { sku: item.sku });
    else if (
      order.devices.length > 0 &&
      item.fits.length > 0 &&
      !order.devices.some(({ id }) => item.fits.includes(id))
    )
      into.problem(path, 'does-not-fit', { sku: item.sku });
    else {
      if (item.kind === 'tokenPackage' && order.devices.length > 0 && !order.devices.some(isFor(item)))
        into.problem(path, 'subscription-without-device', { sku: item.sku });
      const solutionId = soleOf(item.solutionIds) ?? soleOf(order.devices.map((device) => device.solutionId));
      into.add(context, { path, parent: null, item, solutionId, qty, included: false });
      if (item.kind === 'package') addContents(into, context, { path, item, qty, solutionId });
    }
  }
}

function findShortages(into: Lines): void {
  const wanted = new Map<CatalogueItem, number>();
  for (const { item, qty, ownStock } of into.lines) if (ownStock) wanted.set(item, (wanted.get(item) ?? 0) + qty);
  for (const [item, qty] of wanted)
    if (item.left !== null && item.left < qty) {
      const line = into.lines.find((one) => one.item === item && one.ownStock);
      into.problem(line?.path ?? '', 'not-in-stock', {
        productId: item.id,
        sku: item.sku,
        left: Math.max(0, item.left),
        ...(item.restockOn === null ? {} : { restockOn: item.restockOn }),
      });
    }
}

/** The ids for which the catalogue must be read. */
export const submittedProductIds = ({ orders }: PricedSubmission) => ({
  models: [...new Set(orders.flatMap(({ devices }) => devices.map(({ id }) => id)))],
  products: [
    ...new Set(
      orders.flatMap(({ devices, plugins, tokens, packages }) => [
        ...devices.flatMap(({ products }) => products),
        ...[...plugins, ...tokens, ...packages].map(({ id }) => id),
      ]),
    ),
  ],
});

/** The lines of orders, and their problems. A line with a problem is still priced where possible. */
export function unpricedLines(
  { orders }: PricedSubmission,
  items: readonly CatalogueItem[],
  types: OrderTypes,
): LinesAndProblems {
  const catalogue: Catalogue = {
    byId: new Map(items.map((item) => [item.id, item])),
    byModel: new Map(items.flatMap((item) => (item.hardwareId === null ? [] : [[item.hardwareId, item] as const]))),
  };
  const into = new Lines();
  for (const [at, order] of orders.entries()) {
    const type = types.get(order.type) ?? types.get(nameInCart(order.app, order.type));
    if (!type) {
      into.problem(`${at}`, 'unknown-type', { type: order.type });
      continue;
    }
    const context = { order, at, type, catalogue };
    const before = into.lines.length;
    addDevices(into, context);
    addOthers(into, context);
    if (!into.lines.slice(before).some(({ item }) => type.sells.includes(item.kind)))
      into.problem(`${at}`, 'empty-order', {});
  }
  if (into.lines.filter(({ ownStock }) => ownStock).length > maxOrderLines)
    into.problem('', 'too-many-lines', { max: maxOrderLines });
  findShortages(into);
  return { lines: into.lines, problems: into.problems };
}
