import { sql } from 'kysely';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { nextCompanyNumber } from '#platform/server/records/number-series.ts';
import type { JobState, jobPriorities, jobTypes } from '../../common/jobs/job.ts';
import type { AddedVehicle } from './demo-vehicles.ts';
import type { points } from './vehicle-data.ts';

type DemoJob = {
  title: string;
  type: (typeof jobTypes)[number];
  vehicle: string;
  state: JobState;
  /** Hours from now. */
  from: number;
  hours: number;
  priority?: (typeof jobPriorities)[number];
  customer?: string;
  /** The points of interest that it leads to, by name. */
  to: readonly (typeof points)[number]['name'][];
  /** How many of the stops are done. */
  done?: number;
};

const jobs: readonly DemoJob[] = [
  {
    title: 'Water delivery',
    type: 'delivery',
    vehicle: 'Van 1',
    state: 'draft',
    from: 20,
    hours: 3,
    customer: 'Marina Café',
    to: ['Marina branch'],
  },
  {
    title: 'إصلاح ثلاجة',
    type: 'service',
    vehicle: 'بيك أب الصيانة',
    state: 'assigned',
    from: 3,
    hours: 2,
    priority: 'high',
    customer: 'مطعم السوق',
    to: ['فرع السوق'],
  },
  {
    title: 'Return pallets',
    type: 'pickup',
    vehicle: 'Truck 7',
    state: 'accepted',
    from: 1,
    hours: 4,
    to: ['Port gate 3', 'Business Bay workshop'],
  },
  {
    title: 'Chilled goods',
    type: 'delivery',
    vehicle: 'Reefer 1',
    state: 'in-progress',
    from: -2,
    hours: 5,
    customer: 'Corniche hotel',
    to: ['Corniche hotel', 'Port gate 3'],
    done: 1,
  },
  // Late: it should have been done an hour ago.
  {
    title: 'توصيل أثاث',
    type: 'delivery',
    vehicle: 'شاحنة 4',
    state: 'in-progress',
    from: -6,
    hours: 5,
    priority: 'urgent',
    customer: 'منى السويدي',
    to: ['فرع السوق'],
  },
  {
    title: 'Tyre check',
    type: 'maintenance',
    vehicle: 'Van 9',
    state: 'on-hold',
    from: -1,
    hours: 2,
    to: ['Business Bay workshop'],
  },
  {
    title: 'Hotel linen',
    type: 'delivery',
    vehicle: 'Truck 12',
    state: 'completed',
    from: -30,
    hours: 4,
    customer: 'Corniche hotel',
    to: ['Corniche hotel'],
    done: 1,
  },
];
/** How a job came to its state. */
const ways: Partial<Record<JobState, readonly [step: string, state: JobState][]>> = {
  assigned: [['assign', 'assigned']],
  accepted: [
    ['assign', 'assigned'],
    ['accept', 'accepted'],
  ],
  'in-progress': [
    ['assign', 'assigned'],
    ['start', 'in-progress'],
  ],
  'on-hold': [
    ['assign', 'assigned'],
    ['hold', 'on-hold'],
  ],
  completed: [
    ['assign', 'assigned'],
    ['start', 'in-progress'],
    ['complete', 'completed'],
  ],
};

/** A job card in each column of the board, one of them late. */
export async function addDemoJobs(tx: Tx, companyId: number, vehicles: readonly AddedVehicle[]): Promise<void> {
  const byName = new Map(vehicles.map((vehicle) => [vehicle.name, vehicle]));
  const places = await tx
    .selectFrom('fleetPointOfInterest')
    .select(['id', 'name', 'address', 'lat', 'lng'])
    .where('companyId', '=', companyId)
    .execute();
  const driven = await tx
    .selectFrom('fleetVehicle')
    .select(['id', 'usualDriverId'])
    .where('companyId', '=', companyId)
    .execute();
  const usualDrivers = new Map(driven.map(({ id, usualDriverId }) => [id, usualDriverId]));
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * hourMs);
  for (const {
    title,
    type,
    vehicle: name,
    state,
    from,
    hours,
    priority = 'normal',
    customer = null,
    to,
    done = 0,
  } of jobs) {
    const vehicle = byName.get(name);
    if (!vehicle) continue;
    const { number } = await nextCompanyNumber(tx, { series: 'fleet.job-card', companyId, prefix: 'JC' });
    const begun = state === 'in-progress' || state === 'completed';
    const { id } = await tx
      .insertInto('fleetJobCard')
      .values({
        ...{ companyId, structureId: vehicle.structureId, number, title, type, priority, state },
        ...{ customerName: customer, vehicleId: vehicle.id, plannedFrom: at(from), plannedTo: at(from + hours) },
        driverId: usualDrivers.get(vehicle.id) ?? null,
        startedAt: begun ? at(from + 0.2) : null,
        endedAt: state === 'completed' ? at(from + hours - 0.5) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('fleetJobStop')
      .values(
        to.flatMap((place, n) => {
          const point = places.find((one) => one.name === place);
          if (!point) return [];
          const { id: pointId, address, lat, lng } = point;
          const isDone = n < done;
          return {
            ...{ companyId, jobId: id, seq: n + 1, name: place, address, lat, lng, pointId },
            state: isDone ? ('done' as const) : ('pending' as const),
            arrivedAt: isDone ? at(from + 0.8) : null,
            doneAt: isDone ? at(from + 1) : null,
          };
        }),
      )
      .execute();
    const steps = [['create', 'draft'] as const, ...(ways[state] ?? [])];
    await sql`INSERT INTO fleet_job_card_step (subject_id, step, state_before, state_after, at)
      SELECT ${id}, n.step, NULL, n.state, to_timestamp(${now + (from - 1) * hourMs} / 1000.0) + n.at * interval '20 minutes'
        FROM unnest(${steps.map(([step]) => step)}::text[], ${steps.map(([, after]) => after)}::text[]) WITH ORDINALITY AS n(step, state, at) ORDER BY n.at`.execute(
      tx,
    );
  }
}
