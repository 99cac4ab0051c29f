import { expect, test, violationsOf } from './journey.ts';

test('an image without alternative text is a finding of the accessibility check', async ({ page }) => {
  await page.setContent('<!doctype html><html lang="en"><title>Plan</title><main><img src="data:,"></main></html>');
  expect(await violationsOf(page)).toEqual(['image-alt: img']);
});

test('a button that is scrolled halfway below the header is no finding, and a small one is', async ({ page }) => {
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
