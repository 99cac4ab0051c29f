import type { z } from 'zod';
import { structureChoices } from '#core/places/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import { conditions, dispositions } from '../../common/alarm.ts';
import type { alarmInfo as shape } from '../../common/alarm-info.ts';

/** The filter options of alarm pages. */
export async function readAlarmInfo(
  tx: Tx,
  kit: Kit,
  actor: Actor,
  app: string,
  locale: 'en' | 'ar',
): Promise<z.infer<typeof shape>> {
  const manifest = kit.apps.find(({ id }) => id === app);
  const kinds = Object.keys({ ...kit.apps.find(({ id }) => id === 'alarms')?.alarms, ...manifest?.alarms });
  const models = manifest?.hardware ?? [];
  return {
    operationalStatuses: [...dispositions],
    statuses: [...conditions],
    solutions: (manifest?.solutions ?? []).map((solution) => ({
      id: solution.id,
      name: solution.key,
      deviceTypes: models
        .filter((model) => model.solution === solution.id)
        .map((model) => ({ type: model.name[locale], alarms: kinds })),
    })),
    assets: {},
    structures: await structureChoices(tx, actor),
  };
}
