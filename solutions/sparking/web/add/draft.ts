import { z } from 'zod';
import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { namesOfSeries } from '#core/places/common/space.ts';
import { messageKey } from '#platform/common/text/message-key.ts';
import { weekSchedule } from '#platform/common/time/week-schedule.ts';
import { slotUses } from '../../common/counts.ts';
import { groupKinds } from '../../common/group.ts';
import { countModes, locationTypes } from '../../common/location.ts';
import { type NewLocation, newLocation } from '../../common/location-routes.ts';

export const addSteps = ['place', 'opening', 'groups', 'bays', 'public'] as const;
export type AddStep = (typeof addSteps)[number];

const id = z.number().nullable();
const typed = z.number().nullable();

const groupRow = z.object({
  /** Identifies the row while it is edited. */
  key: z.number(),
  name: z.string(),
  kind: z.enum(groupKinds),
  use: z.enum(slotUses),
  floorId: id,
  places: typed,
  /** It has no bays of its own: counters say how many of its places are taken. null: as the whole car park is counted. */
  onlyCounted: z.boolean().nullable(),
  prefix: z.string(),
  from: typed,
  digits: typed,
  forPublic: z.boolean(),
});
export type GroupRow = z.infer<typeof groupRow>;

/** What has been entered so far. */
export const addDraft = z.object({
  structureId: id,
  name: z.string(),
  countryId: id,
  cityId: id,
  location: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  type: z.enum(locationTypes),
  countMode: z.enum(countModes),
  maxHeightCm: typed,
  schedule: weekSchedule.nullable(),
  feeEn: z.string(),
  feeAr: z.string(),
  groups: z.array(groupRow).min(1),
  public: z.boolean(),
  publicNameEn: z.string(),
  publicNameAr: z.string(),
  publicSlots: z.boolean(),
  forecast: z.boolean(),
});
export type AddDraft = z.infer<typeof addDraft>;

const letterA = 65;
const letters = 26;
/** A new row, whose bays begin with a letter of their own: A-001, B-001. */
export const groupAfter = (rows: readonly GroupRow[]): GroupRow => ({
  key: Math.max(0, ...rows.map(({ key }) => key)) + 1,
  ...{ name: '', kind: 'level', use: 'standard', floorId: null, places: null, onlyCounted: null },
  prefix: rows.length < letters ? `${String.fromCharCode(letterA + rows.length)}-` : '',
  ...{ from: 1, digits: 3, forPublic: true },
});

export const emptyDraft: AddDraft = {
  ...{ structureId: null, name: '', countryId: unitedArabEmirates, cityId: null, location: null },
  ...{ type: 'surface', countMode: 'slots', maxHeightCm: null, schedule: null, feeEn: '', feeAr: '' },
  groups: [groupAfter([])],
  ...{ public: false, publicNameEn: '', publicNameAr: '', publicSlots: false, forecast: true },
};

export const isOnlyCounted = ({ countMode }: Pick<AddDraft, 'countMode'>, { onlyCounted }: GroupRow): boolean =>
  onlyCounted ?? countMode === 'counters';

const seriesOf = ({ prefix, from, places, digits, use }: GroupRow) => {
  const first = from ?? Number.NaN;
  return { prefix, from: first, to: first + (places ?? 1) - 1, digits: digits ?? Number.NaN, use };
};
/** The numbers of the bays of a group; none while they are not known. */
export function numbersOf(row: GroupRow): string[] {
  const { from, places, digits } = row;
  return from === null || places === null || digits === null
    ? []
    : namesOfSeries({ ...seriesOf(row), prefix: row.prefix.trim() });
}

const given = (text: string) => text.trim() || null;

