import sharp from 'sharp';
import type { ScreenContent, ScreenLanguage, ScreenView } from '../../common/screen.ts';
import { lettersOf } from './letters.ts';

type Both = { en: string; ar: string };
type Box = { x: number; y: number; width: number; height: number };
type Place = 'start' | 'middle' | 'end';
type Sides = { w: number; h: number; zone: string };

/** Displays of electronic paper flash when their picture changes: the time of the data is shown once it is old. */
const oldMs = 600_000;
/** What of the height of a line its capital letters take. */
const capitals = 0.68;
/** Shades between black and white become one of them. */
const threshold = 160;

const noData: Both = { en: 'No data', ar: 'لا توجد بيانات' };
const nothing: Both = { en: 'There is nothing to show here', ar: 'لا يوجد ما يُعرض هنا' };
const asOf: Both = { en: 'As of {{time}}', ar: 'حتى الساعة {{time}}' };
const withTime = (both: Both, time: string): Both => ({
  en: both.en.replace('{{time}}', time),
  ar: both.ar.replace('{{time}}', time),
});

async function drawText(words: string, language: 'en' | 'ar', box: Box, place: Place): Promise<string> {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  let size = box.height;
  let letters = await lettersOf(words, size, direction);
  if (letters.width > box.width) {
    size *= box.width / letters.width;
    letters = await lettersOf(words, size, direction);
  }
  const left = { start: 0, middle: (box.width - letters.width) / 2, end: box.width - letters.width }[place];
  const baseline = box.y + (box.height + size * capitals) / 2;
  return `<g transform="translate(${(box.x + left).toFixed(2)} ${baseline.toFixed(2)})">${letters.svg}</g>`;
}

/** Words in the languages of the screen: English at the left, Arabic at the right; what is the same in both in the middle. */
async function drawWords(words: Both, language: ScreenLanguage, box: Box, alone: Place = 'middle'): Promise<string> {
  if (language !== 'both') {
    const place = alone === 'middle' ? 'middle' : language === 'ar' ? 'end' : 'start';
    return drawText(words[language], language, box, place);
  }
  if (words.en === words.ar) return drawText(words.en, 'en', box, 'middle');
  const half = { ...box, width: box.width * 0.48 };
  const [en, ar] = await Promise.all([
    drawText(words.en, 'en', half, 'start'),
    drawText(words.ar, 'ar', { ...half, x: box.x + box.width - half.width }, 'end'),
  ]);
  return en + ar;
}

type Line = ScreenContent['lines'][number];

/** A line: its label at the side, or in both languages at the sides, and its value. */
async function drawLine({ label, value, tone }: Line, language: ScreenLanguage, box: Box): Promise<string> {
  const inverted = tone === 'problem';
  const inner = { ...box, x: box.x + box.height * 0.2, width: box.width - box.height * 0.4 };
  const side = { ...inner, width: inner.width * 0.36, y: box.y + box.height * 0.2, height: box.height * 0.6 };
  const far = { ...side, x: inner.x + inner.width - side.width };
  const middle = { ...inner, x: inner.x + inner.width * 0.38, width: inner.width * 0.24 };
  const parts =
    language === 'both'
      ? [
          drawText(label.en, 'en', side, 'start'),
          drawText(label.ar, 'ar', far, 'end'),
          drawWords(value, value.en === value.ar ? 'both' : 'en', middle),
        ]
      : language === 'ar'
        ? [
            drawText(label.ar, 'ar', far, 'end'),
            drawText(value.ar, 'ar', { ...side, y: box.y, height: box.height }, 'start'),
          ]
        : [
            drawText(label.en, 'en', side, 'start'),
            drawText(value.en, 'en', { ...far, y: box.y, height: box.height }, 'end'),
          ];
  const drawn = (await Promise.all(parts)).join('');
  if (!inverted) return drawn;
  const { x, y, width, height } = box;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height * 0.12}"/><g fill="#fff">${drawn}</g>`;
}

/** The largest line: its value, and its label above. */
async function drawFirst(line: Line, language: ScreenLanguage, box: Box): Promise<string> {
  const label = { ...box, height: box.height * 0.24 };
  const value = { ...box, y: box.y + box.height * 0.26, height: box.height * 0.74 };
  const drawn = await Promise.all([
    drawWords(line.label, language, label),
    drawWords(line.value, language, line.tone === 'problem' ? inset(value) : value),
  ]);
  if (line.tone !== 'problem') return drawn.join('');
  return `${drawn[0]}<rect x="${value.x}" y="${value.y}" width="${value.width}" height="${value.height}" rx="${value.height * 0.08}"/><g fill="#fff">${drawn[1]}</g>`;
}

const inset = ({ x, y, width, height }: Box): Box => ({
  x: x + height * 0.2,
  y: y + height * 0.1,
  width: width - height * 0.4,
  height: height * 0.8,
});

async function drawContent(content: ScreenContent, language: ScreenLanguage, box: Box, zone: string): Promise<string> {
  const { title, lines, at } = content;
  const [first, ...others] = lines;
  const head = { ...box, height: box.height * 0.12 };
  const isOld = at !== null && Date.parse(at) < Date.now() - oldMs;
  const foot = isOld ? box.height * 0.08 : 0;
  const below = { ...box, y: head.y + head.height * 1.5, height: box.height - head.height * 1.5 - foot };
  const firstShare = others.length === 0 ? 1 : 0.52;
  const each = (below.height * (1 - firstShare)) / Math.max(1, others.length);
  const parts = [
    drawWords(title, language, head, 'start'),
    first
      ? drawFirst(first, language, { ...below, height: below.height * firstShare * 0.96 })
      : drawWords(noData, language, { ...below, y: below.y + below.height * 0.4, height: below.height * 0.16 }),
    ...others.map((line, n) =>
      drawLine(line, language, { ...below, y: below.y + below.height * firstShare + n * each, height: each * 0.9 }),
    ),
  ];
  if (isOld) {
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(new Date(at));
    const bottom = { ...box, y: box.y + box.height - foot * 0.8, height: foot * 0.7 };
    parts.push(drawWords(withTime(asOf, time), language, bottom));
  }
  const rule = `<rect x="${box.x}" y="${head.y + head.height * 1.3}" width="${box.width}" height="${Math.max(2, box.height / 160)}"/>`;
  return rule + (await Promise.all(parts)).join('');
}

/**
 * What a screen shows as a PNG of one bit per pixel. What is urgent is white on black. `zone`: of the times in it. The same
 * content always gives the same bytes.
 */
export async function drawScreen({ content, language }: ScreenView, { w, h, zone }: Sides): Promise<Buffer> {
  const margin = Math.min(w, h) * 0.05;
  const box = { x: margin, y: margin, width: w - 2 * margin, height: h - 2 * margin };
  const drawn = content
    ? await drawContent(content, language, box, zone)
    : await drawWords(nothing, language, { ...box, y: h * 0.44, height: h * 0.1 });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="#fff"/>${drawn}</svg>`;
  return sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .greyscale()
    .threshold(threshold)
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer();
}
