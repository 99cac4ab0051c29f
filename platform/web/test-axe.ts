import axe from 'axe-core';
import { expect } from 'vitest';

/** WCAG 2.2 A and AA. */
const conformance: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};

/** The rules that axe finds violated in the shown components, each with an element. */
export async function violationsOf(runOnly = conformance): Promise<string[]> {
  const { violations } = await axe.run(document.body, { runOnly });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Fails with the findings of axe that persist: loading rows are dimmed, and colours are not final during transitions. */
export async function expectAccessible(): Promise<void> {
  await expect.poll(() => document.querySelectorAll('[data-busy]').length).toBe(0);
  await expect.poll(() => violationsOf()).toEqual([]);
}
