import { z } from 'zod';
import type { Access } from '#platform/common/access.ts';
import { route } from '#platform/common/route.ts';
import { bodyOf, type Commented, commentBody, commentUpload, optionalComment } from './action-body.ts';
import type { alarmDetail } from './alarm.ts';
import { namedRecord } from './alarm-info.ts';
import type { AlarmClass } from './manifest.ts';

type Declared = Pick<AlarmClass, 'actions' | 'marks'>;
type Options = {
  access(action: string): Access;
  /** The class, or several of them: then the body of an action is checked when the class of the alarm is known. */
  of: Declared | readonly Declared[];
  detail: typeof alarmDetail;
};

/** The body of an action whose class is not known yet. */
const anyBody: z.ZodType<Commented, Commented> = z.looseObject(optionalComment.shape);

/** The calls for the standard actions on alarms below a path. */
export function actionRoutes(path: '/alarm', { access, of, detail }: Options) {
  const reply = { reply: detail, status: 200, idempotent: true } as const;
  const declared: readonly Declared[] = [of].flat();
  const body = (action: string) => (declared.length === 1 ? bodyOf(declared[0]?.actions[action]) : anyBody);
  return {
    acknowledge: route.post(`${path}/{id}/acknowledge`, {
      ...reply,
      access: access('acknowledge'),
      body: body('acknowledge'),
    }),
    takeOver: route.post(`${path}/{id}/take-over`, { ...reply, access: access('take-over'), body: body('take-over') }),
    comment: route.post(`${path}/{id}/comment`, {
      access: access('comment'),
      upload: commentUpload,
      body: commentBody({ marks: declared.flatMap(({ marks = [] }) => marks) }),
      reply: detail,
      idempotent: true,
      keepsFiles: true,
    }),
    terminate: route.post(`${path}/{id}/terminate`, { ...reply, access: access('terminate'), body: body('terminate') }),
    reject: route.post(`${path}/{id}/reject`, { ...reply, access: access('reject'), body: body('reject') }),
    escalateUser: route.post(`${path}/{id}/escalate-user`, {
      reply: detail,
      status: 200,
      access: access('escalate-user'),
      body: z.object({
        userId: z.number('Required').int().positive('pleaseInputIDRight'),
        comment: z.string().trim().max(2000, 'tooLong').optional(),
      }),
    }),
    /** The people to whom an alarm can be escalated. */
    responders: route.list(`${path}/responders`, {
      access: access('escalate-user'),
      reply: namedRecord,
      list: { search: ['name'] },
    }),
  };
}
