import { randomUUID } from 'node:crypto';
import { insertDevice } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Options = { body?: unknown; headers?: Record<string, string> };
type Caller<Reply> = { call(method: Method, path: string, options?: Options): Promise<Reply> };

export const dayMs = 86_400_000;
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** Traps among food at a site, numbered from 1. */
export async function addTraps(tx: Tx, companyId: number, structureId: number, count = 3): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= count; number++) {
    const device = {
      companyId,
      app: 'rodent',
      solutionId: 28,
      hardwareId: 2801,
      name: `Trap ${number}`,
      serial: `VISIT${structureId}-${number}`,
    };
    const id = await insertDevice(tx, device, { structureId });
    await tx.insertInto('rodentTrap').values({ id, companyId, structureId, number, zone: 'interior-food' }).execute();
    ids.push(id);
  }
  return ids;
}

/** A line as a phone makes it. */
export const line = (deviceId: number | undefined, more: object = {}) => ({
  clientId: randomUUID(),
  deviceId,
  at: ago(60_000),
  finding: 'ok',
  ...more,
});

/** A photo or signature as a phone sends it. */
export function proofForm(clientId: string, kind: 'photo' | 'signature', picture: Buffer): FormData {
  const form = new FormData();
  form.set('clientId', clientId);
  form.set('kind', kind);
  form.set('file', new Blob([Uint8Array.from(picture)]), `${kind}.png`);
  return form;
}

/** The calls of visits to a site, as a person makes them. */
export function visitsAs<Reply>(person: Caller<Reply>, site: () => number) {
  const call = (method: Method, path: string, body?: object) =>
    person.call(method, `/rodent${path}`, body ? { body } : {});
  return {
    call,
    plan: (more: object = {}) =>
      call('POST', '/visit', {
        structureId: site(),
        kind: 'planned',
        plannedAt: ago(0),
        technicianId: null,
        note: null,
        ...more,
      }),
    addLines: (id: number, lines: readonly object[]) => call('POST', `/visit/${id}/line`, { lines }),
    sheet: (id: number) => call('GET', `/visit/${id}/sheet`),
    alarms: () => call('GET', '/alarm/operational?limit=100'),
  };
}
