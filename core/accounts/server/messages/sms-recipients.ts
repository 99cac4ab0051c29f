import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import { codesPerCompany, codesPerPhone, smsPerCompany, smsPerRecipient } from '../../common/sign-up.ts';
import { countRecipients, countToday } from './message-counts.ts';
import { queueSms, type Sms } from './sms-outbox.ts';

/*
 * The only way to send text messages, which cost money and can go to any number in the world: numbers that nobody has
 * confirmed are limited by country, recipient and company.
 */

/** Texts people of the platform at the number that they have confirmed, at the expense of the platform. */
export const smsPeople = (tx: Tx, messages: readonly Sms[]): Promise<void> => queueSms(tx, messages);

/**
 * Texts people at the number that they have confirmed, each message at the expense of the company that it is from. Returns
 * the messages that were not sent because their company has no SMS units left. Runs as the role that sees all rows.
 */
export async function smsPeopleFrom<Message extends Sms & { from: number }>(
  tx: Tx,
  messages: readonly Message[],
): Promise<Message[]> {
  if (messages.length === 0) return [];
  const byCompany = Map.groupBy(messages, ({ from }) => from);
  const taken = await takeSmsUnits(tx, new Map([...byCompany].map(([company, own]) => [company, own.length])));
  const paid = new Set([...byCompany].flatMap(([company, own]) => own.slice(0, taken.get(company) ?? 0)));
  await queueSms(tx, [...paid]);
  return messages.filter((message) => !paid.has(message));
}

/** Refuses numbers of countries to which the installation does not send text messages. */
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
    const taken = await takeSmsUnits(tx, new Map([[from, messages.length]]));
    if ((taken.get(from) ?? 0) < messages.length) throw refuse(409, 'no-sms-units');
    await queueSms(tx, messages);
  });
}

/**
 * Takes units from the packages that companies have bought, as far as they suffice, and returns the number for each.
 */
async function takeSmsUnits(tx: Tx, wanted: ReadonlyMap<number, number>): Promise<Map<number, number>> {
  const packages = await tx
    .selectFrom('comPackage')
    .select(['id', 'companyId', 'remaining'])
    .where('companyId', '=', anyOf([...wanted.keys()]))
    .where('kind', '=', 'sms')
    .where('remaining', '>', 0)
    .orderBy('companyId')
    .orderBy('icon')
    .forUpdate()
    .execute();
  const taken = new Map<number, number>();
  const parts = packages.map(({ id, companyId, remaining }) => {
    const before = taken.get(companyId) ?? 0;
    const units = Math.min(remaining, (wanted.get(companyId) ?? 0) - before);
    taken.set(companyId, before + units);
    return { id, units };
  });
  await sql`
    UPDATE com_package p SET remaining = p.remaining - n.units
      FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS n (id integer, units bigint)
     WHERE p.id = n.id AND n.units > 0`.execute(tx);
  return taken;
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
