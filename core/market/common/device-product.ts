import type { HardwareModel } from '#core/devices/common/manifest.ts';
import type { MarketProduct, Offer, ProductOption } from './manifest.ts';

/**
 * `id`: of the model. `name`: by default that of the model. `months`: of the subscription that comes with a device; 0
 * for none.
 */
type Device = Omit<MarketProduct, 'sku' | 'kind' | 'name' | 'solutions' | 'hardware' | 'offer'> &
  Partial<Pick<MarketProduct, 'name'>> & { id: number; months?: number };

/**
 * The models of an app as products: the SKU is the prefix and the id of the model, and integrators have them in their
 * store. Throws an Error for a model that does not exist.
 */
export const deviceProducts =
  (prefix: string, models: readonly HardwareModel[]) =>
  ({ id, months = 12, ...product }: Device, offer: Offer): MarketProduct => {
    const model = models.find((one) => one.id === id);
    if (!model) throw new Error(`${prefix} sells ${id}, which is no model of the app`);
    return {
      name: model.name,
      ...product,
      sku: `${prefix}-${id}`,
      kind: 'device',
      solutions: [model.solution],
      hardware: id,
      integrators: true,
      leadTimeDays: product.stock === undefined ? 14 : 2,
      offer: { lifeExpectancyMonths: 120, warrantyMonths: 24, ...(months > 0 ? { freeMonths: months } : {}), ...offer },
    };
  };

/** The contents of a package of the app: the number of each model. */
export const contentsOf =
  (prefix: string) =>
  (models: Readonly<Record<number, number>>): ProductOption[] =>
    Object.entries(models).map(([id, count]) => ({
      sku: `${prefix}-${id}`,
      included: true,
      min: count,
      max: count,
      preset: count,
    }));
