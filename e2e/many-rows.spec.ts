import { readFileSync } from 'node:fs';
import type { CDPSession, Download, Page } from '@playwright/test';
import readSheet from 'read-excel-file/node';
import { expect, test } from './journey.ts';
import { addManyAssets } from './journey-database.ts';

/** The number of rows: 100,000 in `npm run bench:table`, fewer in every test run. */
const count = Number(process.env.MANY_ROWS ?? 5_000);
const grouped = (value: number) => value.toLocaleString('en');
const pages = count / 25;
const last = `Pump ${String(count).padStart(6, '0')}`;

// Only the exports may take long.
const tag = ['@platform'];

test.use({ actionTimeout: 30_000 });
const mostBytes = 200 * 1024 * 1024;
const sampleMs = 250;

async function heap(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

async function heapAfterCollecting(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return heap(cdp);
}

/** Exports the table; returns the file and the peak heap size of the page. */
async function exported(page: Page, cdp: CDPSession, as: string): Promise<{ file: Download; peak: number }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const waiting = page.waitForEvent('download', { timeout: 0 });
  await page.getByRole('menuitem', { name: as }).click();
  await expect(page.getByRole('progressbar', { name: 'Export' })).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`of ${grouped(count)}$`),
  );
  let peak = 0;
  const sampling = setInterval(() => void heap(cdp).then((now) => (peak = Math.max(peak, now))), sampleMs);
  const file = await waiting;
  clearInterval(sampling);
  return { file, peak };
}

test('a table of very many rows is filtered, paged and exported within 200 MB', { tag }, async ({ page, signIn }) => {
  test.setTimeout(900_000);
  await addManyAssets('other@rasid.test', count);
  await signIn('other');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto('/core/assets/list/many');
  await expect(page.getByText(`1–25 of ${grouped(count)}`)).toBeVisible();

  // The last page, and rows by a search and by a filter.
  await page.getByRole('button', { name: `Page ${pages}` }).click();
  await expect(page.getByText(`${grouped(count - 24)}–${grouped(count)} of ${grouped(count)}`)).toBeVisible();
  await expect(page.getByRole('cell', { name: last, exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('P-001777');
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page
    .getByRole('combobox', { name: 'Status' })
    .or(page.getByLabel('Status', { exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'In repair' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(`1–${Math.min(25, count / 1000)} of ${count / 1000}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText(`1–25 of ${grouped(count)}`)).toBeVisible();
  expect(await heapAfterCollecting(cdp)).toBeLessThan(mostBytes);

  const csv = await exported(page, cdp, 'CSV');
  expect(csv.peak).toBeLessThan(mostBytes);
  const lines = readFileSync(await csv.file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(count + 1);
  expect(lines[1]).toContain('Pump 000001');
  expect(lines.at(-1)).toContain(last);

  const xlsx = await exported(page, cdp, 'Excel');
  expect(xlsx.peak).toBeLessThan(mostBytes);
  const [sheet] = await readSheet(readFileSync(await xlsx.file.path()));
  expect(sheet?.data).toHaveLength(count + 1);
  expect(sheet?.data.at(-1)).toContain(last);
  const after = await heapAfterCollecting(cdp);
  expect(after).toBeLessThan(mostBytes);
  test.info().annotations.push({
    type: 'heap',
    description: JSON.stringify({ csvPeak: csv.peak, xlsxPeak: xlsx.peak, after }),
  });
  console.log(`heap in MB: ${[csv.peak, xlsx.peak, after].map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')}`);
});

test('an export that is cancelled leaves no file', { tag }, async ({ page, signIn }) => {
  test.setTimeout(120_000);
  await addManyAssets('other@rasid.test', count);
  await signIn('other');
  await page.goto('/core/assets/list/many');
  await expect(page.getByText(`1–25 of ${grouped(count)}`)).toBeVisible();
  let files = 0;
  page.on('download', () => {
    files += 1;
  });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const progress = page.getByRole('progressbar', { name: 'Export' });
  await expect(progress).toHaveAttribute('aria-valuetext', new RegExp(`of ${grouped(count)}$`));
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeEnabled();
  expect(files).toBe(0);
});
