import { createTheme } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { brand, dark, gray, red } from './colours.ts';
import { fontFamily } from './i18n/font.ts';
import { FocusKeepingButton } from './ui/form/FocusKeepingButton.tsx';
import { foldedFilter } from './ui/input/folded-filter.ts';

/**
 * Every size and radius of the product, and Mantine's theme; no other file contains any. Stylesheets use the variables
 * that `css-variables.ts` derives.
 */

/** In pixels. */
export const sizes = {
  header: 50,
  bottomBar: 56,
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
  boardRow: 132,
  boardGap: 16,
  touch: 44,
} as const;

export const avatarSizes = { xs: 32, sm: 40, md: 48, lg: 56, xl: 64 } as const;
export const iconSizes = { sm: 14, md: 18, lg: 22, xl: 32 } as const;
/** Below this width the sidebar is a drawer and tables are cards. */
export const phoneWidth = '48em';

export const densities = { comfortable: { row: 48, control: 36 }, compact: { row: 36, control: 30 } } as const;
export type Density = keyof typeof densities;

/** Enter in an open list of options selects an option and must not submit the form, even if no option matches. */
const stopInputKeys = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter' && event.currentTarget.hasAttribute('aria-controls')) event.preventDefault();
};

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
    // With the default radius a small checkbox would look like a radio button.
    Checkbox: { defaultProps: { radius: 'xs' } },
    Button: { defaultProps: { size: 'sm' } },
    // Mantine builds all its buttons from it.
    UnstyledButton: { defaultProps: { component: FocusKeepingButton } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: sizes.tooltip } },
    // A narrow input keeps the caret on the line of the tags.
    Select: { defaultProps: { filter: foldedFilter, onKeyDown: stopInputKeys } },
    MultiSelect: {
      defaultProps: { filter: foldedFilter, onKeyDown: stopInputKeys },
      styles: { inputField: { minWidth: '2rem' } },
    },
    TagsInput: { styles: { inputField: { minWidth: '2rem' } } },
    Popover: { defaultProps: { shadow: 'md' } },
    Menu: { defaultProps: { shadow: 'md' } },
    Modal: { defaultProps: { centered: true, radius: 'lg' }, styles: { title: { fontWeight: 650 } } },
    // A `header` element would add a second banner landmark to the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Drawer: { styles: { title: { fontWeight: 650 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

/** Sizes within charts, in pixels. */
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
  mark: 8,
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
