import type { DemoTour } from '#core/tracking/common/demo-tour.ts';

type Point = readonly [lat: number, lng: number];
type Road = readonly Point[];

/** From the depot in Al Quoz along Sheikh Zayed Road to Dubai Marina. */
const alQuozToMarina: Road = [
  [25.1386, 55.2302],
  [25.1345, 55.2114],
  [25.1187, 55.1999],
  [25.1021, 55.1738],
  [25.0907, 55.1561],
  [25.0805, 55.1403],
];
/** On from there to the port of Jebel Ali. */
const marinaToPort: Road = [
  [25.0731, 55.1292],
  [25.0622, 55.1237],
  [25.0462, 55.1169],
  [25.0291, 55.1095],
  [25.0113, 55.0962],
  [24.9948, 55.0846],
  [24.9857, 55.0727],
];
/** From the depot in Al Quoz by Business Bay to the souq in Deira. */
const alQuozToSouq: Road = [
  [25.1386, 55.2302],
  [25.1672, 55.2475],
  [25.1934, 55.2751],
  [25.2218, 55.3093],
  [25.2431, 55.3242],
  [25.2598, 55.3167],
  [25.2693, 55.3029],
];
/** From the depot in Sharjah to Ajman. */
const sharjahToAjman: Road = [
  [25.3124, 55.3921],
  [25.3301, 55.4012],
  [25.3478, 55.4138],
  [25.3689, 55.4301],
  [25.3942, 55.4452],
];
/** From the depot in Sharjah to Al Quoz. */
const sharjahToAlQuoz: Road = [
  [25.3124, 55.3921],
  [25.3017, 55.3748],
  [25.2789, 55.3602],
  [25.2521, 55.3367],
  [25.2218, 55.3093],
  [25.1934, 55.2751],
  [25.1672, 55.2475],
  [25.1398, 55.2303],
];
/** From the depot in Musaffah to the corniche of Abu Dhabi. */
const musaffahToCorniche: Road = [
  [24.3583, 54.5028],
  [24.3812, 54.4873],
  [24.4046, 54.4751],
  [24.4249, 54.4494],
  [24.4483, 54.4012],
  [24.4702, 54.3621],
];
/** From the depot in Musaffah to the port of Jebel Ali. */
const musaffahToPort: Road = [
  [24.3583, 54.5028],
  [24.4394, 54.5627],
  [24.5612, 54.6541],
  [24.6927, 54.7423],
  [24.8193, 54.8267],
  [24.9021, 54.9418],
  [24.9857, 55.0727],
];

const there = (...roads: Road[]) => {
  const out = roads.flat();
  const path = [...out, ...out.toReversed().slice(1)];
  return { path: path.map(([lat, lng]) => ({ lat, lng })), turn: out.length - 1, last: path.length - 1 };
};

const friday = 5;
const [saturday, sunday] = [6, 0];
type Worked = {
  starts: number;
  speed: number;
  minutes: number;
  engine?: number;
  stops?: DemoTour['stays'];
  off?: number[];
};

/** To the end of roads and back, with a stay there. */
function tour(roads: Road[], { starts, speed, minutes, engine = 4, stops = [], off = [friday] }: Worked): DemoTour {
  const { path, turn } = there(...roads);
  const stays = [...stops, { at: turn, minutes, engine }].sort((a, b) => a.at - b.at);
  return { path, speed, stays, starts: Math.round(starts * 60), off, zone: 'Asia/Dubai' };
}

/** The customers on the way to the souq. */
const souqStops = [
  { at: 2, minutes: 25, engine: 3 },
  { at: 4, minutes: 40, engine: 12 },
];

/** What each vehicle of the demo does, in the order of its vehicles. Some work at night, so that there always is one on the road. */
export const tours: readonly DemoTour[] = [
  tour([alQuozToSouq], { starts: 7, speed: 42, minutes: 60, stops: souqStops }),
  tour([alQuozToMarina], { starts: 8.25, speed: 48, minutes: 95, stops: [{ at: 3, minutes: 30, engine: 2 }] }),
  tour([alQuozToMarina, marinaToPort], { starts: 6.5, speed: 62, minutes: 120, engine: 18 }),
  tour([alQuozToSouq], { starts: 13, speed: 38, minutes: 75, stops: souqStops, off: [] }),
  tour([sharjahToAjman], { starts: 8, speed: 40, minutes: 150, off: [saturday, sunday] }),
  tour([sharjahToAlQuoz], { starts: 6.75, speed: 51, minutes: 85, engine: 9 }),
  tour([sharjahToAlQuoz], { starts: 15.5, speed: 47, minutes: 50, stops: [{ at: 4, minutes: 35, engine: 6 }] }),
  tour([musaffahToCorniche], { starts: 7.5, speed: 45, minutes: 110, stops: [{ at: 3, minutes: 20, engine: 3 }] }),
  tour([musaffahToPort], { starts: 5.5, speed: 78, minutes: 140, engine: 25 }),
  tour([musaffahToPort], { starts: 21, speed: 74, minutes: 180, engine: 45, off: [] }),
  tour([alQuozToMarina, marinaToPort], { starts: 22.5, speed: 55, minutes: 240, engine: 30, off: [] }),
  tour([alQuozToSouq], { starts: 9, speed: 40, minutes: 90, stops: souqStops }),
];
