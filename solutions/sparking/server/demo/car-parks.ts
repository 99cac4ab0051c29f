import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import type { SlotUse } from '../../common/counts.ts';
import type { NewLocation } from '../../common/location-routes.ts';
import type { Habits } from './bay-days.ts';
import { errands, living, shopping, trading } from './habits.ts';

const controllers = 2303;
/** What watches the bays of a series: a sensor in each, or loop controllers with a number of bays. */
type Watched = { model: 2301 | 2302 } | { model: typeof controllers; bays: number };
export type DemoSeries = {
  prefix: string;
  from: number;
  to: number;
  digits: number;
  use: SlotUse;
  watchedBy: Watched;
  maxStayMinutes?: number;
};
export type DemoGroup = {
  name: string;
  kind: 'level' | 'zone' | 'street-side';
  /** The level of its floor, if it is one. */
  level?: number;
  floor?: string;
  /** Vehicles that its counters see. A group that is only counted has this many places and no bays. */
  counters?: readonly string[];
  places?: number;
  series: readonly DemoSeries[];
};
export type DemoCarPark = { key: string; habits: Habits; fields: NewLocation; groups: readonly DemoGroup[] };

const dubai = { countryId: unitedArabEmirates, cityId: 292_223 };
const bays = (
  prefix: string,
  from: number,
  to: number,
  use: SlotUse,
  watchedBy: Watched,
  more: Partial<DemoSeries> = {},
): DemoSeries => ({ prefix, from, to, digits: 3, use, watchedBy, ...more });
const inGround = { model: 2302 } as const;
const onGround = { model: 2301 } as const;
const loops = { model: controllers, bays: 16 } as const;

export const carParks: readonly DemoCarPark[] = [
  {
    key: 'mall',
    habits: shopping,
    fields: {
      ...dubai,
      name: 'Qasr Mall Car Park',
      publicNameEn: 'Qasr Mall Car Park',
      publicNameAr: 'موقف قصر مول',
      address: 'Umm Suqeim Street 21',
      location: { lat: 25.1128, lng: 55.2011 },
      type: 'underground',
      countMode: 'both',
      capacityDeclared: 240,
      quietAt: '04:00',
      maxHeightCm: 210,
      feeEn: 'First 3 hours free, then 10 AED an hour',
      feeAr: 'أول 3 ساعات مجانًا، ثم 10 دراهم للساعة',
      public: true,
    },
    groups: [
      {
        name: 'Level B1',
        kind: 'level',
        level: -1,
        floor: 'B1',
        counters: ['Gate A', 'Gate B'],
        series: [bays('B1-', 1, 8, 'people-of-determination', inGround), bays('B1-', 9, 80, 'standard', inGround)],
      },
      {
        name: 'Level B2',
        kind: 'level',
        level: -2,
        floor: 'B2',
        counters: ['Ramp B2'],
        series: [bays('B2-', 1, 12, 'ev', { ...loops, bays: 12 }), bays('B2-', 13, 80, 'standard', loops)],
      },
      {
        name: 'Level B3',
        kind: 'level',
        level: -3,
        floor: 'B3',
        counters: ['Ramp B3'],
        series: [bays('B3-', 1, 80, 'standard', loops)],
      },
    ],
  },
  {
    key: 'residents',
    habits: living,
    fields: {
      ...dubai,
      name: 'Marina Heights Residents',
      publicNameEn: 'Marina Heights Residents',
      publicNameAr: 'مواقف سكان مرتفعات المارينا',
      address: 'Al Marsa Street 12',
      location: { lat: 25.0809, lng: 55.1399 },
      type: 'underground',
      maxHeightCm: 200,
    },
    groups: [
      {
        name: 'P1',
        kind: 'level',
        level: -1,
        floor: 'P1',
        series: [bays('P1-', 1, 42, 'reserved', { ...loops, bays: 14 })],
      },
      {
        name: 'P2',
        kind: 'level',
        level: -2,
        floor: 'P2',
        series: [bays('P2-', 1, 42, 'reserved', { ...loops, bays: 14 })],
      },
    ],
  },
  {
    key: 'corniche',
    habits: errands,
    fields: {
      ...dubai,
      name: 'مواقف شارع الكورنيش',
      publicNameEn: 'Corniche Street Bays',
      publicNameAr: 'مواقف شارع الكورنيش',
      address: 'شارع الكورنيش',
      location: { lat: 25.2669, lng: 55.2937 },
      type: 'on-street',
      feeEn: '4 AED an hour, at most 2 hours',
      feeAr: '4 دراهم للساعة، ساعتان كحد أقصى',
      public: true,
    },
    groups: [
      {
        name: 'جهة البحر',
        kind: 'street-side',
        level: 0,
        floor: 'مستوى الشارع',
        series: [
          bays('S-', 1, 26, 'standard', onGround, { maxStayMinutes: 120 }),
          bays('S-', 27, 30, 'loading', onGround, { maxStayMinutes: 30 }),
        ],
      },
      {
        name: 'جهة المدينة',
        kind: 'street-side',
        level: 0,
        floor: 'مستوى الشارع',
        series: [bays('C-', 1, 30, 'standard', onGround, { maxStayMinutes: 120 })],
      },
    ],
  },
  {
    key: 'souq',
    habits: trading,
    fields: {
      ...dubai,
      name: 'ساحة السوق القديم',
      publicNameEn: 'Old Souq Yard',
      publicNameAr: 'ساحة السوق القديم',
      address: 'شارع السوق الكبير',
      location: { lat: 25.2642, lng: 55.2972 },
      type: 'surface',
      countMode: 'counters',
      capacityDeclared: 150,
      quietAt: '04:00',
      feeEn: 'Free of charge',
      feeAr: 'مجانًا',
      public: true,
    },
    groups: [{ name: 'الساحة', kind: 'zone', counters: ['البوابة'], places: 150, series: [] }],
  },
];

/** "B1-001", "B1-002" and so on. */
export const numbersIn = ({ prefix, from, to, digits }: DemoSeries): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `${prefix}${String(from + n).padStart(digits, '0')}`);

/** The bays of a group; the places of one that is only counted, which nothing watches one by one. */
export const baysOf = ({ series, places = 0 }: DemoGroup): string[] =>
  series.length > 0 ? series.flatMap(numbersIn) : Array.from({ length: places }, (_, n) => String(n + 1));
