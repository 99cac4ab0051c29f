import type { GroupState } from '../../common/panel/words.ts';

/** One step of a scene: what the panel reports so many seconds after it began, and the state in which its group is then. */
type Step = {
  after: number;
  signal?: { code: string; zone?: number; group?: number; user?: number };
  zones?: readonly { no: number; open: boolean }[];
  state?: GroupState;
};
type Scene = { firstAfter: number; every: number; steps: readonly Step[] };

const minutes = (count: number) => count * 60;
const arm = (after: number, user: number): Step => ({
  after,
  signal: { code: 'CL', group: 1, user },
  state: 'armed-away',
});
const disarm = (after: number, user: number): Step => ({
  after,
  signal: { code: 'OP', group: 1, user },
  state: 'disarmed',
});
const zone = (after: number, code: 'BA' | 'BR', number: number): Step => ({
  after,
  signal: { code, zone: number, group: 1 },
});

/** What happens at each virtual panel over and over, in the order of their serial numbers. Times are seconds. */
export const scenes: readonly Scene[] = [
  // Somebody is made to open the gold shop, and uses the code that calls for help.
  { firstAfter: minutes(6), every: minutes(60), steps: [disarm(0, 1), arm(2, 1), disarm(60, 7)] },
  // An intruder walks through the warehouse: the second detector confirms it. Each walk is an armed period of its own.
  {
    firstAfter: minutes(3),
    every: minutes(20),
    steps: [
      ...[disarm(0, 2), arm(2, 2), zone(30, 'BA', 1), zone(41, 'BA', 3), zone(52, 'BA', 4)],
      ...[zone(90, 'BR', 1), zone(91, 'BR', 3), zone(92, 'BR', 4)],
    ],
  },
  // The owner of the villa comes home, and disarms 42 seconds after the hit.
  {
    firstAfter: minutes(9),
    every: minutes(30),
    steps: [disarm(0, 1), arm(2, 1), zone(60, 'BA', 2), disarm(102, 1), zone(103, 'BR', 2)],
  },
  // The school office cannot be armed while a window is open.
  {
    firstAfter: minutes(12),
    every: minutes(40),
    steps: [
      disarm(0, 1),
      { after: 2, zones: [{ no: 2, open: true }] },
      { after: 10, signal: { code: 'CC', group: 1, user: 2 } },
      { after: 190, zones: [{ no: 2, open: false }] },
      arm(200, 2),
    ],
  },
];

/** How far a panel is: when its scene began or begins, and how many of its steps are done. */
export type Playing = { from: number; done: number };

/** The steps that are due now, and how far the panel is afterwards. `slower`: a factor of all pauses between scenes. */
export function play(
  scene: Scene,
  playing: Playing | undefined,
  now: number,
  slower: number,
): { playing: Playing; due: readonly Step[] } {
  if (!playing) return { playing: { from: now + scene.firstAfter * slower * 1000, done: 0 }, due: [] };
  const due = scene.steps.slice(playing.done).filter(({ after }) => now >= playing.from + after * 1000);
  const done = playing.done + due.length;
  if (done < scene.steps.length) return { playing: { ...playing, done }, due };
  return { playing: { from: playing.from + scene.every * slower * 1000, done: 0 }, due };
}
