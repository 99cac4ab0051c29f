import type { CartEntry } from '../common/cart.ts';
import type { OrderType, WizardStep } from '../common/manifest.ts';
import type { Product } from '../common/product.ts';
import type { ProductKind } from '../common/product-kinds.ts';

export type ProductOption = Product['options'][number];
/** One configuration: a number of devices, each with these quantities of its options, by product id. */
export type Configuration = { qty: number; options: Record<string, number> };
/** What has been chosen in the steps of an order. */
export type WizardDraft = {
  solutionId: number | null;
  hardwareId: number | null;
  configurations: Configuration[];
  tokenId: number | null;
  /** The product of an order without devices. */
  productId: number | null;
  /** Pieces; of subscriptions those that go into stock. */
  qty: number;
  /** The devices that subscriptions are for. */
  deviceIds: number[];
};
export const emptyDraft: WizardDraft = {
  solutionId: null,
  hardwareId: null,
  configurations: [],
  tokenId: null,
  productId: null,
  qty: 1,
  deviceIds: [],
};
export const maxQty = 9999;

/** The products of the draft that are on sale. */
export type Chosen = { device: Product | undefined; token: Product | undefined; product: Product | undefined };
export const chosenIn = (draft: WizardDraft, products: readonly Product[]): Chosen => ({
  device: products.find(({ kind, hardwareId }) => kind === 'device' && hardwareId === draft.hardwareId),
  token: products.find(({ id }) => id === draft.tokenId),
  product: products.find(({ id }) => id === draft.productId),
});

/** What can be chosen with a device: its options, and the plugins on sale that fit it. Included ones come by themselves. */
export function optionsFor(device: Product, type: OrderType, products: readonly Product[]): ProductOption[] {
  const allowed = (kind: ProductKind) => type.with?.includes(kind) ?? false;
  const own = device.options.filter(({ included, price, kind }) => !included && price !== null && allowed(kind));
  const plugins = products.filter(
    ({ id, kind, price, fits }) =>
      kind === 'plugin' &&
      allowed(kind) &&
      price !== null &&
      device.hardwareId !== null &&
      fits.includes(device.hardwareId) &&
      !device.options.some((option) => option.id === id),
  );
  return [
    ...own,
    ...plugins.map(({ id, kind, name, price }) => ({
      id,
      kind,
      name,
      price,
      included: false,
      groupId: null,
      dependencyId: null,
      min: 0,
      max: 1,
      preset: 0,
    })),
  ];
}

/** A configuration with the presets and the first option of each group. */
export function newConfiguration(options: readonly ProductOption[], qty = 1): Configuration {
  const groups = new Set<string>();
  const chosen = options.flatMap((option) => {
    const { id, groupId, min, preset } = option;
    if (groupId === null) return Math.max(min, preset) > 0 ? [[String(id), Math.max(min, preset)] as const] : [];
    if (groups.has(groupId)) return [];
    groups.add(groupId);
    return [[String(id), 1] as const];
  });
  return { qty, options: Object.fromEntries(chosen) };
}

/**
 * The configuration with this quantity of an option: removes others of its group, and whatever needs a removed option.
 */
export function withOption(
  before: Configuration,
  options: readonly ProductOption[],
  option: ProductOption,
  pieces: number,
): Configuration {
  const group = options.filter(({ id, groupId }) => groupId !== null && groupId === option.groupId && id !== option.id);
  const gone = pieces > 0 ? group : options.filter(({ dependencyId }) => dependencyId === option.id);
  const kept = Object.entries(before.options).filter(
    ([id]) => id !== String(option.id) && !gone.some((one) => String(one.id) === id),
  );
  return { ...before, options: Object.fromEntries(pieces > 0 ? [...kept, [String(option.id), pieces]] : kept) };
}

/** The changes of a draft that choose a device: it begins with one configuration. */
export const withDevice = (
  device: Product,
  type: OrderType,
  products: readonly Product[],
  solutionId?: number | null,
) => ({
  hardwareId: device.hardwareId,
  productId: null,
  solutionId:
    solutionId != null && device.solutionIds.includes(solutionId) ? solutionId : (device.solutionIds[0] ?? null),
  configurations: [newConfiguration(optionsFor(device, type, products))],
});

/** The changes of a draft that choose something else than a device. */
export const withProduct = ({ id }: Pick<Product, 'id'>) => ({
  productId: id,
  hardwareId: null,
  configurations: [],
  tokenId: null,
});

