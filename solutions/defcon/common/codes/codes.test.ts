import { expect, test } from 'vitest';
import { contactIdCodes, contactIdParts } from './contact-id-codes.ts';
import type { Effect } from './effects.ts';
import { intrusionKinds, troubleKinds } from './kinds.ts';
import { meaningOf, nameFrameOf, nameKeyOf, type Qualifier, qualifiers } from './meaning.ts';
import { siaCodeParts, siaCodes } from './sia-codes.ts';

const kinds = new Set<string | null>([null, ...intrusionKinds, ...troubleKinds]);
const contact = (number: string) => {
  const qualifier = ({ 1: 'new', 3: 'restore', 6: 'status' } as const)[number[0] as '1' | '3' | '6'];
  return meaningOf({ contactId: number.slice(1), qualifier });
};
const sia = (code: string, qualifier: Qualifier = 'new') => meaningOf({ code, qualifier });

test('every code states a kind of alarm, or that it is log only', () => {
  const effects: Effect[] = [
    ...siaCodes.values(),
    ...[...contactIdCodes.values()].flatMap((code) => [code.new, code.restore]),
  ];
  for (const { raises, clears = [] } of effects) for (const kind of [raises, ...clears]) expect(kinds).toContain(kind);
});

test('no code is in a table twice, and each is written as its standard writes it', () => {
  for (const parts of [siaCodeParts, contactIdParts]) {
    const all = parts.flatMap((part) => Object.keys(part));
    expect(all.length).toBe(new Set(all).size);
  }
  for (const code of siaCodes.keys()) expect(code).toMatch(/^[A-Z]{2}$/);
  for (const code of contactIdCodes.keys()) expect(code).toMatch(/^[1-9]\d\d$/);
  expect(siaCodes.size).toBeGreaterThan(250);
  expect(contactIdCodes.size).toBeGreaterThan(190);
});

test('the codes of each kind raise that kind', () => {
  const raised = {
    'hold-up': 'HA 122 123',
    duress: '121',
    panic: 'PA 120',
    fire: 'FA KA SA 110 111 112 113 114 115 116 117 118',
    gas: 'GA 151',
    medical: 'MA QA 100 101 102',
    intrusion: 'BA BG BM BV UA CR 130 131 132 133 134 135 136 138 139 140',
    tamper: 'TA ES 137 144 145 341 383',
    water: 'WA 154',
    technical: 'YX 150',
    'entry-exit-error': 'EE EA 374 457',
    'arm-failed': 'CC',
    'late-to-arm': 'CI CD 454',
    'forced-arm': 'CF',
    'wrong-code': 'JA 461',
    'mains-lost': 'AT 301',
    'battery-low': 'YT 302',
    'battery-missing': 'YM 311',
    fault: 'BT',
    'zone-missing': 'BZ 381',
    'zone-swinging': 'BD',
  };
  for (const [kind, codes] of Object.entries(raised))
    for (const code of codes.split(' '))
      expect([code, (/^\d/.test(code) ? contact(`1${code}`) : sia(code)).kind]).toEqual([code, kind]);
});

test('a restore clears what its code has raised', () => {
  for (const code of ['BH', 'BR']) expect(sia(code).clears).toContain('intrusion');
  for (const code of ['TR', 'EJ']) expect(sia(code).clears).toContain('tamper');
  for (const [contactId, { new: begun }] of contactIdCodes) {
    // Codes from 400 on that are reported as openings and closings are not conditions.
    if (begun.raises === null || (contactId >= '400' && contactId < '500') || contactId >= '910') continue;
    const { kind, clears } = meaningOf({ contactId, qualifier: 'restore' });
    expect([contactId, kind, clears]).toEqual([contactId, null, expect.arrayContaining([begun.raises])]);
  }
  expect(sia('BA', 'restore')).toMatchObject({ kind: null, clears: ['intrusion'] });
  expect(sia('TA', 'restore')).toMatchObject({ clears: ['tamper'], zone: { tamper: false } });
  expect(sia('BA', 'status')).toMatchObject({ kind: null, clears: [] });
});

test('Contact ID: 1121 is duress, 1139 confirms, 3407 arms and 1406 cancels', () => {
  expect(contact('1121').kind).toBe('duress');
  expect(contact('1139')).toMatchObject({ kind: 'intrusion', verified: true });
  expect(contact('3407').group).toEqual({ state: 'armed-away', way: 'remote' });
  expect(contact('1406')).toMatchObject({ kind: null, cancels: true });
  expect(contact('1406').group).toBeUndefined();
});

test('Contact ID: an opening disarms and a closing arms, for every code that does either', () => {
  const ways = '400 401 402 403 404 405 407 408 409 450 451 452 463';
  for (const code of ways.split(' '))
    expect([code, contact(`1${code}`).group?.state, contact(`3${code}`).group?.state]).toEqual([
      code,
      'disarmed',
      'armed-away',
    ]);
  for (const code of ['441', '442', '456'])
    expect([contact(`1${code}`).group?.state, contact(`3${code}`).group?.state]).toEqual(['disarmed', 'armed-stay']);
  expect([contact('3408').group?.way, contact('3409').group?.way]).toEqual(['quick', 'key-switch']);
  const others = [...contactIdCodes.keys()].filter(
    (code) => code >= '400' && code < '500' && !`${ways} 441 442 456`.includes(code),
  );
  expect(others.length).toBeGreaterThan(30);
  for (const code of others) {
    expect([code, contact(`1${code}`).group, contact(`3${code}`).group]).toEqual([code, undefined, undefined]);
  }
  // An alarm shortly after arming is not an arming.
  expect([contact('1459').kind, contact('3459').kind]).toEqual(['intrusion', 'intrusion']);
});

test('an armed group ends what was wrong with arming it', () => {
  for (const meaning of [sia('CL'), contact('3401')])
    expect(meaning.clears).toEqual(expect.arrayContaining(['late-to-arm', 'arm-failed', 'forced-arm']));
  expect(sia('CF')).toMatchObject({ kind: 'forced-arm', group: { state: 'armed-away' } });
  expect(sia('CF').clears).not.toContain('forced-arm');
});

test('a new code of no table is unclassified, and is never dropped', () => {
  for (const signal of [{ code: 'QZ' }, { contactId: '999' }, { code: null }, { code: 'ba ' }])
    expect(meaningOf({ ...signal, qualifier: 'new' })).toMatchObject({ kind: 'unclassified', known: false });
  for (const qualifier of qualifiers.slice(1))
    expect(meaningOf({ code: 'QZ', qualifier })).toMatchObject({ kind: null, known: false });
  expect(nameKeyOf({ code: 'QZ', qualifier: 'new' })).toBeUndefined();
});

test('the name of a signal says whether its condition is over', () => {
  expect([nameKeyOf({ code: 'ba', qualifier: 'new' }), nameFrameOf({ code: 'BA', qualifier: 'new' })]).toEqual([
    'sia.BA',
    null,
  ]);
  const restored = { contactId: '130', qualifier: 'restore' } as const;
  expect([nameKeyOf(restored), nameFrameOf(restored)]).toEqual(['contactId.130', 'frame.restored']);
  const closed = { contactId: '401', qualifier: 'restore' } as const;
  expect([nameKeyOf(closed), nameFrameOf(closed)]).toEqual(['closing.401', null]);
  const cancelled = { contactId: '406', qualifier: 'restore' } as const;
  expect([nameKeyOf(cancelled), nameFrameOf(cancelled)]).toEqual(['contactId.406', null]);
  expect(nameFrameOf({ contactId: '130', qualifier: 'status' })).toBe('frame.still');
});
