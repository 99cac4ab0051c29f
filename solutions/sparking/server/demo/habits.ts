import type { Habits } from './bay-days.ts';

const even = (all: number) => Array.from({ length: 24 }, () => all);
const hours = (given: Readonly<Record<number, number>>, others = 0): number[] =>
  even(others).map((other, hour) => given[hour] ?? other);

/** Shops open at ten; lunch and the evening are the busiest. */
export const shopping: Habits = {
  perDay: 9.5,
  hours: hours(
    {
      ...{ 8: 2, 9: 5, 10: 9, 11: 10, 12: 12, 13: 12, 14: 9, 15: 8, 16: 10 },
      ...{ 17: 13, 18: 16, 19: 17, 20: 14, 21: 9, 22: 3 },
    },
    0.7,
  ),
  ramadanHours: hours(
    {
      ...{ 9: 2, 10: 5, 11: 6, 12: 6, 13: 5, 14: 4, 15: 3, 16: 3, 17: 2 },
      ...{ 18: 4, 19: 12, 20: 20, 21: 22, 22: 16, 23: 8 },
    },
    0.7,
  ),
  weekdays: [1.25, 0.9, 0.88, 0.92, 1, 1.2, 1.4],
  minutes: [88, 1.7],
};
/** People leave for work in the morning and come home in the evening. */
export const living: Habits = {
  perDay: 1.05,
  hours: hours({
    0: 1,
    7: 1,
    8: 1,
    9: 1,
    12: 2,
    13: 3,
    14: 2,
    15: 3,
    16: 6,
    17: 14,
    18: 18,
    19: 14,
    20: 9,
    21: 6,
    22: 4,
    23: 2,
  }),
  ramadanHours: hours({ 0: 4, 1: 3, 13: 3, 14: 8, 15: 12, 16: 14, 17: 10, 18: 2, 19: 3, 20: 4, 21: 5, 22: 6, 23: 6 }),
  weekdays: [0.9, 1, 1, 1, 1, 0.9, 0.8],
  minutes: [790, 1.12],
};
/** Short errands along the shore, and walks in the evening. */
export const errands: Habits = {
  perDay: 13,
  hours: hours(
    {
      7: 6,
      8: 9,
      9: 10,
      10: 11,
      11: 11,
      12: 11,
      13: 9,
      14: 8,
      15: 9,
      16: 12,
      17: 15,
      18: 16,
      19: 14,
      20: 10,
      21: 7,
      22: 4,
    },
    1,
  ),
  ramadanHours: hours(
    { 9: 6, 10: 8, 11: 8, 12: 7, 13: 5, 14: 4, 15: 4, 16: 6, 17: 3, 18: 3, 19: 8, 20: 14, 21: 16, 22: 14, 23: 9 },
    1,
  ),
  weekdays: [1.15, 0.95, 0.95, 0.95, 1, 1.2, 1.3],
  minutes: [47, 1.75],
};
/** Traders come early and stay, customers come and go. */
export const trading: Habits = {
  perDay: 6,
  hours: hours({ 6: 8, 7: 12, 8: 12, 9: 11, 10: 10, 11: 8, 12: 5, 13: 3, 15: 4, 16: 9, 17: 11, 18: 11, 19: 8, 20: 4 }),
  ramadanHours: hours({ 9: 8, 10: 9, 11: 8, 12: 7, 13: 5, 14: 4, 19: 6, 20: 10, 21: 11, 22: 9, 23: 6 }),
  weekdays: [1, 1, 1, 1, 1.1, 0.6, 1.15],
  minutes: [128, 1.9],
};
