import { sql } from 'kysely';
import {
  decideDeviceRequest,
  demoCompanies,
  demoUsers,
  grantApp,
  sendDeviceRequest,
} from '#core/accounts/server/api.ts';
import { addDeviceInStock } from '#core/inventory/server/api.ts';
import { productIds } from '#core/market/server/api.ts';
import { addTokens } from '#core/subscriptions/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { setClock } from '#platform/server/clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { RequestState } from '../common/device-request.ts';

type Goods = { sku: string; model: number; solution: number; name: string; inStock: number };
/** What the integrator of the demo has in stock. `serials`: the first digits of the serial numbers; four more follow. */
export type DemoStock = { app: string; tank: Goods; meter: Goods; token: string; serials: string };

type DemoRequest = {
  from: 'reem' | 'wadi';
  by: string;
  lines: readonly (readonly [sku: string, qty: number, allocated: number])[];
  state: RequestState;
  note: string;
  /** Days since it was sent, and until it is needed. */
  age: number;
  due: number | null;
  reason?: string;
};

const requestsOf = ({ tank, meter, token }: DemoStock): DemoRequest[] => [
  {
    from: 'wadi',
    by: 'wadi',
    lines: [[meter.sku, 2, 0]],
    state: 'rejected',
    note: 'لتجربة العداد في الفندق الجديد.',
    age: 30,
    due: null,
    reason: 'هذا الطراز لا يناسب أقطار أنابيبكم. اطلبوا معاينة للموقع أولًا.',
  },
  {
    from: 'reem',
    by: 'customer',
    lines: [[meter.sku, 2, 2]],
    state: 'fulfilled',
    note: 'Replacements for the two meters of tower B.',
    age: 21,
    due: null,
  },
  {
    from: 'wadi',
    by: 'wadi',
    lines: [
      [meter.sku, 12, 0],
      [token, 2, 0],
    ],
    state: 'accepted',
    note: 'عدادات لأجنحة الطابق الثالث.',
    age: 4,
    due: 20,
  },
  {
    from: 'reem',
    by: 'customer',
    lines: [
      [tank.sku, 3, 0],
      [token, 3, 0],
    ],
    state: 'pending',
    note: 'For the new roof tanks. Please deliver to the site office.',
    age: 1,
    due: 14,
  },
];

async function addStock(tx: Tx, companyId: number, stock: DemoStock): Promise<void> {
  const { app } = stock;
  await grantApp(tx, app, [companyId]);
  let count = 0;
  for (const { model, solution, name, inStock } of [stock.tank, stock.meter])
    for (let n = 0; n < inStock; n += 1) {
      const serial = `${stock.serials}${(++count).toString(16).toUpperCase().padStart(4, '0')}`;
      const device = {
        companyId,
        app,
        solutionId: solution,
        hardwareId: model,
        name: `${name} ${serial.slice(-4)}`,
        serial,
      };
      await addDeviceInStock(tx, device);
    }
  await addTokens(tx, { companyId, app, solutionIds: [], source: 'bought', months: 12, count: 6 });
}

const stepsTo: Record<RequestState, readonly string[]> = {
  pending: [],
  accepted: ['accept'],
  'in-progress': ['accept', 'allocate', 'begin'],
  fulfilled: ['accept', 'allocate', 'fulfil'],
  rejected: ['reject'],
  cancelled: ['cancel'],
};

async function addRequest(
  tx: Tx,
  { companies, users }: { companies: Awaited<ReturnType<typeof demoCompanies>>; users: Record<string, number> },
  { from, by, lines, state, note, age, due, reason }: DemoRequest,
): Promise<void> {
  const [companyId, integratorId] = [companies[from], companies.najm];
  const requestId = await sendDeviceRequest(tx, { senderId: companyId, destinationId: integratorId, message: note });
  if (state !== 'pending')
    await decideDeviceRequest(tx, requestId, state === 'rejected' ? 'rejected' : 'engaged', reason ?? null);
  const ids = await productIds(
    tx,
    lines.map(([sku]) => sku),
  );
  const made = await sql<{ id: number }>`
    INSERT INTO device_request (company_id, integrator_id, request_id, state, note, needed_by, reason, sent_by, created_at)
    VALUES (${companyId}, ${integratorId}, ${requestId}, ${state}, ${note}, current_date + ${due}::integer, ${reason ?? null},
            ${users[by] as number}, now() - ${age} * interval '1 day') RETURNING id`.execute(tx);
  const id = made.rows[0]?.id as number;
  await sql`
    INSERT INTO device_request_line (request_id, product_id, position, qty, allocated)
    SELECT ${id}, l.product, l.place, l.qty, l.allocated
      FROM unnest(${ids}::integer[], ${lines.map((line) => line[1])}::integer[], ${lines.map((line) => line[2])}::integer[])
           WITH ORDINALITY AS l (product, qty, allocated, place)`.execute(tx);
  for (const [at, step] of ['sent', ...stepsTo[state]].entries())
    await sql`
      INSERT INTO device_request_step (subject_id, step, detail, user_id, at)
      VALUES (${id}, ${step}, ${step === 'allocate' ? { count: 2 } : {}}, ${users[at === 0 ? by : 'integrator'] as number},
              now() - ${age} * interval '1 day' + ${at} * interval '3 hours')`.execute(tx);
}

/** How long ago the stock arrived. */
const stockDays = 38;

/** Four device requests of the integrator's customers, and the stock from which they are fulfilled. */
export async function deviceRequestsDemo(kit: Kit, stock: DemoStock): Promise<void> {
  setClock(new Date(Date.now() - stockDays * dayMs));
  try {
    await inSystem(kit.db, async (tx) => addStock(tx, (await demoCompanies(tx)).najm, stock));
  } finally {
    setClock(null);
  }
  await inSystem(kit.db, async (tx) => {
    const people = { companies: await demoCompanies(tx), users: await demoUsers(tx) };
    for (const request of requestsOf(stock)) await addRequest(tx, people, request);
  });
}
