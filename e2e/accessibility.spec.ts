import { expect, test, violationsOf } from './journey.ts';

test('an image without alternative text is a finding of the accessibility check', async ({ page }) => {
  await page.setContent('<!doctype html><html lang="en"><title>Plan</title><main><img src="data:,"></main></html>');
  expect(await violationsOf(page)).toEqual(['image-alt: img']);
});

test('a button that is scrolled halfway below the header is not reported, and a small one is', async ({ page }) => {
  const button = (label: string, size: string) => `<button style="${size}">${label}</button>`;
  await page.setContent(`<!doctype html><html lang="en"><title>Lock</title>
    <header style="position:sticky;top:0;z-index:1;background:#fff">${button('Search', 'width:600px;height:40px')}</header>
    <main style="height:3000px;padding-top:200px">${button('Give access', 'width:100px;height:30px')}</main>`);
  await page.evaluate(() => scrollTo(0, 185));
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => scrollY)).toBe(185);

  const small = 'width:10px;height:10px;padding:0;margin:0';
  await page.setContent(
    `<!doctype html><html lang="en"><title>Lock</title><main>${button('A', small)}${button('B', small)}</main>`,
  );
  expect(await violationsOf(page)).toEqual([expect.stringContaining('target-size')]);
});

for (const [name, size] of [
  ['a desktop', { width: 1440, height: 600 }],
  ['a phone', { width: 390, height: 600 }],
] as const)
  test(`an element that gets the focus by keyboard is never covered by the bars of ${name}`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize(size);
    await signIn('customer');
    await page.goto('/PureTrace/devices/list');
    const links = page.getByRole('main').getByRole('link');
    await expect(links.nth(12)).toBeVisible();
    const coveredFocus = () =>
      page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused?.closest('main')) return null;
        // Tabs that scroll sideways may extend beyond an edge of the screen.
        const { left, right, top, height } = focused.getBoundingClientRect();
        const across = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
        const on = document.elementFromPoint(across, top + height / 2);
        if (on !== null && (focused.contains(on) || on.contains(focused))) return null;
        const start = (element: Element | null) => element?.outerHTML.slice(0, 200);
        return `${start(focused)} at ${across}, ${top + height / 2} is covered by ${start(on)}`;
      });
    const covered: string[] = [];
    const press = async (key: string) => {
      await page.keyboard.press(key);
      const found = await coveredFocus();
      if (found) covered.push(`${key}: ${found}`);
    };
    await links.nth(1).focus();
    for (let n = 0; n < 40; n++) await press('Tab');
    for (let n = 0; n < 40; n++) await press('Shift+Tab');
    expect(covered).toEqual([]);
  });