/** The main products of a type of order: those of the solution or for its devices, and those that belong to none. */
export function offeredBy(type: OrderType, products: readonly Product[], solutionId: number | null): Product[] {
  const models = new Set(
    products.flatMap(({ hardwareId, solutionIds }) =>
      hardwareId !== null && (solutionId === null || solutionIds.includes(solutionId)) ? [hardwareId] : [],
    ),
  );
  return products.filter(
    ({ kind, price, solutionIds, fits }) =>
      type.sells.includes(kind) &&
      price !== null &&
      (solutionId === null || solutionIds.length === 0 || solutionIds.includes(solutionId)) &&
      (fits.length === 0 || fits.some((model) => models.has(model))),
  );
}

/** The subscriptions for devices of a solution. */
export const tokensFor = (products: readonly Product[], solutionId: number | null): Product[] =>
  products.filter(
    ({ kind, price, solutionIds }) =>
      kind === 'tokenPackage' &&
      price !== null &&
      (solutionIds.length === 0 || (solutionId !== null && solutionIds.includes(solutionId))),
  );

const isQuantity = (qty: number) => Number.isInteger(qty) && qty >= 1 && qty <= maxQty;

/** Whether nothing is missing in a step. */
export function isComplete(step: WizardStep, draft: WizardDraft, chosen: Chosen): boolean {
  switch (step) {
    case 'solutions':
      return draft.solutionId !== null;
    case 'products':
    case 'packages':
      return chosen.device !== undefined || chosen.product !== undefined;
    case 'config':
      if (!chosen.device) return isQuantity(draft.qty);
      return draft.configurations.length > 0 && draft.configurations.every(({ qty }) => isQuantity(qty));
    case 'tokens':
      return draft.tokenId === null || chosen.token !== undefined;
    case 'devices':
      return chosen.product !== undefined && isQuantity(draft.qty + draft.deviceIds.length);
    case 'quantity':
      return isQuantity(draft.qty);
  }
}

/** The entry of the cart that the steps have made; null while something is missing. */
export function entryOf(
  app: string,
  typeName: string,
  type: OrderType,
  draft: WizardDraft,
  { device, token, product }: Chosen,
  options: readonly ProductOption[],
): CartEntry | null {
  const common = { app, type: type.cartType ?? typeName };
  if (!device) {
    if (!product) return null;
    const { deviceIds } = draft;
    return {
      ...common,
      solutionId: draft.solutionId ?? product.solutionIds[0] ?? null,
      details: { hardwareId: null, packageId: product.id, ...(deviceIds.length > 0 ? { deviceIds } : {}) },
      subOrders: [
        {
          hardwareId: null,
          qty: draft.qty + deviceIds.length,
          items: [{ id: product.id, type: product.kind, qty: 1 }],
        },
      ],
    };
  }
  if (device.hardwareId === null || draft.configurations.length === 0) return null;
  const { hardwareId } = device;
  const tokenItem = token ? [{ id: token.id, type: token.kind, qty: 1 }] : [];
  return {
    ...common,
    solutionId: draft.solutionId ?? device.solutionIds[0] ?? null,
    details: { hardwareId, packageId: null },
    subOrders: draft.configurations.map(({ qty, options: pieces }) => ({
      hardwareId,
      qty,
      items: [
        ...options.flatMap(({ id, kind }) => {
          const count = pieces[id] ?? 0;
          return count > 0 ? [{ id, type: kind, qty: count }] : [];
        }),
        ...tokenItem,
      ],
    })),
  };
}

/** The choices that made an entry, to edit it. */
export function draftOfEntry({ solutionId, details, subOrders }: CartEntry, products: readonly Product[]): WizardDraft {
  const isToken = (id: number) => products.some((one) => one.id === id && one.kind === 'tokenPackage');
  const items = subOrders[0]?.items ?? [];
  const { hardwareId, deviceIds = [] } = details;
  if (hardwareId === null)
    return {
      ...emptyDraft,
      solutionId,
      productId: items[0]?.id ?? null,
      qty: (subOrders[0]?.qty ?? 1) - deviceIds.length,
      deviceIds,
    };
  return {
    ...emptyDraft,
    solutionId,
    hardwareId,
    tokenId: items.find(({ id }) => isToken(id))?.id ?? null,
    configurations: subOrders.map(({ qty, items: own }) => ({
      qty,
      options: Object.fromEntries(
        own.filter(({ id }) => !isToken(id)).map(({ id, qty: count }) => [String(id), count]),
      ),
    })),
  };
}
