import type { ProductKind } from './product-kinds.ts';

type Names = { en: string; ar: string };

/**
 * The description of a device on sale, in addition to the sensors of its model. Durations in months. The market leaves
 * out absent fields.
 */
export type Offer = {
  dimension?: string;
  batteryLifeMonths?: number;
  lifeExpectancyMonths?: number;
  warrantyMonths?: number;
  communication?: string;
  /** The months of the subscription that every device brings. */
  freeMonths?: number;
};

/** An item that can be bought with a device: a shelter, a sensor, a plugin. */
export type ProductOption = {
  sku: string;
  /** Exactly one option of each group is taken. */
  group?: string;
  /** The SKU of the option that it needs. */
  dependsOn?: string;
  /** It comes with the device and costs nothing. */
  included?: true;
  min?: number;
  max?: number;
  preset?: number;
};

/** A product as a manifest offers it. It is stored once, by its SKU; from then on the installation controls it. */
export type MarketProduct = {
  sku: string;
  kind: ProductKind;
  name: Names;
  summary?: Names;
  /** In US dollars; null: not sold separately. */
  price: number | null;
  solutions?: readonly number[];
  /** The model of a device. */
  hardware?: number;
  /** The models that a plugin or accessory fits. */
  fits?: readonly number[];
  /** The months of a subscription, the units of a package, its icon (1 to 10). */
  months?: number;
  units?: number;
  icon?: number;
  drawing: string;
  offer?: Offer;
  options?: readonly ProductOption[];
  /** Installations order it from the manufacturer: no stock is counted. */
  leadTimeDays?: number;
  stock?: number;
  /** Integrators see it in their store. */
  integrators?: true;
};

export const wizardSteps = ['solutions', 'products', 'config', 'tokens', 'devices', 'packages', 'quantity'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/**
 * A type of order that an app takes: `swam-hardware`. `sells`: the kinds of its main products. `with`: the kinds that
 * may come with them.
 */
export type OrderType = {
  sells: readonly ProductKind[];
  with?: readonly ProductKind[];
  steps: readonly WizardStep[];
  /** The name of the type in stored carts, if it differs. */
  cartType?: string;
  /** Its entries in the cart cannot be edited. */
  fixed?: true;
};

export type Market = {
  products: readonly MarketProduct[];
  orderTypes: Readonly<Record<string, OrderType>>;
  /** Further names of the app in calls. */
  aliases?: readonly string[];
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** The products and order types of the app. */
    market?: Market;
  }
}
