import {
  type CompiledCondition,
  compare,
  type DeviceFacts,
  type EventData,
  type FenceFact,
  noDependencies,
  numberOf,
  type OfKind,
  positions,
} from './compiled-condition.ts';

export function compilePlace({ place, geofenceId }: OfKind<'place'>): CompiledCondition {
  const holds = ({ id, inside, event, crossed = false }: FenceFact) =>
    (geofenceId === null || id === geofenceId) &&
    crossed === (place === 'crosses') &&
    (crossed || (place === 'inside' ? inside : event && inside === (place === 'enters')));
  return {
    ...noDependencies,
    places: true,
    moves: place === 'crosses',
    test: (facts) => facts.fences()?.some(holds),
    crossed(facts) {
      const fence = facts.fences()?.find(holds);
      return fence && { limit: { sensor: null, operator: place, value: fence.name }, sensor: null, value: null };
    },
  };
}

/** The names of geofences by their ids. */
export type GeofenceNames = Readonly<Record<number, string>>;

/** A coarse position does not show on which side of a geofence the device is; there is no distance from its stop then. */
export function compileOutside({ geofenceId }: OfKind<'place'>, names: GeofenceNames): CompiledCondition {
  const name = geofenceId === null ? '' : (names[geofenceId] ?? `${geofenceId}`);
  return {
    ...noDependencies,
    places: true,
    test(facts) {
      if (typeof facts.place()?.away !== 'number') return undefined;
      return !facts.fences()?.some(({ id, inside }) => inside && (geofenceId === null || id === geofenceId));
    },
    crossed: () => ({ limit: { sensor: null, operator: 'outside', value: name }, sensor: null, value: null }),
  };
}

/** The geofence with the lowest speed limit of those that the device is in. */
const strictest = (fences: readonly FenceFact[]) =>
  fences
    .flatMap(({ inside, limit, name }) => (inside && limit !== null ? { limit, name } : []))
    .reduce<{ limit: number; name: string } | undefined>(
      (least, one) => (least && least.limit <= one.limit ? least : one),
      undefined,
    );

export function compileFenceLimit({ over }: OfKind<'limit'>): CompiledCondition {
  return {
    ...noDependencies,
    places: true,
    moves: true,
    test(facts) {
      const fences = facts.fences();
      if (!fences) return undefined;
      const fence = strictest(fences);
      if (!fence) return false;
      const speed = facts.place()?.speed ?? null;
      return speed === null ? undefined : speed > fence.limit + over;
    },
    crossed(facts) {
      const fence = strictest(facts.fences() ?? []);
      if (!fence) return undefined;
      const { limit: value, name: geofence } = fence;
      return { limit: { sensor: null, geofence, operator: 'over-limit', value }, sensor: null, value: null };
    },
  };
}

export function compilePosition({ position, than }: OfKind<'position'>): CompiledCondition {
  const isOlder = position === 'older';
  const measured = (facts: DeviceFacts) => {
    if (!isOlder) return facts.place()?.[position === 'away' ? 'away' : 'speed'] ?? undefined;
    const silence = facts.silence(positions);
    return silence === undefined ? undefined : silence / 1000;
  };
  return {
    ...noDependencies,
    places: true,
    moves: true,
    silences: isOlder ? [{ sensor: positions, seconds: than }] : [],
    test(facts) {
      const value = measured(facts);
      if (value === undefined) return undefined;
      if (position === 'slower') return value < than;
      return isOlder ? value >= than : value > than;
    },
    crossed: () => ({ limit: { sensor: null, operator: position, value: than }, sensor: null, value: null }),
  };
}

export const compilePerson = (): CompiledCondition => ({
  ...noDependencies,
  people: true,
  test(facts) {
    const person = facts.person();
    return person === undefined ? undefined : person === null;
  },
  crossed: () => ({ limit: { sensor: null, operator: 'no-person', value: true }, sensor: null, value: null }),
});

export function compileEvent({ event: kind, where, times, withinSeconds }: OfKind<'event'>): CompiledCondition {
  const ms = withinSeconds * 1000;
  const fields = Object.entries(where).map(([field, values]) => [field, new Set<unknown>(values)] as const);
  const matches = (data: EventData) => fields.every(([field, values]) => values.has(data[field]));
  return {
    ...noDependencies,
    events: [{ kind, ms }],
    test: (facts) => facts.events(kind, ms, matches) >= times,
    crossed: (facts) => ({
      limit: { sensor: null, operator: 'event', value: kind, times: facts.events(kind, ms, matches) },
      sensor: null,
      value: null,
    }),
  };
}

/** As numbers and texts are stored: booleans are 0 and 1. */
export const stored = (one: number | boolean | string) => (typeof one === 'boolean' ? Number(one) : one);

export function compileAttribute({ attribute, is, value, clearBand = 0 }: OfKind<'attribute'>): CompiledCondition {
  const listed = Array.isArray(value) ? new Set(value.map(stored)) : null;
  return {
    ...noDependencies,
    attributes: [attribute],
    test(facts, holding) {
      const actual = facts.attribute(attribute);
      if (actual === undefined) return undefined;
      if (listed) return is === '!=' ? !listed.has(actual) : listed.has(actual);
      return compare(actual, is, stored(value as number | boolean | string), holding ? clearBand : 0);
    },
    crossed: (facts) => ({
      limit: { sensor: null, attribute, operator: is, value },
      sensor: null,
      value: numberOf(facts.attribute(attribute)),
    }),
  };
}
