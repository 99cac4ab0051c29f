import type { Plate } from '../../common/vehicle/plate.ts';
import type { propulsions, vehicleTypes } from '../../common/vehicle/vehicle.ts';

/** The cities of the depots, by GeoNames id. */
const [dubai, sharjah, abuDhabi] = [292223, 292672, 292968];

export const depots = [
  {
    name: 'Al Quoz depot',
    kind: 'warehouse',
    cityId: dubai,
    address: 'Street 8, Al Quoz Industrial Area 3',
    at: [25.1386, 55.2302],
    grossArea: 4200,
  },
  {
    name: 'مستودع الشارقة',
    kind: 'warehouse',
    cityId: sharjah,
    address: 'المنطقة الصناعية 13',
    at: [25.3124, 55.3921],
    grossArea: 2600,
  },
  {
    name: 'Musaffah depot',
    kind: 'warehouse',
    cityId: abuDhabi,
    address: 'M-37, Musaffah',
    at: [24.3583, 54.5028],
    grossArea: 3800,
  },
] as const;

export const fences = [
  {
    name: 'Al Quoz yard',
    purpose: 'depot',
    shape: { kind: 'circle', center: { lat: 25.1386, lng: 55.2302 }, radius: 180 },
  },
  {
    name: 'ساحة الشارقة',
    purpose: 'depot',
    shape: { kind: 'circle', center: { lat: 25.3124, lng: 55.3921 }, radius: 160 },
  },
  {
    name: 'Musaffah yard',
    purpose: 'depot',
    shape: { kind: 'circle', center: { lat: 24.3583, lng: 54.5028 }, radius: 200 },
  },
  {
    name: 'Fuel terminal, no entry',
    purpose: 'forbidden',
    shape: { kind: 'rectangle', bounds: { north: 25.012, south: 25.001, west: 55.062, east: 55.081 } },
  },
] as const;

export const groups = [
  { name: 'Vans', colour: 'blue' },
  { name: 'شاحنات', colour: 'amber' },
  { name: 'Cold chain', colour: 'teal' },
] as const;
type Group = (typeof groups)[number]['name'];

export type DemoVehicle = {
  name: string;
  depot: number;
  group: Group;
  plate: Plate;
  type: (typeof vehicleTypes)[number];
  propulsion: (typeof propulsions)[number];
  make: string;
  model: string;
  year: number;
  tankLitres?: number;
  batteryKwh?: number;
  speedLimit?: number;
  /** Days from now; negative for papers that have expired. */
  insuredFor?: number;
  registeredFor?: number;
};

const plate = (emirate: NonNullable<Plate['emirate']>, category: string, number: string): Plate => ({
  country: 'AE',
  emirate,
  category,
  number,
});

