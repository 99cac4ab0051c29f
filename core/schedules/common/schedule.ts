import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { crud, defineEntity } from '#platform/common/define-entity.ts';
import { mountAt } from '#platform/common/mount-at.ts';
import { route } from '#platform/common/route.ts';
import { weekSchedule } from '#platform/common/time/week-schedule.ts';
import { requiredText } from '#platform/common/validation/validation.ts';

/** A week schedule of a company. Its name is unique within the company. */
export const schedule = defineEntity('schedules.schedule', {
  table: 'schedule',
  fields: weekSchedule.extend({ name: requiredText(80) }),
  list: { search: ['name'], sort: ['name', 'createdAt'], defaultSort: ['name', 'asc'] },
});

/** How many records follow a schedule. `by`: one of `scheduleUses` of a slice. */
const scheduleUse = z.object({ scheduleId: z.number(), by: z.string(), count: z.number() });
export type ScheduleUse = z.infer<typeof scheduleUse>;

const { list, ...crudRoutes } = crud(schedule, '/schedule');
export const scheduleRoutes = {
  ...crudRoutes,
  list: { ...list, list: { ...schedule.list, filter: ['companyId'] } },
  history: historyRoute(schedule.name, '/schedule/{id}'),
  /** What uses the schedules that the caller sees. A schedule that is not used is left out. */
  uses: route.get('/schedule/use', { access: schedule.can('read'), reply: z.array(scheduleUse) }),
};

/** The same schedules under an app that needs them for its own work: its calls, with the access of schedules. */
export const companyScheduleRoutes = () => ({
  list: mountAt(scheduleRoutes.list, '/company-schedule'),
  create: mountAt(scheduleRoutes.create, '/company-schedule'),
  get: mountAt(scheduleRoutes.get, '/company-schedule/{id}'),
  /** Replaces all of it. */
  replace: route.put('/company-schedule/{id}', {
    access: schedule.can('update'),
    body: schedule.fields,
    reply: scheduleRoutes.get.reply,
  }),
  remove: mountAt(scheduleRoutes.remove, '/company-schedule/{id}'),
});
