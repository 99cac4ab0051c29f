import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import { brandName, layoutMail } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { mailPeople } from './recipients.ts';

type Locale = 'en' | 'ar';
type Texts = {
  subject(company: string, app: string): string;
  text(company: string, app: string): string;
  button: string;
  why(brand: string): string;
};
const texts: Record<Locale, Texts> = {
  en: {
    subject: (company, app) => `${company} asks for ${app}`,
    text: (company, app) => `${company} would like to use ${app}. You can assign the app on the page of the company.`,
    button: 'Open the company',
    why: (brand) => `You are receiving this email because you administer ${brand}.`,
  },
  ar: {
    subject: (company, app) => `تطلب ${company} تطبيق ${app}`,
    text: (company, app) => `ترغب ${company} في استخدام ${app}. يمكنك تفعيل التطبيق من صفحة الشركة.`,
    button: 'فتح صفحة الشركة',
    why: (brand) => `وصلتك هذه الرسالة لأنك من مشرفي ${brand}.`,
  },
};

/** Mails the administrators of the platform that a company requests an app. Runs as the role that sees all rows. */
export async function mailAppRequest(tx: Tx, kit: Kit, app: AppManifest, companyId: number): Promise<void> {
  const company = await tx.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow();
  const readers = await tx
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('adminType', '=', 'Super Admin')
    .where('status', '=', 'active')
    .execute();
  for (const { email, locale } of readers) {
    const { subject, text, button, why } = texts[locale];
    const name = brandName(kit, locale, app);
    await mailPeople(tx, [
      layoutMail(kit, {
        recipient: email,
        locale,
        subject: subject(company.name, name),
        text: [text(company.name, name)],
        button: { label: button, url: `${kit.publicUrl}/core/companies/profile/${companyId}?tab=apps` },
        why,
      }),
    ]);
  }
}
