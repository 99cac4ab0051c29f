/** `slot`: the worker of Playwright that asks for a product. */
export type LeaseRequest = { slot: number };
/** A running product with the demo data, for one file of journeys. */
export type Lease = { url: string; mqttPort: number; databaseUrl: string };

const poolUrl = `http://localhost:${process.env.E2E_PORT ?? 4100}`;

let held: { file: string; lease: Promise<Lease> } | undefined;

/** The product of a file of journeys. The one of the previous file of this worker ends with its database. */
export function leaseFor(file: string, request: LeaseRequest): Promise<Lease> {
  if (held?.file !== file) held = { file, lease: ask(request) };
  return held.lease;
}

/** The product of the file that this worker runs. */
export function currentLease(): Promise<Lease> {
  if (!held)
    throw new Error('No journey of this worker has a server yet: use a fixture such as `request` or `baseURL`.');
  return held.lease;
}

async function ask(request: LeaseRequest): Promise<Lease> {
  const reply = await fetch(`${poolUrl}/lease`, { method: 'POST', body: JSON.stringify(request) });
  if (!reply.ok) throw new Error(`The pool of servers answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Lease;
}
