import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { bypassRls, type Scope, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import { codesPerCompany, codesPerPhone, smsPerCompany, smsPerRecipient } from '../../common/sign-up.ts';
import { countRecipients, countToday } from './message-counts.ts';
import { queueSms, type Sms } from './sms-outbox.ts';

/*
 * The only way out for text messages, which cost money and go to any number in the world: numbers that nobody has
 * confirmed are limited by country, recipient and company.
 */

/** Texts people at the number that they have confirmed. */
export const smsPeople = (tx: Tx, messages: readonly Sms[]): Promise<void> => queueSms(tx, messages);

/** Refuses numbers of countries to which the installation sends no text messages. */
function assertCountriesServed({ settings }: Kit, recipients: readonly string[]): void {
  const served = settings.smsCountries;
  if (!served) return;
  for (const phone of recipients) {
    const country = parsePhoneNumberFromString(phone)?.country;
    if (country === undefined || !served.includes(country)) throw refuse(422, 'sms-country', { phone });
  }
}

const inDigits = ({ recipient }: Sms) => recipient.replaceAll(' ', '');

/**
 * Texts numbers that a company has entered, at the expense of its SMS units. Refuses countries that are not served, and
 * more messages than a recipient or a company gets in a day or the company has paid for.
 */
export async function smsStrangers(
  { tx, kit, scope }: { tx: Tx; kit: Kit; scope: Scope },
  from: number,
  messages: readonly Sms[],
): Promise<void> {
  if (messages.length === 0) return;
  const recipients = messages.map(inDigits);
  assertCountriesServed(kit, recipients);
  await bypassRls(tx, scope, async () => {
    if (!(await countToday(tx, `sms from company ${from}`, messages.length, smsPerCompany)))
      throw refuse(429, 'sms-quota', { count: smsPerCompany });
    const [phone] = await countRecipients(tx, 'sms to', recipients, smsPerRecipient);
    if (phone !== undefined) throw refuse(429, 'sms-recipient-quota', { phone, count: smsPerRecipient });
    await takeSmsUnits(tx, from, messages.length);
    await queueSms(tx, messages);
  });
}

/** Takes one unit for each message from the packages that the company has bought. */
async function takeSmsUnits(tx: Tx, companyId: number, units: number): Promise<void> {
  const packages = await sql<{ id: number; remaining: number }>`
    SELECT id, remaining FROM com_package WHERE company_id = ${companyId} AND kind = 'sms' AND remaining > 0
     ORDER BY icon FOR UPDATE`.execute(tx);
  let missing = units;
  const taken = packages.rows.map(({ id, remaining }) => {
    const from = Math.min(remaining, missing);
    missing -= from;
    return { id, units: from };
  });
  if (missing > 0) throw refuse(409, 'no-sms-units');
  await sql`
    UPDATE com_package p SET remaining = p.remaining - n.units
      FROM jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) AS n (id integer, units bigint)
     WHERE p.id = n.id AND n.units > 0`.execute(tx);
}

/**
 * Texts a person the code that confirms their number. The number is unconfirmed, so the codes are limited by number and by
 * company; null for the people of the platform.
 */
export async function smsCode(tx: Tx, kit: Kit, companyId: number | null, message: Sms): Promise<void> {
  const phone = inDigits(message);
  assertCountriesServed(kit, [phone]);
  const ofCompany = companyId === null || (await countToday(tx, `codes of company ${companyId}`, 1, codesPerCompany));
  if (!ofCompany || !(await countToday(tx, `code to ${phone}`, 1, codesPerPhone)))
    throw refuse(429, 'too-many-phone-codes');
  await queueSms(tx, [message]);
}
