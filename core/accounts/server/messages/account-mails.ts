import type { Kit } from '#platform/server/kit.ts';
import type { Mail } from '#platform/server/mail/mail.ts';
import { brandName, layoutMail } from '#platform/server/mail/mail-layout.ts';
import { type Texts, texts } from './account-mail-texts.ts';

export type Locale = 'en' | 'ar';
export type Addressed = { email: string; firstName: string; locale: Locale };
/** The inviting person and the company, if a person invites. */
export type Inviter = { person: string; company: string };

const why: Record<Locale, (brand: string) => string> = {
  en: (brand) => `This mail is about the account on ${brand} that this address belongs to, or was entered for.`,
  ar: (brand) => `تخص هذه الرسالة حسابًا في ${brand} مرتبطًا بهذا البريد أو أُدخل له.`,
};

export type AccountMail = keyof typeof texts;
export const accountMails = Object.keys(texts) as AccountMail[];

export function accountMail(kit: Kit, kind: AccountMail, person: Addressed, url: string, inviter?: Inviter): Mail {
  const { subject, body, button: label }: Texts = texts[kind][person.locale];
  const { email: recipient, locale, firstName } = person;
  const brand = brandName(kit, locale);
  return layoutMail(kit, {
    recipient,
    locale,
    subject: typeof subject === 'string' ? subject : subject(brand, inviter),
    text: [body(firstName, brand, inviter)],
    button: { label, url },
    why: why[locale],
  });
}
