import type { MantineColorsTuple } from '@mantine/core';
import { siteSettings } from './site-settings.ts';

/**
 * Every colour of the product; no other file contains any. Stylesheets use the variables that `css-variables.ts`
 * derives, components use Mantine's names.
 */

const rasid: MantineColorsTuple = [
  '#e8f6f5',
  '#cfebe8',
  '#a3d8d3',
  '#72c2bc',
  '#4aaea7',
  '#2c9a93',
  '#1a867f',
  '#0f716b',
  '#0b5d58',
  '#074743',
];
export const brand = (siteSettings?.brand.colours as MantineColorsTuple | undefined) ?? rasid;
export const gray: MantineColorsTuple = [
  '#f6f8fa',
  '#edf1f5',
  '#e1e7ed',
  '#cfd8e0',
  '#b1bdc9',
  '#8896a4',
  '#5b6b7a',
  '#465563',
  '#303d49',
  '#1d2731',
];
/** For destructive actions: its eighth shade carries white text. */
export const red: MantineColorsTuple = [
  '#fdeceb',
  '#fbd5d2',
  '#f5aaa4',
  '#ee7e75',
  '#e6564b',
  '#de3f33',
  '#d13227',
  '#b8261c',
  '#961f17',
  '#741812',
];
export const dark: MantineColorsTuple = [
  '#d9e1e8',
  '#b7c3cd',
  '#93a1ae',
  '#687785',
  '#44525f',
  '#32404c',
  '#25313b',
  '#182129',
  '#121920',
  '#0c1217',
];

/** Alarm colours: text, chip background, and the strong tone of lines and dots. */
export const severityColours = {
  light: {
    problem: ['#a81f16', '#fdeceb', '#d63a2f'],
    poor: ['#8a4b00', '#fff1d9', '#e08a00'],
    ok: ['#1b5696', '#e5f0fb', '#2f7fd1'],
    good: ['#17693a', '#e2f4e9', '#27a05c'],
    none: ['#465563', '#edf1f5', '#8896a4'],
  },
  dark: {
    problem: ['#ffa198', '#4a211d', '#f0655b'],
    poor: ['#f7c873', '#412f0f', '#e6a233'],
    ok: ['#96c6fa', '#16304c', '#5a9fe6'],
    good: ['#86dba9', '#133722', '#3fb877'],
    none: ['#b7c3cd', '#25313b', '#687785'],
  },
} as const;

/** Line colours of charts, distinguishable with colour vision deficiencies. */
export const seriesColours = {
  light: ['#0f716b', '#c2571a', '#4f63c6', '#a03b8c', '#6b7d12', '#1583b5'],
  dark: ['#4ac4bb', '#f09a5f', '#98a5f5', '#dd84cb', '#b4c653', '#5ab8e6'],
} as const;

export const surfaces = {
  light: {
    page: gray[0],
    surface: '#ffffff',
    raised: '#ffffff',
    line: gray[2],
    lineStrong: gray[3],
    text: gray[9],
    dim: gray[6],
    hover: gray[1],
    selected: brand[0],
    accent: brand[7],
  },
  dark: {
    page: dark[8],
    surface: dark[7],
    raised: dark[6],
    line: dark[5],
    lineStrong: dark[4],
    text: dark[0],
    dim: dark[2],
    hover: dark[6],
    selected: '#123634',
    accent: brand[3],
  },
} as const;

export type Scheme = 'light' | 'dark';

/** Colours for canvases, which cannot read CSS variables. */
export const canvasColors = (scheme: Scheme) => ({
  series: seriesColours[scheme],
  severities: severityColours[scheme],
  ...surfaces[scheme],
});
