import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { siteSettings } from './site-settings.ts';
import { foldedFilter } from './ui/input/folded-filter.ts';

/*
 * Every colour, size and radius of the product. Nothing else names one: styles read the variables that
 * `variables` makes of these tokens, components take Mantine's names.
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
const brand = (siteSettings?.brand.colours as MantineColorsTuple | undefined) ?? rasid;
const gray: MantineColorsTuple = [
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
/** For what destroys: its eighth shade carries white text. */
const red: MantineColorsTuple = [
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
const dark: MantineColorsTuple = [
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

/** Alarm colours: text, background of a chip, and the strong tone of lines and dots. */
const severities = {
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

/** Lines of charts, told apart with deficient colour vision too. */
const series = {
  light: ['#0f716b', '#c2571a', '#4f63c6', '#a03b8c', '#6b7d12', '#1583b5'],
  dark: ['#4ac4bb', '#f09a5f', '#98a5f5', '#dd84cb', '#b4c653', '#5ab8e6'],
} as const;

const surfaces = {
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

/** Pixels. Source of the fixed ones: 1-core.md §9. */
export const sizes = {
  header: 50,
  loadingBar: 6,
  sidebar: 248,
  sidebarFolded: 60,
  sidePanel: 400,
  widePanel: 720,
  tooltip: 500,
  dropdown: 350,
  form: 560,
  page: 1600,
  card: 280,
  drawing: 132,
  chart: 260,
  touch: 44,
} as const;

export const avatarSizes = { xs: 32, sm: 40, md: 48, lg: 56, xl: 64 } as const;
export const iconSizes = { sm: 14, md: 18, lg: 22, xl: 32 } as const;
/** Below this width (em) the sidebar is a drawer and tables are cards. */
export const phoneWidth = '48em';
const steps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24] as const;

export const densities = { comfortable: { row: 48, control: 36 }, compact: { row: 36, control: 30 } } as const;
export type Density = keyof typeof densities;

export const fontFamily = "'Cairo Variable', system-ui, sans-serif";

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 7,
  colors: { brand, gray, dark, red },
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.35' },
      h2: { fontSize: '1.2rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.45' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.84rem', md: '0.94rem', lg: '1.06rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55', lg: '1.55', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // A small box with the usual radius would be a circle, which is the sign of a choice of one.
    Checkbox: { defaultProps: { radius: 'xs' } },
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: sizes.tooltip } },
    // Room for a few letters behind the tags, not for a line of its own.
    Select: { defaultProps: { filter: foldedFilter } },
    MultiSelect: { defaultProps: { filter: foldedFilter }, styles: { inputField: { minWidth: '2rem' } } },
    TagsInput: { styles: { inputField: { minWidth: '2rem' } } },
    Popover: { defaultProps: { shadow: 'md' } },
    Menu: { defaultProps: { shadow: 'md' } },
    Modal: { defaultProps: { centered: true, radius: 'lg' }, styles: { title: { fontWeight: 650 } } },
    // A header of a dialog is no banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Drawer: { styles: { title: { fontWeight: 650 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

type Scheme = 'light' | 'dark';

function schemeVariables(scheme: Scheme): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(surfaces[scheme]))
    out[`--color-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`] = value;
  for (const [name, [text, soft, strong]] of Object.entries(severities[scheme])) {
    out[`--severity-${name}-text`] = text;
    out[`--severity-${name}-soft`] = soft;
    out[`--severity-${name}-strong`] = strong;
  }
  series[scheme].forEach((value, position) => {
    out[`--series-${position + 1}`] = value;
  });
  return {
    ...out,
    '--mantine-color-body': surfaces[scheme].surface,
    '--mantine-color-text': surfaces[scheme].text,
    '--mantine-color-dimmed': surfaces[scheme].dim,
    '--mantine-color-anchor': surfaces[scheme].accent,
    '--mantine-color-default-border': surfaces[scheme].lineStrong,
    '--mantine-color-placeholder': surfaces[scheme].dim,
    '--mantine-color-error': severities[scheme].problem[0],
  };
}

/** The tokens as CSS variables, for stylesheets. */
export const variables: CSSVariablesResolver = () => {
  const shared: Record<string, string> = {};
  for (const step of steps) shared[`--space-${step}`] = `${step * 4}px`;
  for (const [name, value] of Object.entries(sizes))
    shared[`--size-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`] = `${value}px`;
  return {
    variables: {
      ...shared,
      '--line': '1px',
      '--line-strong': '2px',
      '--weight-strong': '650',
      '--weight-medium': '550',
      '--quick': '120ms',
      '--calm': '220ms',
    },
    light: schemeVariables('light'),
    dark: schemeVariables('dark'),
  };
};

/** Colours for canvases, which read no variables. */
export const canvasColors = (scheme: Scheme) => ({
  series: series[scheme],
  severities: severities[scheme],
  ...surfaces[scheme],
});

/** Measures of canvases, in pixels. */
export const chartSizes = {
  text: 12,
  small: 11,
  tip: 13,
  line: 2,
  bar: 26,
  barRadius: 3,
  edge: 8,
  axis: 48,
  axisBottom: 24,
  top: 30,
  legend: 30,
  legendWidth: 12,
  legendHeight: 4,
} as const;

/** Mantine's colour names by meaning. */
export const meaningColors = {
  negative: 'red',
  error: 'orange',
  info: 'blue',
  success: 'teal',
  danger: 'red',
  quiet: 'gray',
} as const;
