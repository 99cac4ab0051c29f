import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keptFiles } from '#platform/common/offline/kept-files.ts';
import { languages, text } from '../../i18n/i18n.ts';
import { violationsOf } from '../../test-axe.ts';
import { show } from '../../test-render.tsx';
import { PhotoInput } from './PhotoInput.tsx';
import { photoSide, shrinkPhoto } from './shrink-photo.ts';

const shownTexts = { texts: ['input'] };
const t = (key: string, values?: Record<string, unknown>) => text('input', `photo.${key}`, values);

/** A picture whose left half is red and whose right half is blue. */
function picture(width: number, height: number, type = 'image/jpeg'): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = 'red';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = 'blue';
  context.fillRect(width / 2, 0, width / 2, height);
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(new File([blob as Blob], 'IMG_7.jpeg', { type })), type),
  );
}

/** The JPEG of a camera that was held on its side, as EXIF states it. */
async function turned(photo: File): Promise<File> {
  const bytes = new Uint8Array(await photo.arrayBuffer());
  const exif = [
    ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1],
    // Orientation: turn right by a quarter.
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
  ];
  return new File([bytes.slice(0, 2), new Uint8Array(exif), bytes.slice(2)], 'turned.jpg', { type: 'image/jpeg' });
}

async function lookOf(photo: File) {
  const bitmap = await createImageBitmap(photo);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0);
  const at = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
    return red > 150 && green > 150 && blue > 150 ? 'white' : red > 150 ? 'red' : 'blue';
  };
  return { width: bitmap.width, height: bitmap.height, first: at(1, 1), last: at(bitmap.width - 2, bitmap.height - 2) };
}

describe('a photo', () => {
  test('is made a JPEG of at most 1,600 pixels that fits into what a device keeps', async () => {
    const shrunk = await shrinkPhoto(await picture(4000, 3000));
    expect([shrunk.name, shrunk.type]).toEqual(['IMG_7.jpg', 'image/jpeg']);
    expect(shrunk.size).toBeLessThan(keptFiles.bytesEach);
    expect(await lookOf(shrunk)).toMatchObject({ width: photoSide, height: 1200 });
  });

  test('that is small enough keeps its size', async () => {
    expect(await lookOf(await shrinkPhoto(await picture(60, 40)))).toMatchObject({ width: 60, height: 40 });
  });

  test('is turned upright, and carries nothing that the camera wrote into it', async () => {
    const photo = await turned(await picture(60, 40));
    const shrunk = await shrinkPhoto(photo);
    expect(await lookOf(shrunk)).toEqual({ width: 40, height: 60, first: 'red', last: 'blue' });
    const textOf = async (file: File) => new TextDecoder('latin1').decode(await file.arrayBuffer());
    expect(await textOf(photo)).toContain('Exif');
    expect(await textOf(shrunk)).not.toContain('Exif');
  });

  test('has a white ground where it was transparent', async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 20, height: 20 });
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    const shrunk = await shrinkPhoto(new File([blob as Blob], 'glass.png', { type: 'image/png' }));
    expect((await lookOf(shrunk)).first).toBe('white');
  });

  test('that is none is refused', async () => {
    await expect(shrinkPhoto(new File(['no picture'], 'x.jpg', { type: 'image/jpeg' }))).rejects.toThrow();
  });
});

function Photos({ most, initial = [] }: { most: number; initial?: File[] }) {
  const [photos, setPhotos] = useState<File[]>(initial);
  return <PhotoInput label="Seal" most={most} value={photos} onChange={setPhotos} />;
}
const picker = () => document.querySelectorAll<HTMLInputElement>('input[type=file]');
const previews = () => page.getByRole('img').elements();

describe.each(languages)('a field for photos in %s', (language) => {
  test('shows what was chosen, up to its number, and removes it', async () => {
    await show(language, <Photos most={2} />, shownTexts);
    const choose = page.getByRole('button', { name: t('choose') });
    await expect.element(choose).toBeVisible();
    await userEvent.upload(picker()[1] as HTMLInputElement, [
      await picture(60, 40),
      await picture(60, 40),
      await picture(60, 40),
    ]);
    await expect.poll(previews).toHaveLength(2);
    await expect.element(page.getByText(t('most', { count: 2 }))).toBeVisible();
    await expect.element(page.getByText(t('count', { count: 2, most: 2 }))).toBeVisible();
    await expect.element(choose).toBeDisabled();
    expect(await violationsOf()).toEqual([]);
    const remove = page.getByRole('button', { name: t('remove', { name: 'Seal', number: 1 }) });
    const { width, height } = remove.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await remove.click();
    await expect.poll(previews).toHaveLength(1);
    await expect.element(choose).toBeEnabled();
    expect(choose.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  });

  test('says which pictures cannot be read, and keeps the others', async () => {
    await show(language, <Photos most={3} />, shownTexts);
    await expect.element(page.getByRole('button', { name: t('choose') })).toBeVisible();
    const broken = new File(['no picture'], 'x.jpg', { type: 'image/jpeg' });
    await userEvent.upload(picker()[1] as HTMLInputElement, [broken, await picture(60, 40)]);
    await expect.element(page.getByRole('alert')).toHaveTextContent(t('unreadable', { count: 1 }));
    await expect.poll(previews).toHaveLength(1);
  });
});

test('the camera is offered on devices that are held in the hand', async () => {
  await show('en', <Photos most={1} />, shownTexts);
  await expect.element(page.getByRole('button', { name: t('choose') })).toBeVisible();
  const [camera, files] = picker();
  expect([camera?.getAttribute('capture'), files?.getAttribute('capture')]).toEqual(['environment', null]);
  const coarse = window.matchMedia('(pointer: coarse)').matches;
  expect(page.getByRole('button', { name: t('take') }).elements()).toHaveLength(coarse ? 1 : 0);
});
