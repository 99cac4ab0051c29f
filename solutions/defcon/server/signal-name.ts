import { textOf } from '#platform/server/locale-texts.ts';
import { nameFrameOf, nameKeyOf, type Signal } from '../common/codes/meaning.ts';

/** The texts of codes are files of their own: most pages have none of them. */
const texts = { id: 'defcon/web/alarm-codes' };

/** What a signal says, in a language, for messages, reports and documents. */
export function signalName(locale: 'en' | 'ar', signal: Signal): string {
  const key = nameKeyOf(signal);
  const name = key && textOf(texts, locale, key);
  if (!name) {
    const unknown = textOf(texts, locale, 'frame.unknown') ?? '{{code}}';
    return unknown.replace('{{code}}', signal.contactId ?? signal.code ?? '–');
  }
  const frame = nameFrameOf(signal);
  return frame ? (textOf(texts, locale, frame) ?? '{{name}}').replace('{{name}}', name) : name;
}
