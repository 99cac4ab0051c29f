import { sql } from 'kysely';
import {
  administratorsOf,
  logAskedPage,
  mailPeople,
  pageName,
  personNameOf,
  runningProviders,
} from '#core/accounts/server/api.ts';
import { layoutMail } from '#platform/server/mail/mail-layout.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { askAgainHours, type permissionRoutes } from '../common/permission-routes.ts';

/**
 * The people who can grant the caller more: the other administrators of the caller's own company. That company is
 * outside of the transaction's while one acts for a client.
 */
async function approversOf(tx: Tx, { scope, session: { user } }: Actor) {
  const { companyId } = user;
  if (companyId === null) return [];
  const found = await bypassRls(tx, scope, () => administratorsOf(tx, companyId));
  return found.filter((one) => one.id !== user.id);
}

/** One question about a page a day, also when two come at the same time. */
async function assertNotAsked(tx: Tx, { scope, session }: Actor, page: string): Promise<void> {
  const { id: userId, companyId } = session.user;
  const asked = await bypassRls(tx, scope, () =>
    sql`
    INSERT INTO access_question (user_id, page, company_id) VALUES (${userId}, ${page}, ${companyId})
    ON CONFLICT (user_id, page) DO UPDATE SET asked_at = now()
      WHERE access_question.asked_at < now() - ${askAgainHours} * interval '1 hour' RETURNING user_id`.execute(tx),
  );
  if (asked.rows.length === 0) throw refuse(429, 'already-asked');
}

const texts = {
  en: {
    subject: (name: string, page: string) => `${name} asks to open “${page}”`,
    text: (name: string, email: string, page: string) =>
      `${name} (${email}) may not open the page “${page}” and asks for it. You can change the role of the person among the company's people, or put the person into a permission group. If you do not want that, nothing needs to be done.`,
    button: 'Open the page',
    why: (brand: string) =>
      `You are receiving this email because you administer the company of the person on ${brand}.`,
  },
  ar: {
    subject: (name: string, page: string) => `طلب من ${name} لفتح صفحة «${page}»`,
    text: (name: string, email: string, page: string) =>
      `ورد طلب من ${name} (${email}) لفتح صفحة «${page}»، والصلاحيات الحالية لا تسمح بذلك. يمكنك تغيير الدور ضمن فريق عمل الشركة، أو إضافة الشخص إلى مجموعة صلاحيات. إن كنت لا تريد ذلك فلا داعي لأي إجراء.`,
    button: 'فتح الصفحة',
    why: (brand: string) => `وصلتك هذه الرسالة لأنك من مسؤولي شركة مقدّم الطلب في ${brand}.`,
  },
};

export const accessQuestionHandlers: Pick<Handlers<typeof permissionRoutes>, 'approvers' | 'ask'> = {
  async approvers({ tx, actor }) {
    const { companyId } = actor.session.user;
    const people = await approversOf(tx, actor);
    return {
      people: people.map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`, email })),
      providers: companyId === null ? [] : (await runningProviders(tx, actor.scope, companyId)).map(({ name }) => name),
    };
  },
  async ask({ tx, kit, actor, body, request }) {
    const { user } = actor.session;
    const app = kit.apps.find((one) => one.id === body.app);
    const page = app?.pages.find((one) => one.path === body.page);
    if (!app || !page) throw refuse(404, 'not-found');
    const people = await approversOf(tx, actor);
    if (people.length === 0) throw refuse(409, 'nobody-to-ask');
    const asked = `${app.id}/${page.path}`;
    await assertNotAsked(tx, actor, asked);
    await logAskedPage(tx, actor, request, asked);
    const name = (await personNameOf(tx, user.id)) ?? actor.email;
    const mails = people.map(({ email, locale }) => {
      const words = texts[locale];
      const shown = pageName(kit.apps, asked, locale);
      return layoutMail(kit, {
        recipient: email,
        locale,
        subject: words.subject(name, shown),
        text: [words.text(name, actor.email, shown)],
        button: { label: words.button, url: `${kit.publicUrl}${body.address}` },
        why: words.why,
      });
    });
    await mailPeople(tx, mails);
    return { recipients: people.length };
  },
};
