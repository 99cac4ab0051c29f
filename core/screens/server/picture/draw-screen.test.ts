import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ScreenContent, ScreenView } from '../../common/screen.ts';
import { drawScreen } from './draw-screen.ts';
import { lettersOf } from './letters.ts';

const alike = (text: string) => ({ en: text, ar: text });
const line = (value: string, tone: 'good' | 'problem' = 'good'): ScreenContent['lines'][number] => ({
  ...{ label: { en: 'Free', ar: 'شاغر' }, value: alike(value), note: null },
  tone,
});
const viewOf = (content: Partial<ScreenContent>, language: ScreenView['language'] = 'both'): ScreenView => ({
  ...{ name: 'Gate', language },
  content: { title: { en: 'Car park', ar: 'موقف' }, lines: [line('7')], at: null, ...content },
});
const size = { w: 400, h: 240, zone: 'Asia/Dubai' };

/** Where a picture is black: the part of it, and the outermost pixels. */
async function blackOf(view: ScreenView) {
  const { data, info } = await sharp(await drawScreen(view, size))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = new Set<number>();
  let black = 0;
  for (const [at, shade] of data.entries()) {
    if (shade > 0) continue;
    black += 1;
    columns.add(at % info.width);
  }
  return { share: black / data.length, left: Math.min(...columns), right: Math.max(...columns) };
}

test('Arabic letters are joined, and words of both scripts follow each other in the direction of the text', async () => {
  const shapesOf = async (text: string) => [...(await lettersOf(text, 100, 'rtl')).svg.matchAll(/ d="([^"]*)"/g)];
  // Each letter looks different at the beginning, in the middle and at the end of a word, and these two are one.
  expect(new Set((await shapesOf('ههه')).map(([, shape]) => shape)).size).toBe(3);
  expect(await shapesOf('لا')).toHaveLength(1);
  const startOf = (svg: string) => svg.slice(0, svg.indexOf('"/>'));
  const [free, arabic] = await Promise.all([lettersOf('P2', 100, 'ltr'), lettersOf('P2 موقف', 100, 'rtl')]);
  const latinFirst = await lettersOf('P2 موقف', 100, 'ltr');
  expect(startOf(latinFirst.svg)).toBe(startOf(free.svg));
  expect(startOf(arabic.svg)).not.toBe(startOf(free.svg));
});

test.each(['both', 'en', 'ar'] as const)('a long name is made to fit in %s', async (language) => {
  const title = { en: 'The car park of a very long name indeed', ar: 'موقف سيارات ذو اسم طويل جدًا لا ينتهي أبدًا' };
  const { left, right } = await blackOf(viewOf({ title }, language));
  expect(left).toBeGreaterThanOrEqual(11);
  expect(right).toBeLessThanOrEqual(size.w - 11);
});

test('what is urgent is white on black', async () => {
  const [usual, urgent] = [await blackOf(viewOf({})), await blackOf(viewOf({ lines: [line('7', 'problem')] }))];
  expect(urgent.share).toBeGreaterThan(3 * usual.share);
  const [small, urgentBelow] = [
    [line('7'), line('0')],
    [line('7'), line('0', 'problem')],
  ];
  const below = [await blackOf(viewOf({ lines: small })), await blackOf(viewOf({ lines: urgentBelow }))];
  expect(below[1]?.share).toBeGreaterThan(1.5 * (below[0]?.share ?? 1));
});

test('a picture changes with its content and not with the clock, until its data are old', async () => {
  const drawn = (ageMs: number, lines = [line('7')], zone = size.zone) =>
    drawScreen(viewOf({ lines, at: new Date(Date.now() - ageMs).toISOString() }), { ...size, zone });
  const [fresh, later, other, old] = await Promise.all([
    drawn(1000),
    drawn(300_000),
    drawn(1000, [line('8')]),
    drawn(3_600_000),
  ]);
  expect(later.equals(fresh)).toBe(true);
  expect(other.equals(fresh)).toBe(false);
  expect(old.equals(fresh)).toBe(false);
  expect((await drawn(3_600_000, [line('7')], 'Asia/Riyadh')).equals(old)).toBe(false);
});

test('a record that is gone and one without data say so', async () => {
  const gone = await drawScreen({ name: 'Gate', language: 'both', content: null }, size);
  const empty = await drawScreen(viewOf({ lines: [] }), size);
  expect(gone.equals(empty)).toBe(false);
  expect((await blackOf({ name: 'Gate', language: 'both', content: null })).share).toBeGreaterThan(0.001);
});
