import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contactIdCodes } from '../common/codes/contact-id-codes.ts';
import { nameKeyOf } from '../common/codes/meaning.ts';
import { siaCodes } from '../common/codes/sia-codes.ts';
import { signalName } from './signal-name.ts';

type Texts = Record<'sia' | 'contactId' | 'closing', Record<string, string>>;
const [en, ar] = ['en', 'ar'].map((language) => {
  const file = new URL(`../web/alarm-codes/locales/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}) as [Texts, Texts];

test('every code of both tables has a name in English and Arabic', () => {
  for (const texts of [en, ar]) {
    expect(Object.keys(texts.sia).sort()).toEqual([...siaCodes.keys()].sort());
    expect(Object.keys(texts.contactId).sort()).toEqual([...contactIdCodes.keys()].sort());
    const closings = [...contactIdCodes.keys()].filter((contactId) =>
      nameKeyOf({ contactId, qualifier: 'restore' })?.startsWith('closing.'),
    );
    expect(Object.keys(texts.closing).sort()).toEqual(closings.sort());
  }
  for (const name of Object.values({ ...ar.sia, ...ar.contactId, ...ar.closing }))
    expect(name).toMatch(/[\u0621-\u064a]/);
  for (const name of Object.values({ ...en.sia, ...en.contactId, ...en.closing }))
    expect(name).toMatch(/^[A-Z0-9][a-z0-9]/i);
});

test('names of one table differ, so that no two codes look the same in a log', () => {
  for (const texts of [en, ar])
    for (const names of [texts.sia, texts.contactId, texts.closing]) {
      const all = Object.values(names);
      expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
    }
});

test('a signal is named in each language, also when its condition is over and when its code is unknown', () => {
  expect(signalName('en', { code: 'BA', qualifier: 'new' })).toBe('Burglary alarm');
  expect(signalName('ar', { code: 'BA', qualifier: 'new' })).toBe('إنذار سرقة');
  expect(signalName('en', { contactId: '130', qualifier: 'restore' })).toBe('Burglary alarm – back to normal');
  expect(signalName('ar', { contactId: '401', qualifier: 'restore' })).toBe('سلّح المستخدم النظام');
  expect(signalName('en', { contactId: '301', qualifier: 'status' })).toBe('Mains power lost – still present');
  expect(signalName('ar', { code: 'QZ', qualifier: 'new' })).toBe('رمز غير معروف QZ');
});
