import { z } from 'zod';
import { numberWithin, requiredText } from '#platform/common/validation/validation.ts';

/** The temperatures in °C at which classes of products are stored. */
export const productClasses = {
  '2-8': { low: 2, high: 8 },
  '15-25': { low: 15, high: 25 },
  freezer: { low: -25, high: -15 },
  'deep-freezer': { low: -90, high: -60 },
  own: null,
} as const;
export type ProductClass = keyof typeof productClasses;
const names = Object.keys(productClasses) as [ProductClass, ...ProductClass[]];

const temperature = () => numberWithin(-150, 100);

/** How a cold room is evaluated. */
export const coldSetting = z
  .object({
    productClass: z.enum(names),
    /** °C */
    low: temperature(),
    high: temperature(),
    /** An excursion counts once it has lasted longer, in minutes. */
    allowanceMinutes: numberWithin(0, 240).int('enterANumber'),
    /** It has ended when the temperature was in range for this long, in minutes. */
    recoveryMinutes: numberWithin(1, 120).int('enterANumber'),
    /** The activation energy of the product in kJ/mol, for the mean kinetic temperature. */
    deltaH: numberWithin(20, 200),
  })
  .refine(({ low, high }) => low < high, { path: ['high'], message: 'highAboveLow' });
export type ColdSetting = z.infer<typeof coldSetting>;

/** Nothing may thaw: below −60 °C every minute counts. */
const allowanceOf = (low: number) => (low <= -60 ? 0 : 10);
export const settingOf = (productClass: Exclude<ProductClass, 'own'>): ColdSetting => ({
  productClass,
  ...productClasses[productClass],
  allowanceMinutes: allowanceOf(productClasses[productClass].low),
  recoveryMinutes: 5,
  deltaH: 83.144,
});
export const usualSetting = settingOf('2-8');

/** A sensor compared with a reference in a laboratory. */
export const calibration = z
  .object({
    certificate: requiredText(80),
    laboratory: requiredText(120),
    doneOn: z.iso.date('invalid'),
    dueOn: z.iso.date('invalid'),
    /** The permitted error: class 1 is ± 0.5 K, class 2 ± 1 K. */
    accuracyClass: z.union([z.literal(1), z.literal(2)]),
    /** What the reference and the sensor showed, in °C. */
    points: z
      .array(z.object({ reference: temperature(), shown: temperature() }))
      .min(1, 'Required')
      .max(5, 'tooLong')
      .refine((all) => new Set(all.map(({ shown }) => shown)).size === all.length, 'sameValue'),
  })
  .refine(({ doneOn, dueOn }) => doneOn < dueOn, { path: ['dueOn'], message: 'toAfterFrom' });
export type Calibration = z.infer<typeof calibration>;

/** Corrects a temperature: an offset with one point, else the straight line that fits the points best. */
export function correctionOf({ points }: Pick<Calibration, 'points'>): (shown: number) => number {
  const n = points.length;
  const meanShown = points.reduce((sum, { shown }) => sum + shown, 0) / n;
  const meanReference = points.reduce((sum, { reference }) => sum + reference, 0) / n;
  const spread = points.reduce((sum, { shown }) => sum + (shown - meanShown) ** 2, 0);
  const slope =
    spread === 0
      ? 1
      : points.reduce((sum, { shown, reference }) => sum + (shown - meanShown) * (reference - meanReference), 0) /
        spread;
  return (shown) => meanReference + slope * (shown - meanShown);
}
