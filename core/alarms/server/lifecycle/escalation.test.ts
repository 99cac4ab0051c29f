import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

/** Inserts an alarm of the customer's company. */
const raise = async () => {
  const inserted = await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at)
     SELECT d.company_id, 'sample', 'operational', 'leak', 'problem', d.id, d.solution_id, d.structure_id, now(), now()
       FROM device d JOIN users u ON u.company_id = d.company_id
      WHERE d.app = 'sample' AND d.structure_id IS NOT NULL AND u.email = 'customer@rasid.test'
        AND NOT EXISTS (SELECT FROM alarm a WHERE a.device_id = d.id) ORDER BY d.id LIMIT 1 RETURNING id`,
  );
  return inserted.rows[0].id as number;
};

test.each([
  ['ar', 'صُعِّد إليك: حرج: \u2068', 'فتح الإنذار'],
  ['en', 'Escalated to you: Critical: \u2068Leak', 'Open the alarm'],
] as const)(
  'only the person to whom an alarm is escalated gets a mail, in their own language (%s)',
  async (locale, subjectText, button) => {
    await app.kit.pool.query('DELETE FROM mail_outbox');
    // The person who escalates has the other language.
    await app.kit.pool.query("UPDATE users SET locale = CASE email WHEN 'operator@rasid.test' THEN $1 ELSE $2 END", [
      locale,
      locale === 'ar' ? 'en' : 'ar',
    ]);
    const reader = await app.kit.pool.query("SELECT id FROM users WHERE email = 'operator@rasid.test'");
    const id = await raise();
    const reply = await customer.call('POST', `/sample/alarm/operational/${id}/escalate-user`, {
      body: { userId: reader.rows[0].id, comment: 'Please look' },
      headers: { 'accept-language': locale === 'ar' ? 'en' : 'ar' },
    });
    expect([reply.status, reply.body.data.escalatedTo.id]).toEqual([200, reader.rows[0].id]);
    const mails = (await app.kit.pool.query('SELECT recipient, subject, text, html FROM mail_outbox')).rows;
    expect(mails.map(({ recipient }) => recipient)).toEqual(['operator@rasid.test']);
    expect(mails[0].subject).toContain(subjectText);
    expect(mails[0].text).toContain('Please look');
    expect(mails[0].html).toContain(button);
  },
);
