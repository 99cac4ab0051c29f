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
  code: string;
  qualifier: Qualifier;
  zone: number | null;
  group: number | null;
  user: number | null;
  text: string | null;
  path: string | null;
  meaning: Meaning;
};
export type StateReport = PanelStateReport & { at: number; receivedAt: number };
export type Heard = { signal: Signal } | { state: StateReport };

/** What an event of a panel says; null for events of other kinds. Its shape was checked when it was taken. */
export function heardIn({ kind, time: at, receivedAt, data }: StoredEvent): Heard | null {
  if (kind === 'panel-state') return { state: { ...panelEvents['panel-state'].parse(data), at, receivedAt } };
  if (kind !== 'intrusion') return null;
  const { code, q: qualifier, zone, group, user, text, path } = panelEvents.intrusion.parse(data);
  const named = /^\d/.test(code) ? { contactId: code } : { code };
  return {
    signal: {
      at: Math.min(at, receivedAt),
      receivedAt,
      late: receivedAt - at > lateMs,
      code,
      qualifier,
      zone: zone ?? null,
      group: group ?? null,
      user: user || null,
      text: text || null,
      path: path || null,
      meaning: meaningOf({ ...named, qualifier }),
    },
  };
}
