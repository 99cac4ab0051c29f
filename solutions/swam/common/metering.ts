import type { Metering } from '#core/metering/common/manifest.ts';

/** What is metered, and the physical limits of the models in units of their counters. */
export const swamMetering: Metering = {
  solutions: {
    7: { utility: 'gas', sensor: 'gasVolume' },
    8: { utility: 'water', sensor: 'volume' },
    9: { utility: 'cooling', sensor: 'thermalEnergy' },
    17: { utility: 'electricity', sensor: 'energy' },
  },
  models: {
    701: { capacity: 100_000, maxPerHour: 6 },
    801: { capacity: 100_000, maxPerHour: 5 },
    901: { capacity: 10_000_000 },
    1701: { capacity: 1_000_000, maxPerHour: 24 },
    1703: { capacity: 1_000_000, maxPerHour: 70 },
  },
  codes: '0201',
};
