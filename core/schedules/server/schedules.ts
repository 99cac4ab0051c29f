import './events.ts';
import type { RowOf } from '#platform/common/define-entity.ts';
import { emit } from '#platform/server/domain-events.ts';
import { records } from '#platform/server/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { schedule, type scheduleRoutes } from '../common/schedule.ts';
import { readable } from './history.ts';

const { read, ...ordinary } = records<RowOf<typeof schedule>>(schedule, {
  // A list as it is would become an array of PostgreSQL.
  check: async (_, { week, seasons, holidays }) => ({
    week: JSON.stringify(week),
    seasons: JSON.stringify(seasons),
    holidays: JSON.stringify(holidays),
  }),
});

export const scheduleHandlers: Handlers<typeof scheduleRoutes> = {
  ...ordinary,
  async update(context) {
    const changed = await ordinary.update(context);
    await emit(context, 'schedule.changed', { id: changed.id });
    return changed;
  },
  async remove(context) {
    const { id } = await read(context);
    await emit(context, 'schedule.removed', { id });
    return ordinary.remove(context);
  },
  async history(context) {
    const { data, totalRecords } = await ordinary.history(context);
    const lines = data.map((line) => ({
      ...line,
      changes: line.changes.map((change) => readable(change, context.locale)),
    }));
    return { data: lines, totalRecords };
  },
};