/** The call that makes the car park. Opening hours are in the time zone of its site. */
function bodyOf(draft: AddDraft, zone: string) {
  const { structureId, name, countryId, cityId, location, groups, schedule, ...rest } = draft;
  const places = groups.reduce((sum, one) => sum + (one.places ?? 0), 0);
  return {
    ...rest,
    ...(structureId === null ? { name, countryId, cityId, location } : { structureId }),
    schedule: schedule && { ...schedule, timeZone: zone },
    feeEn: given(draft.feeEn),
    feeAr: given(draft.feeAr),
    publicNameEn: given(draft.publicNameEn),
    publicNameAr: given(draft.publicNameAr),
    publicSlots: draft.public && draft.publicSlots,
    ...(draft.countMode === 'slots' ? {} : { capacityDeclared: places }),
    groups: groups.map((row) => ({
      ...{ name: row.name, kind: row.kind, forPublic: row.forPublic },
      floorId: structureId === null ? null : row.floorId,
      ...(isOnlyCounted(draft, row)
        ? { countMode: 'counters', capacityDeclared: row.places }
        : { slots: seriesOf(row) }),
    })),
  };
}

/** What is wrong, at which field: `name`, `groups.0.prefix`. The message is a key below `validation`. */
export type Fault = { path: string; message: string; values?: Record<string, string> };

/** The fields of the forms for those of the call. */
const fieldNames: Readonly<Record<string, string>> = { capacityDeclared: 'places', to: 'from' };
/** The field at which a fault of the call is shown. */
export function fieldOf(path: readonly PropertyKey[]): string {
  const [first, at, ...inner] = path.map(String);
  // The capacity of a car park is the sum of its groups'.
  if (first === 'capacityDeclared') return 'groups.0.places';
  if (first !== 'groups' || at === undefined) return first ?? '';
  const last = inner.at(-1) ?? 'name';
  return `groups.${at}.${fieldNames[last] ?? last}`;
}

const ofPlace: readonly string[] = ['structureId', 'name', 'countryId', 'cityId', 'location'];
const ofPublic: readonly string[] = ['public', 'publicNameEn', 'publicNameAr', 'publicSlots', 'forecast'];
/** The fields of a group that the step of its bays has. */
const ofBays: readonly string[] = ['onlyCounted', 'prefix', 'from', 'digits'];
/** The step in which a field is. */
export function stepOf(path: string): AddStep {
  const [first = '', , field = ''] = path.split('.');
  if (first === 'groups') return ofBays.includes(field) ? 'bays' : 'groups';
  if (ofPlace.includes(first)) return 'place';
  return ofPublic.includes(first) ? 'public' : 'opening';
}

const maxBays = 5000;

/** Numbers that two groups would have, and more bays than a car park may have. */
function faultsOfNumbers(draft: AddDraft): Fault[] {
  const owners = new Map<string, string>();
  const faults: Fault[] = [];
  for (const [at, row] of draft.groups.entries()) {
    if (isOnlyCounted(draft, row)) continue;
    const numbers = numbersOf(row);
    const taken = numbers.find((number) => owners.has(number.toUpperCase()));
    const values = taken && { number: taken, group: owners.get(taken.toUpperCase()) ?? '' };
    if (values) faults.push({ path: `groups.${at}.prefix`, message: 'numberTaken', values });
    for (const number of numbers) owners.set(number.toUpperCase(), row.name);
    if (owners.size > maxBays) return [...faults, { path: `groups.${at}.from`, message: 'tooManyBays' }];
  }
  return faults;
}

/** What is wrong with the draft, one fault for a field; and the call that it makes if nothing is. */
export function checkOf(draft: AddDraft, zone: string): { faults: Fault[]; body: NewLocation | null } {
  const parsed = newLocation.safeParse(bodyOf(draft, zone), { error: messageKey });
  const ofCall = parsed.success ? [] : parsed.error.issues;
  const faults: Fault[] = [
    ...draft.groups.flatMap(({ places }, at) =>
      places === null ? [{ path: `groups.${at}.places`, message: 'Required' }] : [],
    ),
    ...ofCall.map(({ path, message }) => ({ path: fieldOf(path), message })),
    ...faultsOfNumbers(draft),
  ];
  return {
    faults: faults.filter(({ path }, at) => faults.findIndex((other) => other.path === path) === at),
    body: parsed.success && faults.length === 0 ? parsed.data : null,
  };
}

/** The index of the last step that may be opened: all before it are complete. */
export function reachedWith(faults: readonly Fault[]): number {
  const incomplete = new Set(faults.map(({ path }) => stepOf(path)));
  const first = addSteps.findIndex((step) => incomplete.has(step));
  return first === -1 ? addSteps.length - 1 : first;
}
