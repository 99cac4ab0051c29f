import './events.ts';
import type { RowOf } from '#platform/common/define-entity.ts';
import { emit } from '#platform/server/domain-events.ts';
import { records } from '#platform/server/records/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type companyScheduleRoutes, type ScheduleUse, schedule, type scheduleRoutes } from '../common/schedule.ts';
import { onlyChangedParts } from './history.ts';

const { read, ...crudHandlers } = records<RowOf<typeof schedule>>(schedule, {
  // node-postgres would write a JavaScript array as a PostgreSQL array instead of jsonb.
  check: async (_, { week, seasons, holidays }) => ({
    week: JSON.stringify(week),
    seasons: JSON.stringify(seasons),
    holidays: JSON.stringify(holidays),
  }),
});

export const scheduleHandlers: Handlers<typeof scheduleRoutes> = {
  ...crudHandlers,
  async update(context) {
    const changed = await crudHandlers.update(context);
    await emit(context, 'schedule.changed', { id: changed.id });
    return changed;
  },
  async remove(context) {
    const { id } = await read(context);
    await emit(context, 'schedule.removed', { id });
    return crudHandlers.remove(context);
  },
  async uses(context) {
    const uses: ScheduleUse[] = [];
    await emit(context, 'schedule.counted', {
      add: (by, counts) => uses.push(...counts.map((count) => ({ ...count, by }))),
    });
    return uses;
  },
  async history(context) {
    const { data, totalRecords } = await crudHandlers.history(context);
    const lines = data.map((line) => ({
      ...line,
      changes: line.changes.map((change) => onlyChangedParts(change, context.locale)),
    }));
    return { data: lines, totalRecords };
  },
};

/** Serves `companyScheduleRoutes` of an app. */
export const companyScheduleHandlers: Handlers<ReturnType<typeof companyScheduleRoutes>> = {
  list: scheduleHandlers.list,
  create: scheduleHandlers.create,
  get: scheduleHandlers.get,
  replace: scheduleHandlers.update,
  remove: scheduleHandlers.remove,
};
