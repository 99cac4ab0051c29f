const [width, height] = [1600, 1000];
const ink = '#37444f';
const thin = '#aab4bd';

/** The rows of bays on a plan, as parts of its width and height, by how many bays a floor has. */
export type DrawnRow = { y: number; from: number; to: number; count: number };

export const levelRatio = height / width;

/** A floor with bays: two pairs of rows along lanes, or the two sides of a street. */
export function rowsFor(counts: readonly number[]): DrawnRow[] {
  const heights = counts.length === 2 ? [0.34, 0.66] : [0.15, 0.41, 0.59, 0.85];
  return counts.map((count, n) => ({ y: heights[n] ?? 0.5, from: 0.12, to: 0.88, count }));
}

const arrow = (x: number, y: number, to: 1 | -1) =>
  `<path d="M${x - 26 * to} ${y}H${x + 20 * to}M${x + 8 * to} ${y - 9}L${x + 22 * to} ${y}L${x + 8 * to} ${y + 9}"/>`;
const arrows = (y: number, to: 1 | -1) => [260, 560, 860, 1160, 1400].map((x) => arrow(x, y, to)).join('');

const columns = [150, 420, 690, 960, 1230, 1480]
  .flatMap((x) => [280, 500, 720].map((y) => `<rect x="${x - 9}" y="${y - 9}" width="18" height="18"/>`))
  .join('');

const begin = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#ffffff"/>`;

/** A level of a car park without its bays, which are items on the plan. It has no texts, so that it fits every language. */
export const levelDrawing = `${begin}
<rect x="40" y="40" width="1520" height="920" fill="#f3f5f6" stroke="${ink}" stroke-width="14"/>
<rect x="120" y="250" width="1360" height="62" fill="#e7ebee"/><rect x="120" y="688" width="1360" height="62" fill="#e7ebee"/>
<rect x="60" y="250" width="62" height="500" fill="#e7ebee"/><rect x="1478" y="250" width="62" height="500" fill="#e7ebee"/>
<g fill="none" stroke="${thin}" stroke-width="4" stroke-linecap="round">${arrows(281, 1)}${arrows(719, -1)}</g>
<g fill="${ink}">${columns}</g>
<g fill="#ffffff" stroke="${ink}" stroke-width="5"><rect x="52" y="430" width="58" height="64"/><rect x="52" y="506" width="58" height="64"/></g>
<path d="M1546 440v120" stroke="#ffffff" stroke-width="20"/>
</svg>`;

/** A street with bays on both sides. */
export const streetDrawing = `${begin}
<rect y="290" width="1600" height="420" fill="#e7ebee"/>
<rect y="120" width="1600" height="130" fill="#dfeaf0"/><rect y="750" width="1600" height="130" fill="#eeeae0"/>
<g stroke="#ffffff" stroke-width="6" stroke-dasharray="46 34"><path d="M0 500H1600"/></g>
<g fill="none" stroke="${thin}" stroke-width="4" stroke-linecap="round">${arrows(450, 1)}${arrows(550, -1)}</g>
</svg>`;
