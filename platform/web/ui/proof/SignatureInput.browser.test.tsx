import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages, text } from '../../i18n/i18n.ts';
import { violationsOf } from '../../test-axe.ts';
import { show } from '../../test-render.tsx';
import { paper } from './draw-signature.ts';
import { SignatureInput } from './SignatureInput.tsx';
import type { Signature } from './use-paper.ts';

const shownTexts = { texts: ['input'] };
const t = (key: string) => text('input', `signature.${key}`, { name: 'Guard' });
let given: Signature | null = null;

function Signed({ initial = null, disabled = false }: { initial?: Signature | null; disabled?: boolean }) {
  const [value, setValue] = useState<Signature | null>(initial);
  given = value;
  return <SignatureInput label="Guard" value={value} onChange={setValue} disabled={disabled} />;
}
const sheet = () => page.getByRole('img').element() as HTMLCanvasElement;
const point = (type: string, at: [number, number], more: PointerEventInit = {}) => {
  const { left, top, width, height } = sheet().getBoundingClientRect();
  const place = { clientX: left + width * at[0], clientY: top + height * at[1] };
  sheet().dispatchEvent(
    new PointerEvent(type, { bubbles: true, pointerId: 1, button: type === 'pointerdown' ? 0 : -1, ...place, ...more }),
  );
};
function draw(...points: [number, number][]): void {
  // Synthetic pointers cannot be captured.
  sheet().setPointerCapture = () => undefined;
  point('pointerdown', points[0] as [number, number]);
  for (const at of points) point('pointermove', at);
  point('pointerup', points.at(-1) as [number, number]);
}
/** The part of the paper that is covered with ink, in thousandths. */
async function inkOn(file: File): Promise<number> {
  const picture = await createImageBitmap(file);
  expect([picture.width, picture.height]).toEqual([paper.width, paper.height]);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, paper);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, paper.width, paper.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark++;
  return (dark * 1000) / (paper.width * paper.height);
}

describe.each(languages)('a signature in %s', (language) => {
  test('is drawn, becomes a picture, and is cleared', async () => {
    await show(language, <Signed />, shownTexts);
    await expect.element(page.getByRole('img', { name: t('unsigned') })).toBeVisible();
    draw([0.1, 0.5], [0.3, 0.2], [0.5, 0.8], [0.9, 0.4]);
    await expect.element(page.getByRole('img', { name: t('signed') })).toBeVisible();
    expect(given).toMatchObject({ name: '', file: { type: 'image/png' } });
    const once = await inkOn((given as unknown as Signature).file);
    expect(once).toBeGreaterThan(1);
    draw([0.1, 0.9], [0.9, 0.9]);
    await expect.poll(async () => given && (await inkOn(given.file))).toBeGreaterThan(once);
    expect(await violationsOf()).toEqual([]);
    const clear = page.getByRole('button', { name: text('input', 'clear', { name: 'Guard' }) });
    expect(clear.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    await clear.click();
    expect(given).toBeNull();
    draw([0.1, 0.9], [0.5, 0.9]);
    await expect.poll(() => given).not.toBeNull();
    expect(await inkOn((given as unknown as Signature).file)).toBeLessThan(once);
  });

  test('is typed by who uses a keyboard, and replaces what was drawn', async () => {
    await show(language, <Signed />, shownTexts);
    await expect.element(page.getByRole('img', { name: t('unsigned') })).toBeVisible();
    draw([0.1, 0.1], [0.9, 0.1]);
    await expect.poll(() => given).not.toBeNull();
    const typed = page.getByRole('textbox', { name: t('typed') });
    expect(typed.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    (typed.element() as HTMLElement).focus();
    await userEvent.keyboard('نور Ali');
    await expect.poll(() => given?.name).toBe('نور Ali');
    expect(await inkOn((given as unknown as Signature).file)).toBeGreaterThan(1);
    await typed.fill('');
    await expect.poll(() => given).toBeNull();
  });
});

test('an accidental touch is not a signature, and neither is a second finger', async () => {
  await show('en', <Signed />, shownTexts);
  await expect.element(page.getByRole('img', { name: t('unsigned') })).toBeVisible();
  draw([0.5, 0.5], [0.505, 0.5]);
  point('pointerdown', [0.1, 0.1]);
  point('pointermove', [0.9, 0.9], { pointerId: 2 });
  point('pointerup', [0.9, 0.9], { pointerId: 2 });
  point('pointerup', [0.1, 0.1]);
  await userEvent.click(page.getByRole('textbox'));
  expect(given).toBeNull();
});

test('a disabled signature cannot be changed', async () => {
  await show('en', <Signed disabled />, shownTexts);
  await expect.element(page.getByRole('textbox')).toBeDisabled();
  draw([0.1, 0.5], [0.9, 0.5]);
  await expect.element(page.getByRole('img', { name: t('unsigned') })).toBeVisible();
  expect(given).toBeNull();
});

test('a signature from before is shown', async () => {
  await show('en', <Signed />, shownTexts);
  await expect.element(page.getByRole('img', { name: t('unsigned') })).toBeVisible();
  draw([0.1, 0.5], [0.9, 0.5]);
  await expect.poll(() => given).not.toBeNull();
  const before = given as unknown as Signature;
  await show('en', <Signed initial={before} />, shownTexts);
  await expect.element(page.getByRole('img', { name: t('signed') })).toBeVisible();
  const dark = () => {
    const { data } = (sheet().getContext('2d') as CanvasRenderingContext2D).getImageData(
      0,
      0,
      paper.width,
      paper.height,
    );
    return data.some((value) => value < 128);
  };
  await expect.poll(dark).toBe(true);
});
