import { fold } from '#platform/common/search/search.ts';
import { type Amount, amountFaults } from '#platform/web/ui/list/filters/amount.ts';
import type { Product } from '../../common/product.ts';
import type { ProductKind } from '../../common/product-kinds.ts';

/** The tabs of an app's catalogue with the kinds of products under each. */
export const productTabs = {
  devices: ['device'],
  tokens: ['tokenPackage'],
  packages: ['package', 'communication', 'sms-package', 'calling-package', 'service'],
  plugins: ['plugin'],
  accessories: ['accessory', 'band', 'shelter', 'sensor'],
} as const satisfies Record<string, readonly ProductKind[]>;
export type ProductTab = keyof typeof productTabs;

export const productTab = (kind: ProductKind): ProductTab =>
  (Object.keys(productTabs) as ProductTab[]).find((tab) =>
    (productTabs[tab] as readonly ProductKind[]).includes(kind),
  ) ?? 'packages';

/** The filters of a catalogue, as its address contains them. */
export type ProductFilter = {
  search: string;
  solution: number | null;
  sensor: number | null;
  /** The least number of months without a fee. */
  free: number | null;
  price: Amount;
};

const numberIn = (params: URLSearchParams, name: string): number | null => {
  const text = params.get(name);
  const value = Number(text);
  return text && Number.isFinite(value) ? value : null;
};

export function filterIn(params: URLSearchParams): ProductFilter {
  const [min, max] = [numberIn(params, 'min'), numberIn(params, 'max')];
  return {
    search: params.get('search') ?? '',
    solution: numberIn(params, 'solution'),
    sensor: numberIn(params, 'sensor'),
    free: numberIn(params, 'free'),
    price: { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) },
  };
}

/** Whether the filter shows the product. An amount with a fault filters nothing. */
export function isShownBy(product: Product, { search, solution, sensor, free, price }: ProductFilter): boolean {
  const faults = amountFaults(price, { min: 0 });
  const { min = 0, max = Number.POSITIVE_INFINITY } = faults.min || faults.max ? {} : price;
  const amount = product.price ?? 0;
  return (
    (search === '' || fold(`${product.name} ${product.sku}`).includes(fold(search))) &&
    (solution === null || product.solutionIds.length === 0 || product.solutionIds.includes(solution)) &&
    (sensor === null || Boolean(product.offer?.sensors.some(({ id }) => id === sensor))) &&
    (free === null || (product.offer?.freeTokenValidityInMonths ?? 0) >= free) &&
    amount >= min &&
    amount <= max
  );
}
