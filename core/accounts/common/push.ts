import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { route } from '#platform/common/route.ts';
import { calledAddress } from '#platform/common/webhook.ts';

/** The number of browsers per person that get notifications. */
export const maxPushDevices = 20;

/** The content of a notification on a browser, as the service worker gets it. */
export const pushNotice = z.object({
  title: z.string(),
  body: z.string(),
  /** A later notification with the same tag replaces the earlier one. */
  tag: z.string(),
  /** The address of the page that a click opens. */
  address: z.string(),
  locale: z.enum(['en', 'ar']),
});
export type PushNotice = z.infer<typeof pushNotice>;

const base64url = (bytes: number) =>
  z.string('Required').regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), 'invalid');

const pushDevice = z.object({
  id: z.number(),
  /** The browser and system as text; empty if unknown. */
  agent: z.string(),
  createdAt: z.string(),
  deliveredAt: z.string().nullable(),
  /** Whether it is the browser of the caller’s session. */
  current: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

const path = '/user/push-device' as const;

/** The browsers on which the caller gets notifications. */
export const pushRoutes = {
  key: route.get('/user/push-key', { access: anyAccount, reply: z.object({ publicKey: z.string() }) }),
  list: route.get(path, { access: anyAccount, reply: z.array(pushDevice) }),
  /** Registers the browser of the caller; it gets notifications until this session ends. */
  register: route.post(path, {
    access: anyAccount,
    body: z.object({
      endpoint: calledAddress(1000),
      keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
    }),
    reply: pushDevice,
    limitPerMinute: 60,
  }),
  remove: route.delete(`${path}/{id}`, { access: anyAccount }),
  test: route.post(`${path}/{id}/test`, { access: anyAccount, limitPerMinute: 10 }),
};
