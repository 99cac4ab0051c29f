import { administratorsOf, companyNameOf, contactsOf, mailPeople } from '#core/accounts/server/api.ts';
import { type Kit, visibleApps } from '#platform/server/kit.ts';
import { appUrl } from '#platform/server/mail/app-url.ts';
import { isolated, layoutMail } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { appWithRequests, requestAddress } from '../common/pages.ts';
import type { RequestCompanies } from './request-sides.ts';

const toIntegrator = ['sent', 'cancel'] as const;
const toCustomer = ['accept', 'reject', 'fulfil', 'end'] as const;
export type RequestMail = (typeof toIntegrator)[number] | (typeof toCustomer)[number];

type About = { number: string; other: string };
type Texts = { [Kind in RequestMail]: { subject(about: About): string; text(about: About): string } } & {
  button: string;
  why(brand: string): string;
};

const texts: Record<'en' | 'ar', Texts> = {
  en: {
    sent: {
      subject: ({ other }) => `New device request from ${other}`,
      text: ({ number }) => `Request ${number} waits for your answer. Accept it, or reject it with a reason.`,
    },
    cancel: {
      subject: ({ other, number }) => `${other} has withdrawn request ${number}`,
      text: () => 'Nothing needs to be done.',
    },
    accept: {
      subject: () => 'Your device request was accepted',
      text: ({ number, other }) => `${other} has accepted request ${number} and allocates your devices.`,
    },
    reject: {
      subject: () => 'Your device request was rejected',
      text: ({ number, other }) => `${other} has rejected request ${number}.`,
    },
    fulfil: {
      subject: () => 'Your device request was fulfilled',
      text: ({ number }) => `All devices of request ${number} are in your inventory, ready to be installed.`,
    },
    end: {
      subject: ({ number }) => `Device request ${number} has ended`,
      text: ({ other }) => `Your contract with ${other} runs no longer, so the request was cancelled.`,
    },
    button: 'Open the request',
    why: (brand) => `You are receiving this email because you take part in a device request on ${brand}.`,
  },
  ar: {
    sent: {
      subject: ({ other }) => `طلب أجهزة جديد من ${other}`,
      text: ({ number }) => `الطلب ${number} بانتظار ردكم. اقبلوه، أو ارفضوه مع ذكر السبب.`,
    },
    cancel: {
      subject: ({ other, number }) => `سحبت ${other} الطلب ${number}`,
      text: () => 'لا يلزم أي إجراء.',
    },
    accept: {
      subject: () => 'تم قبول طلب الأجهزة',
      text: ({ number, other }) => `قبلت ${other} الطلب ${number}، وستخصص لكم الأجهزة.`,
    },
    reject: {
      subject: () => 'لم يُقبل طلب الأجهزة',
      text: ({ number, other }) => `رفضت ${other} الطلب ${number}.`,
    },
    fulfil: {
      subject: () => 'اكتمل طلب الأجهزة',
      text: ({ number }) => `أصبحت جميع أجهزة الطلب ${number} في مخزونكم، جاهزة للتركيب.`,
    },
    end: {
      subject: ({ number }) => `انتهى طلب الأجهزة ${number}`,
      text: ({ other }) => `لم يعد عقدكم مع ${other} ساريًا، فأُلغي الطلب.`,
    },
    button: 'فتح الطلب',
    why: (brand) => `وصلتك هذه الرسالة لأنك طرف في طلب أجهزة على ${brand}.`,
  },
};

type Mailed = RequestCompanies & { uuid: string; sentBy: number | null };

/**
 * Mails the other side the outcome of a request, each person in their language. Runs as the role that sees all rows.
 */
export async function mailRequest(
  tx: Tx,
  kit: Kit,
  kind: RequestMail,
  request: Mailed,
  { number, reason }: { number: string; reason?: string },
): Promise<void> {
  const toDesk = toIntegrator.some((one) => one === kind);
  const readers = toDesk ? request.integratorId : request.companyId;
  const other = isolated((await companyNameOf(tx, toDesk ? request.companyId : request.integratorId)) ?? '');
  const people = (await administratorsOf(tx, readers)).map(({ id }) => id);
  if (!toDesk && request.sentBy !== null && !people.includes(request.sentBy)) people.push(request.sentBy);
  const app = appWithRequests(visibleApps(kit));
  const mails = (await contactsOf(tx, people)).map(({ email, locale }) => {
    const { [kind]: message, button, why } = texts[locale];
    const about = { number, other };
    return layoutMail(kit, {
      recipient: email,
      locale,
      app,
      subject: message.subject(about),
      text: [message.text(about), ...(reason ? [reason] : [])],
      button: { label: button, url: appUrl(kit, app, (found) => requestAddress(found, request)) },
      why,
    });
  });
  await mailPeople(tx, mails);
}
