import { expect, type Page, test } from '@playwright/test';
import { conformance, violationsOf } from '../journey-axe.ts';
import { keysShown, layoutFaultsOf, withoutBars } from './faults.ts';

const open = (page: Page, content: string) =>
  page.setContent(`<!doctype html><html lang="en" dir="ltr"><title>Sweep</title><main>${content}</main></html>`);
const row = (cells: string) => `<table><tr>${cells}</tr></table>`;

test.describe('the sweep', { tag: '@platform' }, () => {
  for (const [part, content] of [
    ['the head of a column', row('<th><button>columns.app</button></th>')],
    ['a cell', row('<td><span>values.state.not-yet</span></td>')],
    ['a button', '<button>actions.save</button>'],
    ['a heading', '<h2>pages.devices-list</h2>'],
    ['a chip', '<span class="mantine-Badge-root">values.state.open</span>'],
  ] as const)
    test(`finds the key of a text that is missing in ${part}`, async ({ page }) => {
      await open(page, content);
      expect(await keysShown(page)).toEqual([expect.stringMatching(/^shows the key of a text: [a-z]+\.[a-z.-]+$/)]);
    });

  test('takes no sentence, number, address, version, name of a file or hidden text for a key', async ({ page }) => {
    const cells = ['25.08', 'kiosk@journey.test', 'plan.png', 'lns.rasid.example', 'v1.2.0'];
    await open(
      page,
      `<h1>Tank 1.5 m</h1><button>Saved. Closed.</button><button hidden>actions.save</button>
       ${row(cells.map((cell) => `<td>${cell}</td>`).join(''))}`,
    );
    expect(await keysShown(page)).toEqual([]);
  });

  test('looks at the content alone where it has seen the bars around it', async ({ page }) => {
    const picture = '<img src="data:,">';
    await page.setContent(`<!doctype html><html lang="en"><title>Sweep</title>
      <div><header>${picture}</header><main id="content">${picture}</main><nav>${picture}</nav></div>`);
    expect(await violationsOf(page)).toEqual(['image-alt: header > img, #content > img, nav > img']);
    expect(await violationsOf(page, conformance, withoutBars)).toEqual([
      expect.stringMatching(/^image-alt: \S*( > )?img$/),
    ]);
  });

  test('finds a wrong direction, what is wider than the screen, and texts that are cut off', async ({ page }) => {
    await open(
      page,
      `<div style="width: 3000px">wide</div>
       <h2 style="width: 50px; overflow: hidden; white-space: nowrap">Cut off at its end</h2>`,
    );
    expect(await layoutFaultsOf(page, 'ar')).toEqual([
      'direction ltr and language en',
      expect.stringMatching(/^\d+ px wider than the screen$/),
      'cut off: Cut off at its end',
    ]);
    await open(page, '<h1>Devices</h1>');
    expect(await layoutFaultsOf(page, 'en')).toEqual([]);
  });
});
