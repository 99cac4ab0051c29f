import { sql } from 'kysely';
import { administratorsOf, contactsOf } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { isolated } from '#platform/server/mail/mail-layout.ts';
import { settingsOf } from '#platform/server/records/app-settings.ts';
import { defcon } from '../../app.ts';
import { settings } from '../../common/settings/setting.ts';
import { armingSignals, disarmingSignals } from '../analysis/arming-signals.ts';

type Digest = { id: number; companyId: number; sinceAt: string };
type Line = {
  companyId: number;
  at: string;
  panel: string;
  group: string | null;
  person: string | null;
  armed: boolean;
};

const linesShown = 50;
const texts = {
  en: {
    subject: (arms: number, disarms: number) => `Armed ${arms}, disarmed ${disarms}`,
    armed: 'armed',
    disarmed: 'disarmed',
    more: (count: number) => `and ${count} more`,
    text: 'What was armed and disarmed since the last message:',
    button: 'Open the panels',
    why: (brand: string) =>
      `You are receiving this email because your company has chosen it under Rules and times of ${brand}.`,
  },
  ar: {
    subject: (arms: number, disarms: number) => `عمليات التسليح: ${arms}، وإلغاء التسليح: ${disarms}`,
    armed: 'تسليح',
    disarmed: 'إلغاء التسليح',
    more: (count: number) => `و${count} أخرى`,
    text: 'ما سُلّح وما أُلغي تسليحه منذ الرسالة السابقة:',
    button: 'فتح لوحات الإنذار',
    why: (brand: string) => `وصلتك هذه الرسالة لأن شركتك اختارت ذلك في «القواعد والمُهل» في ${brand}.`,
  },
} as const;

/** Something was armed or disarmed: companies that want to read of it do so in a quarter of an hour, with what follows. */
export async function beginDigests(
  { tx }: Pick<Emitting, 'tx'>,
  heard: readonly { companyId: number; at: number }[],
): Promise<void> {
  if (heard.length === 0) return;
  const since = new Map(heard.toSorted((a, b) => b.at - a.at).map(({ companyId, at }) => [companyId, at]));
  const settingOf = await settingsOf(tx, settings, [...since.keys()]);
  const wanted = [...since].filter(([companyId]) => settingOf(companyId).notifyArming);
  if (wanted.length > 0)
    await sql`
      INSERT INTO defcon_arming_digest (company_id, since_at) SELECT n.id, n.at FROM unnest(${wanted.map(([id]) => id)}::integer[], ${wanted.map(([, at]) => new Date(at).toISOString())}::timestamptz[]) AS n (id, at)
       ORDER BY 1 ON CONFLICT DO NOTHING`.execute(tx);
}

/** Sends each company one message about what was armed and disarmed in its time. */
export const dueDigests = dueBatch<Digest>(
  'defcon.arming-digests',
  { table: 'defcon_arming_digest', key: 'company_id', at: 'due_at' },
  50,
  async ({ tx, kit }, due) => {
    const companies = due.map(({ companyId }) => companyId);
    await sql`DELETE FROM defcon_arming_digest WHERE company_id = ANY (${companies}::integer[])`.execute(tx);
    const { rows } = await sql<Line>`
      SELECT e.company_id, e.at, d.name AS panel, CASE WHEN e.group_no IS NOT NULL THEN coalesce(g.name, e.group_no::text) END AS "group",
             coalesce(u.name, e.user_slot::text) AS person, e.code || ' ' || e.qualifier = ANY (${armingSignals}::text[]) AS armed
        FROM unnest(${companies}::integer[], ${due.map(({ sinceAt }) => sinceAt)}::timestamptz[]) AS n (company_id, since)
        JOIN defcon_event e ON e.company_id = n.company_id AND e.received_at >= n.since AND e.at > n.since - interval '1 day'
        JOIN ${sql.raw(deviceFacts)} d ON d.id = e.panel_id
        LEFT JOIN defcon_group g ON g.panel_id = e.panel_id AND g.number = e.group_no
        LEFT JOIN defcon_panel_user u ON u.panel_id = e.panel_id AND u.slot = e.user_slot
       WHERE e.code || ' ' || e.qualifier = ANY (${[...armingSignals, ...disarmingSignals]}::text[]) ORDER BY e.at, e.id`.execute(
      tx,
    );
    for (const [companyId, lines] of Map.groupBy(rows, (row) => row.companyId)) {
      const arms = lines.filter(({ armed }) => armed).length;
      await sendNotice(tx, kit, {
        kind: 'arming',
        people: await contactsOf(
          tx,
          (await administratorsOf(tx, companyId)).map(({ id }) => id),
        ),
        write: ({ locale, timeZone }) => {
          const text = texts[locale];
          const clock = new Intl.DateTimeFormat(locale === 'ar' ? 'ar-AE-u-nu-latn' : 'en-GB', {
            timeStyle: 'short',
            timeZone,
          });
          const shown = lines.slice(0, linesShown).map(({ at, panel, group, person, armed }) => {
            const names = [panel, group, person].flatMap((name) => (name === null ? [] : isolated(name)));
            return [clock.format(new Date(at)), text[armed ? 'armed' : 'disarmed'], ...names].join(' · ');
          });
          return {
            app: defcon,
            subject: text.subject(arms, lines.length - arms),
            text: [text.text],
            lines: lines.length > linesShown ? [...shown, text.more(lines.length - linesShown)] : shown,
            button: { label: text.button, url: `${kit.publicUrl}${defcon.web}/panels/list` },
            why: text.why,
          };
        },
      });
    }
  },
);