/** Those with a tour first, in the order of the tours. */
export const vehicles: readonly DemoVehicle[] = [
  {
    ...{ name: 'Van 1', depot: 0, group: 'Vans', plate: plate('dubai', 'K', '48213'), type: 'van' },
    ...{ propulsion: 'diesel', make: 'Toyota', model: 'Hiace', year: 2023, tankLitres: 70, speedLimit: 100 },
    ...{ insuredFor: 210, registeredFor: 212 },
  },
  {
    ...{ name: 'Van 2', depot: 0, group: 'Vans', plate: plate('dubai', 'K', '48214'), type: 'van' },
    ...{ propulsion: 'diesel', make: 'Toyota', model: 'Hiace', year: 2023, tankLitres: 70, speedLimit: 100 },
    // It ends in three days.
    ...{ insuredFor: 3, registeredFor: 160 },
  },
  {
    ...{ name: 'Truck 7', depot: 0, group: 'شاحنات', plate: plate('dubai', 'T', '91077'), type: 'truck' },
    ...{ propulsion: 'diesel', make: 'Isuzu', model: 'NPR 85', year: 2021, tankLitres: 140, speedLimit: 80 },
    ...{ insuredFor: 95, registeredFor: 95 },
  },
  {
    ...{ name: 'Electric van', depot: 0, group: 'Vans', plate: plate('dubai', 'W', '12850'), type: 'van' },
    ...{ propulsion: 'electric', make: 'Ford', model: 'E-Transit', year: 2025, batteryKwh: 89, speedLimit: 100 },
    ...{ insuredFor: 330, registeredFor: 330 },
  },
  {
    ...{ name: 'بيك أب الصيانة', depot: 1, group: 'Vans', plate: plate('sharjah', '2', '73651'), type: 'pickup' },
    ...{ propulsion: 'petrol', make: 'Nissan', model: 'Navara', year: 2022, tankLitres: 80, speedLimit: 110 },
    ...{ insuredFor: 44, registeredFor: 61 },
  },
  {
    ...{ name: 'شاحنة 3', depot: 1, group: 'شاحنات', plate: plate('sharjah', '1', '50442'), type: 'truck' },
    ...{ propulsion: 'diesel', make: 'Mitsubishi', model: 'Fuso Canter', year: 2020, tankLitres: 100, speedLimit: 80 },
    // It ended two days ago.
    ...{ insuredFor: 120, registeredFor: -2 },
  },
  {
    ...{ name: 'شاحنة 4', depot: 1, group: 'شاحنات', plate: plate('sharjah', '1', '50443'), type: 'truck' },
    ...{ propulsion: 'diesel', make: 'Mitsubishi', model: 'Fuso Canter', year: 2020, tankLitres: 100, speedLimit: 80 },
    ...{ insuredFor: 120, registeredFor: 118 },
  },
  {
    ...{ name: 'Van 9', depot: 2, group: 'Vans', plate: plate('abu-dhabi', '11', '26604'), type: 'van' },
    ...{ propulsion: 'diesel', make: 'Mercedes-Benz', model: 'Sprinter', year: 2024, tankLitres: 75, speedLimit: 110 },
    ...{ insuredFor: 280, registeredFor: 275 },
  },
  {
    ...{ name: 'Truck 12', depot: 2, group: 'شاحنات', plate: plate('abu-dhabi', '12', '38155'), type: 'truck' },
    ...{ propulsion: 'diesel', make: 'Volvo', model: 'FH 460', year: 2022, tankLitres: 400, speedLimit: 80 },
    ...{ insuredFor: 180, registeredFor: 180 },
  },
  {
    ...{ name: 'Reefer 1', depot: 2, group: 'Cold chain', plate: plate('abu-dhabi', '12', '38156'), type: 'truck' },
    ...{ propulsion: 'diesel', make: 'Hino', model: '300 Reefer', year: 2023, tankLitres: 120, speedLimit: 80 },
    ...{ insuredFor: 240, registeredFor: 236 },
  },
  {
    ...{ name: 'Reefer 2', depot: 0, group: 'Cold chain', plate: plate('dubai', 'T', '91102'), type: 'truck' },
    ...{ propulsion: 'diesel', make: 'Hino', model: '300 Reefer', year: 2023, tankLitres: 120, speedLimit: 80 },
    ...{ insuredFor: 240, registeredFor: 244 },
  },
  {
    ...{ name: 'Van 3', depot: 0, group: 'Vans', plate: plate('dubai', 'K', '48215'), type: 'van' },
    ...{ propulsion: 'diesel', make: 'Toyota', model: 'Hiace', year: 2019, tankLitres: 70, speedLimit: 100 },
    ...{ insuredFor: 12, registeredFor: 140 },
  },
  {
    ...{ name: 'Forklift', depot: 0, group: 'شاحنات', plate: plate('dubai', 'P', '3317'), type: 'equipment' },
    ...{ propulsion: 'electric', make: 'Linde', model: 'E20', year: 2021, batteryKwh: 24 },
  },
  {
    ...{ name: 'مقطورة 2', depot: 1, group: 'شاحنات', plate: plate('sharjah', '3', '8042'), type: 'trailer' },
    ...{ propulsion: 'diesel', make: 'Schmitz', model: 'S.KO', year: 2018, insuredFor: 66, registeredFor: 66 },
  },
];

/** The vehicle, by name, that is suspended, and why. It has no tour, so that it stands all the time. */
export const suspended = { name: 'مقطورة 2', reason: 'تغيير المكابح' };
/** It got another tracker yesterday at noon. */
export const swapped = 'Van 2';

export const points = [
  {
    ...{ name: 'Port gate 3', category: 'Port', lat: 24.9857, lng: 55.0727, radius: 250 },
    ...{ address: 'Jebel Ali Port', phone: '+97148815000', openingHours: '24/7' },
  },
  {
    ...{ name: 'فرع السوق', category: 'عميل', lat: 25.2693, lng: 55.3029, radius: 150 },
    ...{ address: 'سوق ديرة، دبي', phone: '+97142261900', openingHours: '09:00–22:00' },
  },
  {
    ...{ name: 'Marina branch', category: 'Customer', lat: 25.0805, lng: 55.1403, radius: 150 },
    ...{ address: 'Al Marsa Street, Dubai Marina', phone: '+97143994100', openingHours: '10:00–22:00' },
  },
  {
    ...{ name: 'Corniche hotel', category: 'Customer', lat: 24.4702, lng: 54.3621, radius: 150 },
    ...{ address: 'Corniche Road, Abu Dhabi', phone: '+97126921000', openingHours: '24/7' },
  },
  {
    ...{ name: 'Business Bay workshop', category: 'Workshop', lat: 25.1934, lng: 55.2751, radius: 120 },
    ...{ address: 'Al Abraj Street', phone: '+97145518200', openingHours: 'Sat–Thu 08:00–18:00' },
  },
] as const;
