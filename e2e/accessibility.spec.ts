import { expect, test, violationsOf } from './journey.ts';

test('an image without alternative text is a finding of the accessibility check', async ({ page }) => {
  await page.setContent('<!doctype html><html lang="en"><title>Plan</title><main><img src="data:,"></main></html>');
  expect(await violationsOf(page)).toEqual(['image-alt: img']);
});
