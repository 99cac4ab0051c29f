import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { geofencePurposes, Shape } from '../common/geofence.ts';

type DemoGeofence = { name: string; description: string; shape: Shape };

const demoGeofences: readonly DemoGeofence[] = [
  {
    name: 'Dubai Marina',
    description: 'Where the service team of the marina works',
    shape: { kind: 'circle', center: { lat: 25.0805, lng: 55.1403 }, radius: 1500 },
  },
  {
    name: 'جزيرة السعديات',
    description: 'حدود الجزيرة',
    shape: {
      kind: 'polygon',
      path: [
        { lat: 24.562, lng: 54.41 },
        { lat: 24.566, lng: 54.468 },
        { lat: 24.531, lng: 54.478 },
        { lat: 24.517, lng: 54.437 },
      ],
    },
  },
  {
    name: 'Sharjah industrial area',
    description: '',
    shape: { kind: 'rectangle', bounds: { north: 25.335, south: 25.285, east: 55.425, west: 55.355 } },
  },
];
/** Where trackers are parked at one end of their route. */
const yards = {
  reem: {
    name: 'Jebel Ali yard',
    description: '',
    shape: { kind: 'circle', center: { lat: 24.9857, lng: 55.0727 }, radius: 150 },
  },
  wadi: {
    name: 'ساحة المدينة الصناعية',
    description: '',
    shape: { kind: 'circle', center: { lat: 24.5467, lng: 46.8512 }, radius: 150 },
  },
} satisfies Record<string, DemoGeofence>;

/** Adds geofences of a company that one app adds to the demo. */
export const addDemoGeofences = async (
  tx: Tx,
  companyId: number,
  fences: readonly { name: string; purpose: (typeof geofencePurposes)[number]; shape: Shape }[],
): Promise<void> => {
  await tx
    .insertInto('geofence')
    .values(fences.map(({ shape, ...fence }) => ({ ...fence, companyId, shape: JSON.stringify(shape) })))
    .execute();
};

/** One geofence of each shape around structures of the first customer, and the yards of both. */
export async function addGeofences(tx: Tx, { reem, wadi }: { reem: number; wadi: number }): Promise<void> {
  const all = [
    ...[...demoGeofences, yards.reem].map((fence) => ({ ...fence, companyId: reem })),
    { ...yards.wadi, companyId: wadi },
  ];
  await sql`INSERT INTO geofence (company_id, name, description, shape)
    SELECT "companyId", name, description, shape FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb) AS r ("companyId" integer, name text, description text, shape jsonb)`.execute(
    tx,
  );
}
