import sharp from 'sharp';

// A ground floor of 40 by 25 metres, drawn at 40 pixels a metre.
const metre = 40;
const [width, height] = [40 * metre, 25 * metre];
const ink = '#37444f';
const thin = '#8b98a5';

type Box = [x: number, y: number, width: number, height: number];
const box = ([x, y, w, h]: Box, attributes = '') =>
  `<rect x="${x * metre}" y="${y * metre}" width="${w * metre}" height="${h * metre}" ${attributes}/>`;
const line = (x1: number, y1: number, x2: number, y2: number) =>
  `M${x1 * metre} ${y1 * metre}L${x2 * metre} ${y2 * metre}`;

const rooms: readonly [Box, string][] = [
  [[1, 1, 11, 9], '#eef4f3'],
  [[12, 1, 8, 9], '#f3f1ea'],
  [[20, 1, 8, 9], '#f6f7f9'],
  [[28, 1, 11, 9], '#eef2f8'],
  [[1, 10, 38, 4], '#fafbfc'],
  [[1, 14, 9, 10], '#f6f7f9'],
  [[10, 14, 18, 10], '#f1f6f1'],
  [[28, 14, 11, 5], '#f6f7f9'],
  [[28, 19, 11, 5], '#f3f1ea'],
];

/** Inner walls with gaps for doors. */
const walls = [
  line(12, 1, 12, 10),
  line(20, 1, 20, 10),
  line(28, 1, 28, 10),
  line(1, 10, 5, 10) + line(6.4, 10, 13, 10) + line(14.4, 10, 23, 10) + line(24.4, 10, 33, 10) + line(34.4, 10, 39, 10),
  line(1, 14, 8.2, 14) + line(9.6, 14, 14, 14) + line(22, 14, 29, 14) + line(30.4, 14, 39, 14),
  line(10, 14, 10, 24),
  line(28, 14, 28, 20.4) + line(28, 21.8, 28, 24),
  line(28, 19, 39, 19),
].join('');

/** Hinge, and the side to which the leaf of 1.4 metres opens. */
const doors = [
  [5, 10, 1, -1],
  [13, 10, 1, -1],
  [23, 10, 1, -1],
  [33, 10, 1, -1],
  [8.2, 14, 1, 1],
  [29, 14, 1, 1],
]
  .map(([x = 0, y = 0, along = 1, into = 1]) => {
    const leaf = 1.4 * metre;
    const [hx, hy] = [x * metre, y * metre];
    return `<path d="M${hx} ${hy}v${into * leaf}A${leaf} ${leaf} 0 0 ${along * into > 0 ? 0 : 1} ${hx + along * leaf} ${hy}"/>`;
  })
  .join('');

const windows = [
  ...[3, 7, 14, 17, 22, 30, 34].map((x) => box([x, 0.82, 2.4, 0.36])),
  ...[3, 6, 30, 34].map((x) => box([x, 23.82, 2.4, 0.36])),
  ...[3, 6.5, 16, 20].map((y) => box([38.82, y, 0.36, 2])),
  ...[3, 6.5, 17, 20].map((y) => box([0.82, y, 0.36, 2])),
].join('');

const stairs =
  Array.from({ length: 12 }, (_, at) => line(2 + at * 0.5, 15, 2 + at * 0.5, 18)).join('') + line(2, 16.5, 7.8, 16.5);
const lifts = [19.2, 21.6]
  .map((y): Box => [2, y, 2, 2])
  .map(
    (area) =>
      box(area) +
      `<path d="${line(area[0], area[1], area[0] + 2, area[1] + 2)}${line(area[0] + 2, area[1], area[0], area[1] + 2)}"/>`,
  )
  .join('');
const tanks = [
  [3.6, 4],
  [7.2, 4],
]
  .map(
    ([x = 0, y = 0]) =>
      `<circle cx="${x * metre}" cy="${y * metre}" r="${1.4 * metre}"/><circle cx="${x * metre}" cy="${y * metre}" r="${0.3 * metre}"/>`,
  )
  .join('');
const pumps = [2.6, 4.6, 6.6].map((x) => box([x, 7.4, 1.2, 0.8], 'rx="6"')).join('');
const panels = [13, 14.2, 15.4, 16.6].map((x) => box([x, 1.4, 1, 0.7])).join('');
const kitchen =
  box([20.4, 1.4, 7.2, 0.8]) +
  box([20.4, 1.4, 0.8, 5]) +
  [22, 23.2, 24.4].map((x) => `<circle cx="${x * metre}" cy="${1.8 * metre}" r="10"/>`).join('') +
  box([23, 5.2, 3, 1.4], 'rx="6"');
const desks = [
  [30, 3],
  [34, 3],
  [30, 6.4],
  [34, 6.4],
]
  .map(([x = 0, y = 0]) => box([x, y, 2.6, 1.2], 'rx="4"') + box([x + 0.9, y + 1.4, 0.8, 0.7], 'rx="10"'))
  .join('');
const lobby =
  box([16, 21, 6, 1], 'rx="8"') +
  box([12, 16, 1.2, 3.4], 'rx="10"') +
  box([13.8, 17, 1.4, 1.4], 'rx="6"') +
  box([24.8, 16, 1.2, 3.4], 'rx="10"') +
  box([22.8, 17, 1.4, 1.4], 'rx="6"');
const shelves = [29.2, 31.4, 33.6, 35.8].map((x) => box([x, 20, 1, 3.2])).join('');
const toilets = [32, 34, 36]
  .map((x) => `${box([x, 14.4, 1.6, 2.2])}<ellipse cx="${(x + 0.8) * metre}" cy="${15.2 * metre}" rx="14" ry="18"/>`)
  .join('');
const columns = [10, 16, 22, 28].flatMap((x) => [10, 14].map((y) => box([x - 0.3, y - 0.3, 0.6, 0.6]))).join('');
const entrance =
  `<path d="${line(17, 24, 17, 25)}${line(21, 24, 21, 25)}" stroke="${thin}"/>` +
  box([17, 23.7, 4, 0.6], 'fill="#ffffff"');

/** The plan has no texts, so that it fits every language. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#ffffff"/>
${rooms.map(([area, fill]) => box(area, `fill="${fill}"`)).join('')}
<g fill="none" stroke="${thin}" stroke-width="2">${tanks}${pumps}${panels}${kitchen}${desks}${lobby}${shelves}${toilets}${lifts}<path d="${stairs}"/>${doors}</g>
<path d="${walls}" fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="square"/>
${box([1, 1, 38, 23], `fill="none" stroke="${ink}" stroke-width="16"`)}
<g fill="#ffffff" stroke="${ink}" stroke-width="3">${windows}</g>
<g fill="${ink}">${columns}</g>
${entrance}
</svg>`;

/** Positions for devices, as fractions of width and height. */
export const demoSpots = {
  tank: { x: 0.09, y: 0.16 },
  pumps: { x: 0.165, y: 0.31 },
  meterRoom: { x: 0.36, y: 0.2 },
  switchboard: { x: 0.42, y: 0.09 },
  kitchen: { x: 0.6, y: 0.22 },
  office: { x: 0.82, y: 0.18 },
  lobby: { x: 0.475, y: 0.7 },
} as const;

/** A drawing as an uploaded picture. */
export async function pictureOf(svg: string, name: string): Promise<File> {
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return new File([Uint8Array.from(png)], `${name}.png`, { type: 'image/png' });
}

export const demoPlanFile = (): Promise<File> => pictureOf(drawing, 'ground-floor');
