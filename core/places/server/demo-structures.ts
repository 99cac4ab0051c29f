import type { structureKinds } from '../common/structure.ts';

const dubai = 292223;
const abuDhabi = 292968;
const sharjah = 292672;
const riyadh = 108410;
const jeddah = 105343;

/** The cities of the demo structures, by GeoNames id. */
export const demoCities = [dubai, abuDhabi, sharjah, riyadh, jeddah];

type Kind = (typeof structureKinds)[number];
export type DemoStructure = {
  company: 'najm' | 'reem' | 'wadi' | 'qasr' | 'sahel';
  name: string;
  kind: Kind;
  /** In m². */
  grossArea: number;
  cityId: number;
  area: string;
  address: string;
  at: [number, number];
  floors: readonly (readonly [string, number, readonly string[]])[];
};

const tower = [
  ['Basement', -1, ['Pump room', 'Water tank']],
  ['Ground', 0, ['Lobby', 'Electrical room']],
  ['Level 1', 1, ['Apartment 101', 'Apartment 102']],
  ['Level 2', 2, ['Apartment 201', 'Apartment 202']],
  ['Roof', 3, ['Roof tank', 'Chiller yard']],
] as const;
const arabicTower = [
  ['القبو', -1, ['غرفة المضخات']],
  ['الأرضي', 0, ['الاستقبال', 'المطبخ']],
  ['الطابق الأول', 1, ['غرفة 101', 'غرفة 102']],
  ['السطح', 2, ['خزان المياه']],
] as const;
const hallSpaces = ['Loading bay', 'Cold store', 'Office'] as const;
const hall = [['Ground', 0, hallSpaces]] as const;
const hallWith = (space: string) => [['Ground', 0, [...hallSpaces, space]]] as const;

export const demoStructureData: readonly DemoStructure[] = [
  {
    company: 'reem',
    name: 'Marina Heights',
    kind: 'tower',
    grossArea: 18_400,
    cityId: dubai,
    area: 'Dubai Marina',
    address: 'Al Marsa Street 12',
    at: [25.0805, 55.1403],
    floors: tower,
  },
  {
    company: 'reem',
    name: 'Creek Gardens',
    kind: 'building',
    grossArea: 9600,
    cityId: dubai,
    area: 'Al Jaddaf',
    address: 'Al Khail Road 40',
    at: [25.2173, 55.3329],
    floors: tower,
  },
  {
    company: 'reem',
    name: 'برج السعديات',
    kind: 'tower',
    grossArea: 15_200,
    cityId: abuDhabi,
    area: 'جزيرة السعديات',
    address: 'شارع الشيخ خليفة 7',
    at: [24.5339, 54.4341],
    floors: arabicTower,
  },
  {
    company: 'reem',
    name: 'Corniche Villas',
    kind: 'villa',
    grossArea: 2100,
    cityId: abuDhabi,
    area: 'Al Bateen',
    address: 'Corniche Road 3',
    at: [24.4629, 54.3292],
    floors: [['Ground', 0, ['Kitchen', 'Garden']]],
  },
  {
    company: 'reem',
    name: 'Reem Pumping Station',
    kind: 'plant',
    grossArea: 640,
    cityId: sharjah,
    area: 'Al Nahda',
    address: 'Industrial Area 4',
    at: [25.3032, 55.3724],
    floors: hall,
  },
  {
    company: 'wadi',
    name: 'فندق الوادي الرياض',
    kind: 'building',
    grossArea: 12_800,
    cityId: riyadh,
    area: 'العليا',
    address: 'طريق الملك فهد',
    at: [24.6953, 46.6853],
    floors: arabicTower,
  },
  {
    company: 'wadi',
    name: 'منتجع الوادي جدة',
    kind: 'site',
    grossArea: 21_500,
    cityId: jeddah,
    area: 'أبحر الشمالية',
    address: 'طريق الكورنيش',
    at: [21.7343, 39.1122],
    floors: arabicTower,
  },
  {
    company: 'wadi',
    name: 'Wadi Suites Olaya',
    kind: 'building',
    grossArea: 7300,
    cityId: riyadh,
    area: 'Olaya',
    address: 'Tahlia Street 88',
    at: [24.6989, 46.6863],
    floors: tower,
  },
  {
    company: 'qasr',
    name: 'Qasr Mall',
    kind: 'building',
    grossArea: 34_000,
    cityId: dubai,
    area: 'Al Barsha',
    address: 'Umm Suqeim Street 21',
    at: [25.1124, 55.2006],
    floors: hallWith('Food court'),
  },
  {
    company: 'qasr',
    name: 'Qasr Distribution Centre',
    kind: 'warehouse',
    grossArea: 16_500,
    cityId: dubai,
    area: 'Jebel Ali',
    address: 'Jebel Ali Free Zone 5',
    at: [25.0003, 55.0907],
    floors: hallWith('Perimeter'),
  },
  {
    company: 'qasr',
    name: 'قصر الرياض',
    kind: 'building',
    grossArea: 5400,
    cityId: riyadh,
    area: 'الملقا',
    address: 'طريق أنس بن مالك',
    at: [24.8056, 46.6091],
    floors: arabicTower,
  },
  {
    company: 'sahel',
    name: 'Sahel Depot',
    kind: 'warehouse',
    grossArea: 8800,
    cityId: sharjah,
    area: 'Al Saja',
    address: 'Al Saja Industrial 9',
    at: [25.3307, 55.6153],
    floors: hall,
  },
  {
    company: 'najm',
    name: 'Najm Workshop',
    kind: 'warehouse',
    grossArea: 950,
    cityId: dubai,
    area: 'Al Quoz',
    address: 'Al Quoz 3',
    at: [25.1377, 55.2264],
    floors: hall,
  },
];
