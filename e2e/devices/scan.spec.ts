import { mkdirSync, writeFileSync } from 'node:fs';
import { encode } from 'uqr';
import { chromiumLaunchOptions } from '../../platform/server/chromium.mjs';
import { expect, expectAccessible, storyLanguage, test } from '../journey.ts';

const tag = ['@core/devices', '@core/device-app'];
const label = 'LW:D0:70B3D50000000001:A84041FFFF18C2D1:00FF0102';
const serial = 'A84041FFFF18C2D1';

/** A video of one picture, which Chromium accepts instead of a camera: the code in black on white. */
function videoOf(text: string): string {
  const [width, height, scale] = [640, 480, 8];
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const [left, top] = [(width - size * scale) >> 1, (height - size * scale) >> 1];
  const luma = Buffer.alloc(width * height, 235);
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1)
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)]) luma[(top + y) * width + left + x] = 16;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)]);
  const folder = 'test-results';
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/label.y4m`;
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  );
  return file;
}

const options = chromiumLaunchOptions();
test.use({
  launchOptions: {
    ...options,
    args: [
      ...(options.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${videoOf(label)}`,
    ],
  },
});

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('the serial number of a label is scanned, and a refused camera is explained', async ({ page, signIn, text }) => {
    await signIn('customer');
    await page.goto('/PureTrace/devices/add');
    const scan = page.getByRole('button', { name: text('devices', 'scan.title') });
    await scan.click();
    await expect(page.getByLabel(text('devices', 'columns.serial'))).toHaveValue(serial);

    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await scan.click();
    await expect(page.getByRole('alert')).toContainText(text('devices', 'scan.refused'));
    await expectAccessible(page);
  });
});
