/** What a vehicle was there for: the first that holds. */
export const availabilities = ['suspended', 'unfit', 'offline', 'inUse', 'available'] as const;
export type Availability = (typeof availabilities)[number];
export type AvailabilitySeconds = Readonly<Record<Availability, number>>;

/** From the begin of a quarter of an hour to that of another, in milliseconds since 1970. */
export type Span = { from: number; to: number };

/** How long a vehicle was in the fleet, and when it was suspended or its papers had expired. */
export type VehicleTimes = { life: Span; suspended: readonly Span[]; unfitFrom: number | null };

const overlap = (a: Span, b: Span): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
const within = (spans: readonly Span[], of: Span): number => spans.reduce((sum, span) => sum + overlap(span, of), 0);

/** The spans of a vehicle in which its movement does not count. */
export const excludedSpans = ({ life, suspended, unfitFrom }: VehicleTimes): Span[] => [
  ...suspended,
  ...(unfitFrom === null || unfitFrom >= life.to ? [] : [{ from: unfitFrom, to: life.to }]),
];

/** The seconds of a period in which the vehicle was in the fleet, and of these suspended, and unfit but not suspended. */
export function fixedSeconds({ life, suspended, unfitFrom }: VehicleTimes, period: Span) {
  const from = Math.max(life.from, period.from);
  const to = Math.min(life.to, period.to);
  if (to <= from) return { total: 0, suspended: 0, unfit: 0 };
  const held = within(suspended, { from, to });
  const unfit = unfitFrom === null ? null : { from: Math.max(from, unfitFrom), to };
  const expired = unfit && unfit.to > unfit.from ? unfit.to - unfit.from - within(suspended, unfit) : 0;
  return { total: (to - from) / 1000, suspended: held / 1000, unfit: expired / 1000 };
}
