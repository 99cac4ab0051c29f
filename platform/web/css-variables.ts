import type { CSSVariablesResolver } from '@mantine/core';
import { type Scheme, seriesColours, severityColours, surfaces } from './colours.ts';
import { sizes } from './theme.ts';

const steps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24] as const;

function schemeVariables(scheme: Scheme): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(surfaces[scheme]))
    out[`--color-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`] = value;
  for (const [name, [text, soft, strong]] of Object.entries(severityColours[scheme])) {
    out[`--severity-${name}-text`] = text;
    out[`--severity-${name}-soft`] = soft;
    out[`--severity-${name}-strong`] = strong;
  }
  seriesColours[scheme].forEach((value, position) => {
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
    '--mantine-color-error': severityColours[scheme].problem[0],
    '--mantine-color-red-text': severityColours[scheme].problem[0],
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
