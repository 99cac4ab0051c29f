import { z } from 'zod';
import type { StoredEvent } from '#core/telemetry/server/api.ts';
import { type Meaning, meaningOf } from '../../common/codes/meaning.ts';
import { type PanelStateReport, panelEvents } from '../../common/panel/events.ts';
import type { Qualifier } from '../../common/panel/words.ts';

/** A message is late if it arrives so long after it happened. */
const lateMs = 15 * 60_000;

/** What a panel has reported of a zone, a person or itself. */
export type Signal = {
  at: number;
  receivedAt: number;
  late: boolean;
  source: 'mqtt' | 'sia' | 'system';
  code: string;
  qualifier: Qualifier;
  zone: number | null;
  group: number | null;
  user: number | null;
  text: string | null;
  /** The id that the panel gave the event. */
  key: string;
  /** Addresses of pictures. */
  links: string[];
  meaning: Meaning;
};
export type StateReport = PanelStateReport & { at: number; receivedAt: number };
export type Heard = { signal: Signal } | { state: StateReport };

/** Panels may name numbers that none of their parts can have; what they report is taken all the same. */
const within = (number: number | null | undefined, most: number): number | null =>
  number && number <= most ? number : null;

/** The addresses of pictures among the extended data of a message. They are shown, and nothing is fetched from them. */
function linksIn(data: unknown): string[] {
  const { extended } = withPictures.catch({}).parse(data);
  const url = extended?.V ? URL.parse(extended.V) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? [url.href] : [];
}
const withPictures = z.object({ extended: z.object({ V: z.string().optional() }).optional() });

/** What an event of a panel says; null for events of other kinds. Its shape was checked when it was taken. */
export function heardIn({ key, kind, time: at, receivedAt, data }: StoredEvent): Heard | null {
  if (kind === 'panel-state') return { state: { ...panelEvents['panel-state'].parse(data), at, receivedAt } };
  if (kind !== 'intrusion') return null;
  const { q: qualifier, code, contactId, zone, group, user, text } = panelEvents.intrusion.parse(data);
  return {
    signal: {
      at: Math.min(at, receivedAt),
      receivedAt,
      late: receivedAt - at > lateMs,
      source: key.startsWith('sia-') ? 'sia' : 'mqtt',
      code: contactId ?? code ?? '?',
      qualifier,
      zone: within(zone, 999),
      group: within(group, 64),
      user: within(user, 999),
      text: text || null,
      key,
      links: linksIn(data),
      meaning: meaningOf({ code, contactId, qualifier }),
    },
  };
}
