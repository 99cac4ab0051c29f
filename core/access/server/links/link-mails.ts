import { sql } from 'kysely';
import { activePerson, companyNameOf, mailStrangers, smsStrangers, zoneOfCompany } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { isLinkFree } from '#platform/common/text/plain-text.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { isolated, layoutMail } from '#platform/server/mail/mail-layout.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Grant, GrantWithSecrets, NewGrant } from '../../common/grant.ts';
import type { PublicLinkGrant } from './link-rows.ts';

/** The giver of a grant is notified after this many refusals of it in a day. */
const failuresToReport = 20;

const failureTexts = {
  en: {
    subject: (lock: string) => `A link to ${lock} was refused ${failuresToReport} times`,
    text: 'Somebody has tried to open the lock with this link, and it was refused each time within a day. End the access if you do not know why.',
    button: 'Show the access',
    why: (brand: string) => `You get this message because you gave this access in ${brand}.`,
  },
  ar: {
    subject: (lock: string) => `رُفض رابط ${lock} ${failuresToReport} مرة`,
    text: 'حاول أحدهم فتح القفل بهذا الرابط، ورُفضت محاولاته كلها خلال يوم واحد. أنهِ الوصول إن لم تعرف السبب.',
    button: 'عرض الوصول',
    why: (brand: string) => `وصلتك هذه الرسالة لأنك منحت هذا الوصول في ${brand}.`,
  },
};

/** Notifies the giver of a link once that it is being refused repeatedly. */
export async function notifyFailures({ tx, kit }: Emitting, app: AppManifest, link: PublicLinkGrant): Promise<void> {
  const { grantId, companyId, createdBy, publicName } = link;
  if (createdBy === null) return;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM lock_log
     WHERE grant_id = ${grantId} AND method = 'link' AND result = 'denied' AND time > now() - interval '1 day'`.execute(
    tx,
  );
  if (rows[0]?.count !== failuresToReport) return;
  const person = await activePerson(tx, createdBy);
  if (!person) return;
  const url = `${kit.publicUrl}${app.web}/access-management/accesses-list?grant=${grantId}`;
  await sendNotice(tx, kit, {
    kind: 'access',
    people: [person],
    about: companyId,
    write: ({ locale }) => {
      const { subject, text, button, why } = failureTexts[locale];
      return { subject: subject(isolated(publicName)), text: [text], button: { label: button, url }, why };
    },
  });
}

const linkTexts = {
  en: {
    somebody: 'Somebody',
    aLock: 'a lock',
    subject: (company: string) => `${company} has sent you a link to a lock`,
    text: 'Open the link on your phone when you stand at the lock. It works without an account; keep it to yourself.',
    until: (to: string) => `It is valid until ${to}.`,
    button: (lock: string) => `Open ${lock}`,
    why: (brand: string) => `You get this message because somebody has given you access to a lock in ${brand}.`,
    sms: (company: string, lock: string, url: string) => `${company}: your link to ${lock}\n${url}`,
  },
  ar: {
    somebody: 'إحدى الشركات',
    aLock: 'القفل',
    subject: (company: string) => `أرسلت إليك ${company} رابطًا لفتح قفل`,
    text: 'افتح الرابط على هاتفك عندما تكون عند القفل. لا يلزمك حساب، ولا تُطلع عليه أحدًا.',
    until: (to: string) => `الرابط صالح حتى ${to}.`,
    button: (lock: string) => `فتح ${lock}`,
    why: (brand: string) => `وصلتك هذه الرسالة لأن أحدهم منحك وصولًا إلى قفل في ${brand}.`,
    sms: (company: string, lock: string, url: string) => `${company}: رابطك لفتح ${lock}\n${url}`,
  },
};

const wallTime = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));

type Reader = { name: string; locale: 'en' | 'ar'; email: string | null; phone: string | null };

/** The holder as a reader; somebody without an account gets the language of the person who gives the access. */
async function readerOf({ tx, actor }: Pick<Context, 'tx' | 'actor'>, { holder }: Grant): Promise<Reader | undefined> {
  if (!holder) return undefined;
  const { name, email, phone, userId } = holder;
  if (userId === null) return { name, email, phone, locale: actor.locale };
  const person = await activePerson(tx, userId);
  return person && { ...person, phone: null };
}

/** Names from before they were checked, and names of devices, may contain links. */
const plainOr = (name: string, otherwise: string) => (name !== '' && isLinkFree(name) ? name : otherwise);

type Sending = { ways: NonNullable<NewGrant['notify']>; links: GrantWithSecrets['secrets']['links'] };

/**
 * Sends the links of a new grant to its holder, within the caller's transaction. The number of a link is sent
 * separately.
 */
export async function sendLinks(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  app: AppManifest,
  grant: Grant,
  { ways, links }: Sending,
): Promise<void> {
  const { tx, kit, actor } = context;
  const reader = await readerOf(context, grant);
  const faulty = ways.some((way) => (way === 'email' ? !reader?.email : !reader?.phone));
  const [first, ...others] = links;
  if (!reader || faulty || !first) throw invalid('notify', 'phoneOrEmail');
  const texts = linkTexts[reader.locale];
  const company = plainOr((await companyNameOf(tx, grant.companyId)) ?? '', texts.somebody);
  const nameOf = ({ device }: { device: string }) => plainOr(grant.publicName || device, texts.aLock);
  if (ways.includes('email')) {
    const mail = layoutMail(kit, {
      recipient: reader.email ?? '',
      locale: reader.locale,
      app,
      subject: texts.subject(isolated(company)),
      text: [
        texts.text,
        ...(grant.to === null ? [] : [texts.until(wallTime(grant.to, await zoneOfCompany(tx, grant.companyId)))]),
      ],
      button: { label: texts.button(isolated(nameOf(first))), url: first.url },
      links: others.map((link) => ({ label: texts.button(isolated(nameOf(link))), url: link.url })),
      why: texts.why,
    });
    await mailStrangers(tx, actor.scope, { from: grant.companyId, mails: [mail] });
  }
  if (ways.includes('sms')) {
    const messages = links.map((link) => ({
      recipient: reader.phone ?? '',
      text: texts.sms(company, nameOf(link), link.url),
    }));
    await smsStrangers({ tx, kit, scope: actor.scope }, grant.companyId, messages);
  }
}
