import { sql } from 'kysely';
import { mailPeople } from '#core/accounts/server/api.ts';
import { forCustomer } from '#platform/common/pages/customer-address.ts';
import { assertDeclared } from '#platform/server/declared.ts';
import type { Kit } from '#platform/server/kit.ts';
import { layoutMail, type MailParts, withoutIsolates } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { noticeKinds } from '../common/kinds.ts';

/** `companyId`: needed if the notice is about records of a company that may be another one than the person's. */
type Person = { id: number; email: string; locale: 'en' | 'ar'; companyId?: number | null };
/** A mail without its reader; its subject is the title of the notice, and its button leads to the subject of the notice. */
export type Letter = Omit<MailParts, 'recipient' | 'locale'>;

type Telling<Reader> = {
  /** One of `noticeKinds` of a slice. */
  kind: string;
  people: readonly Reader[];
  /** The company whose records the button leads to: people of a provider open them for this customer. */
  about?: number;
  /** Writes the letter in a language, and for one person if it mentions them. */
  write(reader: Reader): Letter;
  /** The mail goes to this address instead of the people's; they find the notice in the bell. */
  mailTo?: string | null;
};

/**
 * Sends people a notice, in the bell and by mail as each of them has chosen, within the transaction that it is about.
 * It takes two statements for any number of people. Throws an `Error` for a kind that no manifest declares.
 */
export async function sendNotice<Reader extends Person>(tx: Tx, kit: Kit, telling: Telling<Reader>): Promise<void> {
  const { people, mailTo } = telling;
  const write = writerOf(telling);
  assertDeclared(noticeKinds, kit, telling.kind);
  const [first] = people;
  if (!first) return;
  const unmailed = await addNotices(tx, kit, { ...telling, write });
  const readers = mailTo ? [{ ...first, email: mailTo }] : people.filter(({ id }) => !unmailed.has(id));
  const mails = readers.map((reader) =>
    layoutMail(kit, { ...write(reader), recipient: reader.email, locale: reader.locale }),
  );
  await mailPeople(tx, mails);
}

/** Writes letters whose button leads people of another company to the records for the right customer. */
const writerOf =
  <Reader extends Person>({ about, write }: Telling<Reader>) =>
  (reader: Reader): Letter => {
    const letter = write(reader);
    const isOwn = about === undefined || !reader.companyId || reader.companyId === about;
    if (isOwn) return letter;
    return { ...letter, button: { ...letter.button, url: forCustomer(letter.button.url, about) } };
  };

/** Stores the notices of people who want them in the bell; returns the people who do not want mails of the kind. */
async function addNotices<Reader extends Person>(
  tx: Tx,
  { publicUrl }: Kit,
  { kind, people, write }: Telling<Reader>,
): Promise<Set<number>> {
  const letters = people.map((reader) => ({
    reader,
    en: write({ ...reader, locale: 'en' }),
    ar: write({ ...reader, locale: 'ar' }),
  }));
  const found = await sql<{ userId: number }>`
    WITH chosen AS (SELECT user_id, mail, bell FROM notice_choice WHERE kind = ${kind} AND user_id = ANY (${people.map(({ id }) => id)}::integer[])),
         added AS (
      INSERT INTO notice (user_id, kind, title_en, title_ar, path)
      SELECT n.user_id, ${kind}, n.title_en, n.title_ar, n.path
        FROM unnest(${letters.map(({ reader }) => reader.id)}::integer[], ${letters.map(({ en }) => withoutIsolates(en.subject))}::text[],
                    ${letters.map(({ ar }) => withoutIsolates(ar.subject))}::text[],
                    ${letters.map(({ en }) => en.button.url.replace(publicUrl, ''))}::text[]) n (user_id, title_en, title_ar, path)
       WHERE NOT EXISTS (SELECT FROM chosen c WHERE c.user_id = n.user_id AND NOT c.bell))
    SELECT user_id FROM chosen WHERE NOT mail`.execute(tx);
  return new Set(found.rows.map(({ userId }) => userId));
}
