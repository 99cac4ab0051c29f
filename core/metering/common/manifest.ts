import type { MeterLimits } from './index-steps.ts';

export const utilities = ['water', 'gas', 'electricity', 'cooling'] as const;
export type Utility = (typeof utilities)[number];

/** The units in which a utility is billed. */
export const billedUnits: Record<Utility, readonly [string, ...string[]]> = {
  water: ['m³', 'IG'],
  gas: ['m³'],
  electricity: ['kWh'],
  cooling: ['kWh', 'RTh'],
};
export const billingUnits = ['m³', 'IG', 'kWh', 'RTh'] as const;

/** One m³ has 219.969 imperial gallons; one refrigeration ton hour is 3.517 kWh. */
const conversions: Record<string, { factor: string; divide?: true }> = {
  'm³ IG': { factor: '219.969' },
  'kWh RTh': { factor: '3.517', divide: true },
};

/** Converts units of a counter to units of a tariff: multiply by `times`, then divide by `by`. Null if they differ in kind. */
export function conversionOf(from: string, to: string): { times: string; by: string } | null {
  if (from === to) return { times: '1', by: '1' };
  const known = conversions[`${from} ${to}`];
  return known ? (known.divide ? { times: '1', by: known.factor } : { times: known.factor, by: '1' }) : null;
}

/** The utility that the devices of a solution meter, and the key of the counter sensor. */
export type MeterSpec = { utility: Utility; sensor: string };

/** The meters of an app. */
export type Metering = {
  /** By solution id. */
  solutions: Readonly<Record<number, MeterSpec>>;
  /** By hardware id. */
  models?: Readonly<Record<number, MeterLimits>>;
  /** The first four digits of its error codes. */
  codes: string;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    metering?: Metering;
  }
}
