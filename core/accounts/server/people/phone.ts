import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { codeOfCountry } from '#core/countries/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { phoneCodeTries, tokenLifetimes } from '../../common/sign-up.ts';
import { smsCode } from '../messages/sms-recipients.ts';
import { mailTokenHash, makeToken } from '../sign-in/account-tokens.ts';

const defaultCountry = 'AE';

const parsePhone = (text: string, country: string) => {
  const parsed = parsePhoneNumberFromString(text, country.toUpperCase() as CountryCode);
  return parsed?.isValid() ? parsed : undefined;
};

/** `+971501234567` (E.164) for a number that can exist, else null. A number without a plus sign belongs to `country`. */
export const storedPhone = (text: string, country: string | null): string | null =>
  parsePhone(text, country ?? defaultCountry)?.number ?? null;

/**
 * The phone of a form as it is stored; null and undefined stay. Refuses a number that does not exist. A number without a plus
 * sign belongs to the country with this id.
 */
export async function phoneToStore<Phone extends string | null | undefined>(
  tx: Tx,
  phone: Phone,
  countryId: number | null | undefined,
): Promise<Phone> {
  if (typeof phone !== 'string') return phone;
  const stored = storedPhone(phone, countryId ? await codeOfCountry(tx, countryId) : null);
  if (stored === null) throw invalid('phone', 'notCallable');
  return stored as Phone;
}

/** `+971 50 123 4567` for a number that can exist, else null. A number without a plus sign belongs to `country`. */
export const internationalPhone = (text: string, country = defaultCountry): string | null =>
  parsePhone(text, country)?.formatInternational() ?? null;

const texts = {
  en: (code: string) => `${code} is your Rasid code. It works for 10 minutes.`,
  ar: (code: string) => `${code} هو رمز راصد الخاص بك، وهو صالح لعشر دقائق.`,
};

// The code is short: it is hashed together with its owner, and attempts are counted. It confirms only the number that it
// was sent to, because the number may have changed since.
const bound = (userId: number, phone: string, code: string) => `phone ${userId} ${phone} ${code}`;

export async function sendPhoneCode(
  tx: Tx,
  kit: Kit,
  person: { id: number; companyId: number | null; phone: string | null; locale: 'en' | 'ar' },
): Promise<void> {
  const { phone } = person;
  const recipient = phone && internationalPhone(phone);
  if (!phone || !recipient) throw refuse(409, 'no-valid-phone');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await makeToken(tx, person.id, 'phone', tokenLifetimes.phoneSeconds, { token: bound(person.id, phone, code) });
  await smsCode(tx, kit, person.companyId, { recipient, text: texts[person.locale](code) });
}

/** The number that a code confirms. A wrong code is counted, so the caller must commit even if it refuses. */
export async function checkPhoneCode(
  tx: Tx,
  userId: number,
  code: string,
): Promise<{ confirmed: string } | 'wrong' | 'spent'> {
  const tried = await sql<{ tokenHash: Buffer; phone: string | null }>`UPDATE account_token t SET tries = tries + 1
    FROM users u WHERE u.id = t.user_id AND t.user_id = ${userId} AND t.purpose = 'phone' AND t.expires_at > now() AND t.tries < ${phoneCodeTries}
    RETURNING t.token_hash, u.phone`.execute(tx);
  const known = tried.rows[0];
  if (!known) return 'spent';
  const { tokenHash, phone } = known;
  if (phone === null || !tokenHash.equals(mailTokenHash(bound(userId, phone, code)))) return 'wrong';
  await tx.deleteFrom('accountToken').where('userId', '=', userId).where('purpose', '=', 'phone').execute();
  return { confirmed: phone };
}
