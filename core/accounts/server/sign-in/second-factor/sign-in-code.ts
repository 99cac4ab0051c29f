import { randomInt } from 'node:crypto';
import type { Kit } from '#platform/server/kit.ts';
import { brandName, layoutMail } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlNow } from '#platform/server/postgres/values.ts';
import { signInCodeTries, tokenLifetimes } from '../../../common/sign-up.ts';
import type { Addressed } from '../../messages/account-mails.ts';
import { mailPeople } from '../../messages/recipients.ts';
import { mailTokenHash, makeToken } from '../account-tokens.ts';
import { authPage } from '../sign-up/sign-up-drafts.ts';

/** Knowing the password must not suffice to flood the mailbox of the person with codes. */
const secondsBetweenMails = 60;

const texts = {
  en: {
    subject: (code: string) => `${code} is your sign-in code`,
    text: (name: string, brand: string) =>
      `Hello ${name}, enter this code together with your password to sign in to ${brand}. It works for 10 minutes. If you are not signing in, somebody else knows your password: set a new one at once.`,
    button: 'Sign in',
    why: (brand: string) => `You are receiving this email because somebody is signing in to your account on ${brand}.`,
  },
  ar: {
    subject: (code: string) => `${code} هو رمز تسجيل الدخول`,
    text: (name: string, brand: string) =>
      `مرحبًا ${name}، أدخل هذا الرمز مع كلمة المرور لتسجيل الدخول إلى ${brand}. الرمز صالح لعشر دقائق. إن لم تكن أنت من يسجّل الدخول، فهناك من يعرف كلمة مرورك: عيّن كلمة مرور جديدة فورًا.`,
    button: 'تسجيل الدخول',
    why: (brand: string) => `وصلتك هذه الرسالة لأن أحدهم يسجّل الدخول إلى حسابك في ${brand}.`,
  },
};

// The code is short: it is hashed together with its owner, and attempts are counted.
const bound = (userId: number, code: string) => `sign-in ${userId} ${code}`;

/**
 * Mails a code that opens the account together with the password. An earlier code becomes invalid, unless it was sent a
 * moment ago.
 */
export async function mailSignInCode(tx: Tx, kit: Kit, person: Addressed & { id: number }): Promise<void> {
  const sent = await tx
    .selectFrom('accountToken')
    .where('userId', '=', person.id)
    .where('purpose', '=', 'sign-in')
    .where('createdAt', '>', sqlAgo(secondsBetweenMails, 'second'))
    .execute();
  if (sent.length > 0) return;
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  await makeToken(tx, person.id, 'sign-in', tokenLifetimes.signInSeconds, { token: bound(person.id, code) });
  const { email: recipient, locale, firstName } = person;
  const brand = brandName(kit, locale);
  const own = texts[locale];
  await mailPeople(tx, [
    layoutMail(kit, {
      recipient,
      locale,
      subject: own.subject(code),
      text: [own.text(firstName, brand)],
      lines: [code],
      button: { label: own.button, url: authPage(kit, 'sign-in') },
      why: own.why,
    }),
  ]);
}

/**
 * Whether this is the code that was mailed; each works once and allows a few attempts. The caller must commit even if
 * it refuses.
 */
export async function acceptsMailedCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const tried = await tx
    .updateTable('accountToken')
    .set({ tries: (row) => row('tries', '+', 1) })
    .where('userId', '=', userId)
    .where('purpose', '=', 'sign-in')
    .where('expiresAt', '>', sqlNow)
    .where('tries', '<', signInCodeTries)
    .returning('tokenHash')
    .executeTakeFirst();
  if (!tried?.tokenHash.equals(mailTokenHash(bound(userId, code.trim())))) return false;
  await tx.deleteFrom('accountToken').where('userId', '=', userId).where('purpose', '=', 'sign-in').execute();
  return true;
}
