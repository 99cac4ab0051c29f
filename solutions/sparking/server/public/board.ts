import { sql } from 'kysely';
import { provideScreen } from '#core/screens/server/api.ts';
import arabic from '../../locales/ar.json' with { type: 'json' };
import english from '../../locales/en.json' with { type: 'json' };
import { readableAt } from '../locations/sites.ts';
import { topicOf } from '../plan/live-slots.ts';
import { publicPage, readBoard } from './read-public.ts';

type Both = { en: string; ar: string };
const alike = (text: string | number): Both => ({ en: String(text), ar: String(text) });
const free: Both = { en: 'Free', ar: 'شاغر' };
/** Before a word instead of a number: “Free: Full” would contradict itself. */
const bays: Both = { en: 'Bays', ar: 'المواقف' };
const closed: Both = { en: 'Closed', ar: 'مغلق' };
const full: Both = { en: 'Full', ar: 'ممتلئ' };
const tones = { spaces: 'good', 'almost-full': 'poor', full: 'problem' } as const;

/** What a display at the gate of a car park shows. */
provideScreen('sparking', 'board', {
  topicOf,
  async find({ tx, actor }, id) {
    const found = await sql`
      SELECT FROM sparking_location t WHERE t.id = ${id} AND ${readableAt(actor, 'location', 't.id')}`.execute(tx);
    return found.rows.length === 0 ? undefined : { structureId: id };
  },
  async view({ tx }, id) {
    const read = await readBoard(tx, id);
    if (!read) return null;
    const page = publicPage(read);
    const title = { en: page.nameEn, ar: page.nameAr };
    if (page.state === 'closed')
      return { title, lines: [{ label: bays, value: closed, note: null, tone: null }], at: null };
    if (page.free === null) return { title, lines: [], at: null };
    const { level } = page;
    const [label, value] = level === 'full' ? [bays, full] : [free, alike(page.free)];
    return {
      title,
      lines: [
        { label, value, note: null, tone: level && tones[level] },
        ...page.uses.map(({ use, free: count }) => ({
          label: { en: english.values.use[use], ar: arabic.values.use[use] },
          value: alike(count),
          note: null,
          tone: count === 0 ? ('problem' as const) : null,
        })),
      ],
      at: page.at,
    };
  },
});
