import { z } from 'zod';
import { memberList } from '#core/permissions/common/permission-group.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { canDoWithReports, reportPath, reportsPath } from './report.ts';

export const maxReceptors = 50;

const receptor = z.object({
  id: z.number(),
  user: z.object({ id: z.number(), name: z.string() }),
  state: z.enum(['active', 'paused']),
  /** Whether the person may see all that the report shows; otherwise it is not sent to the person. */
  maySeeAll: z.boolean(),
});
export type Receptor = z.infer<typeof receptor>;

const colleague = z.object({ id: z.number(), name: z.string() });
export type Colleague = z.infer<typeof colleague>;

const receptorPath = `${reportPath}/receptor` as const;

/** The people of the company to whom a report is sent. */
export const receptorRoutes = {
  list: route.list(receptorPath, { access: canDoWithReports('read'), reply: receptor, list: {} }),
  /** Those whom the author of a report can choose from. */
  people: route.list(`${reportsPath}/people`, {
    access: canDoWithReports('create'),
    reply: colleague,
    list: memberList,
  }),
  /** Each with what became of it; those who receive the report already are known. */
  add: route.post(receptorPath, {
    access: canDoWithReports('update'),
    body: z
      .array(z.object({ userId: id() }))
      .min(1, 'Required')
      .max(maxReceptors, 'tooLong'),
    reply: z.array(z.object({ userId: z.number(), result: z.enum(['added', 'already', 'not-found']) })),
    status: 200,
  }),
  /** Everybody may end what is sent to themselves. */
  remove: route.delete(receptorPath, {
    access: canDoWithReports('read'),
    query: z.object({ ids: z.string('Required').regex(/^\d{1,9}(,\d{1,9}){0,49}$/, 'invalid') }),
  }),
};
