import { randomInt } from 'node:crypto';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { codeOfCountry } from '#core/countries/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
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

// The code is short: it is hashed together with its owner, and tries are counted.
const bound = (userId: number, code: string) => `phone ${userId} ${code}`;

export async function sendPhoneCode(
  tx: Tx,
  kit: Kit,
  person: { id: number; companyId: number | null; phone: string | null; locale: 'en' | 'ar' },
): Promise<void> {
  const recipient = person.phone && internationalPhone(person.phone);
  if (!recipient) throw refuse(409, 'no-valid-phone');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await makeToken(tx, person.id, 'phone', tokenLifetimes.phoneSeconds, { token: bound(person.id, code) });
  await smsCode(tx, kit, person.companyId, { recipient, text: texts[person.locale](code) });
}

/** The answer to a code. A wrong one is counted, so the caller must commit also when it refuses. */
export async function checkPhoneCode(tx: Tx, userId: number, code: string): Promise<'right' | 'wrong' | 'spent'> {
  const known = await tx
    .updateTable('accountToken')
    .set({ tries: (row) => row('tries', '+', 1) })
    .where('userId', '=', userId)
    .where('purpose', '=', 'phone')
    .where('expiresAt', '>', sqlNow)
    .where('tries', '<', phoneCodeTries)
    .returning(['tokenHash', 'tries'])
    .executeTakeFirst();
  if (!known) return 'spent';
  if (!known.tokenHash.equals(mailTokenHash(bound(userId, code)))) return 'wrong';
  await tx.deleteFrom('accountToken').where('userId', '=', userId).where('purpose', '=', 'phone').execute();
  return 'right';
}
