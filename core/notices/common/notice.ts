import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { route } from '#platform/common/route.ts';

/** The topic by which the open pages of a person learn of new notices. */
export const noticeTopic = 'notices';
/** The count stops here: the bell shows 99+. */
export const maxUnread = 100;

const notice = z.object({
  id: z.number(),
  /** One of `noticeKinds` of a slice, also one that no slice declares any more. */
  kind: z.string(),
  title: z.object({ en: z.string(), ar: z.string() }),
  /** The address of its subject. */
  path: z.string(),
  readAt: z.string().nullable(),
  createdAt: z.string(),
});
export type PersonalNotice = z.infer<typeof notice>;

/** Whether notices of a kind come by mail, and into the bell. */
const choice = z.object({ kind: z.string('Required').max(40, 'tooLong'), mail: z.boolean(), bell: z.boolean() });
export type NoticeChoice = z.infer<typeof choice>;

/** The notices of the caller. */
export const noticeRoutes = {
  /** The newest first. */
  list: route.list('/notice', { access: anyAccount, reply: notice, list: {} }),
  unread: route.get('/notice/unread', {
    access: anyAccount,
    reply: z.object({ count: z.number().int().max(maxUnread) }),
  }),
  mark: route.patch('/notice/{id}', { access: anyAccount, body: z.object({ read: z.boolean() }) }),
  readAll: route.post('/notice/read', { access: anyAccount }),
  choices: route.get('/notice/choice', { access: anyAccount, reply: z.array(choice) }),
  choose: route.put('/notice/choice', { access: anyAccount, body: choice, reply: choice }),
};
