import { meaningOf, type Signal } from '../../../common/codes/meaning.ts';
import type { Content, Envelope } from './message.ts';

/** One event of a message, as it is stored. Numbers that the panel has not sent are absent. */
export type SiaEvent = Signal & { zone?: number; group?: number; user?: number; text?: string };

const maxText = 200;
const numberOf = (digits: string | undefined): number | undefined => Number(digits ?? 0) || undefined;
const without = <T extends object>(entries: T): T =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as T;

/** Modifiers of the events behind them: time, person, area, peripheral and others; of these two are kept. */
const modifier = /^(ti|da|id|ri|pi|ai|ph|lv|va|pt|rt|ss|si)([0-9:.-]*)/;
const event = /^([A-Za-z]{2})([0-9]*)/;
const texts = /^(?:\^([^^]*)\^?|\*?'([^']*)'|\*?"([^"]*)"|\*?([^/]*))(?:NM)?/;

/** The events of a block of SIA (`Nri1/BA12^Hall^/BA13`); null if it has another form. */
function siaEvents(block: string): SiaEvent[] | null {
  if (!/^[NO]/.test(block)) return null;
  const found: SiaEvent[] = [];
  let [group, person]: (number | undefined)[] = [];
  for (let rest = block.slice(1); rest !== ''; ) {
    if (rest.startsWith('/')) {
      rest = rest.slice(1);
      continue;
    }
    const modified = modifier.exec(rest);
    if (modified) {
      const [whole, name, value] = modified;
      if (name === 'ri') group = numberOf(value);
      if (name === 'id') person = numberOf(value);
      rest = rest.slice(whole.length);
      continue;
    }
    const named = event.exec(rest);
    if (!named) return null;
    const [whole, letters = '', digits] = named;
    rest = rest.slice(whole.length);
    const said = texts.exec(rest);
    rest = rest.slice(said?.[0].length ?? 0);
    const text = said?.slice(1).find((one) => one !== undefined);
    found.push(siaEvent(letters, numberOf(digits), { group, person, text }));
  }
  return found.length > 0 ? found : null;
}

function siaEvent(
  letters: string,
  number: number | undefined,
  { group, person, text }: { group: number | undefined; person: number | undefined; text: string | undefined },
): SiaEvent {
  const code = letters.toUpperCase();
  const { about } = meaningOf({ code, qualifier: 'new' });
  // What follows a number without quotes is only its mark that a name follows or not.
  const words = text?.replace(/NM$/, '').trim().slice(0, maxText);
  return without({
    code,
    qualifier: 'new' as const,
    group,
    zone: about === 'zone' ? number : undefined,
    user: person ?? (about === 'user' ? number : undefined),
    text: words || undefined,
  });
}

const contactId = /^\s*([136])([0-9]{3})\s+([0-9A-F]{2})\s+([0-9A-F]{3})\s*$/i;
const qualifierOf = { 1: 'new', 3: 'restore', 6: 'status' } as const;

/** The event of a block of Contact ID (`1130 01 005`); null if it has another form. */
function contactIdEvents(block: string): SiaEvent[] | null {
  const parts = contactId.exec(block);
  if (!parts) return null;
  const [, q, code = '', area, number] = parts;
  const signal: Signal = { contactId: code, qualifier: qualifierOf[Number(q) as 1 | 3 | 6] };
  const { about } = meaningOf({ contactId: code, qualifier: 'new' });
  const digits = numberOf(number);
  return [
    without({
      ...signal,
      group: numberOf(area),
      zone: about === 'zone' ? digits : undefined,
      user: about === 'user' ? digits : undefined,
    }),
  ];
}

/** The tokens of messages that are read. */
export const readTokens: ReadonlySet<string> = new Set(['SIA-DCS', 'ADM-CID', 'NULL']);

/**
 * The events of a message; none for a sign of life. Null for a token or a content that is not read: the panel is notified, and
 * does not send it again.
 */
export function eventsOf({ token }: Pick<Envelope, 'token'>, { blocks }: Pick<Content, 'blocks'>): SiaEvent[] | null {
  if (token === 'NULL') return [];
  if (token !== 'SIA-DCS' && token !== 'ADM-CID') return null;
  const events: SiaEvent[] = [];
  for (const block of blocks) {
    // A block of text belongs to the event before it.
    const last = events.at(-1);
    if (token === 'SIA-DCS' && block.startsWith('A') && last) {
      events[events.length - 1] = {
        ...last,
        text: block
          .slice(1)
          .replace(/^\*?["'^]|["'^]$/g, '')
          .slice(0, maxText),
      };
      continue;
    }
    const made = token === 'SIA-DCS' ? siaEvents(block) : contactIdEvents(block);
    if (!made) return null;
    events.push(...made);
  }
  return events.length > 0 ? events : null;
}

/** The letters of extended data that are kept. `K` would give the panel a new key, and is never read. */
const keptData = new Set(['H', 'I', 'J', 'L', 'M', 'V', 'X', 'Y']);

/** The extended data by letter: time, texts, addresses of pictures, position and the like. */
export function extendedData({ extended }: Pick<Content, 'extended'>): Record<string, string> {
  return Object.fromEntries(
    extended.flatMap((one) => (keptData.has(one.charAt(0)) ? [[one.charAt(0), one.slice(1, 201)]] : [])),
  );
}
