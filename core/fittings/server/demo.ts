import type { Tx } from '#platform/server/postgres/database.ts';
import type { Subject } from '../common/fitting.ts';

/** Instants in milliseconds since 1970; `to` is null while it lasts. */
export type DemoFitting = {
  companyId: number;
  app: string;
  deviceId: number;
  subject: Subject & { name: string };
  structureId: number;
  from: number;
  to: number | null;
  why?: string;
};

/** Adds fittings of the demo, each of the main device of its record. The devices are installed at its site. */
export const addDemoFittings = async (tx: Tx, fittings: readonly DemoFitting[]): Promise<void> => {
  await tx
    .insertInto('fitting')
    .values(
      fittings.map(({ companyId, app: appId, deviceId, subject, structureId, from, to, why = '' }) => ({
        ...{ companyId, appId, deviceId, structureId, why, main: true },
        ...{ subjectType: subject.type, subjectId: subject.id, subjectName: subject.name },
        fromAt: new Date(from),
        toAt: to === null ? null : new Date(to),
      })),
    )
    .execute();
};
