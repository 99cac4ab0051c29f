import sharp from 'sharp';
import { expect, test } from 'vitest';
import { processorMsOf } from '#main/testing/test-processor-time.ts';
import { Invalid } from '../refuse.ts';
import { encodedImage } from './images.ts';

const plan = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e8f6f5' } });
const fileOf = (bytes: Uint8Array | string, name = 'plan.png') =>
  new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name, { type: 'image/png' });
const faultOf = async (file: File) => {
  const error = await encodedImage(file, 'image').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Invalid);
  return (error as Invalid).errors[0];
};

test('an image is re-encoded as WebP without its metadata or appended data', async () => {
  const sent = await plan(60, 40)
    .withExif({ IFD0: { Copyright: 'hidden-words' } })
    .jpeg()
    .toBuffer();
  const trailing = Buffer.concat([sent, Buffer.from('<script>hidden-words</script>')]);
  expect(trailing.includes('hidden-words')).toBe(true);
  const image = await encodedImage(fileOf(trailing, 'a.jpg'), 'image');
  const bytes = Buffer.from(await image.bytes());
  expect([image.type, image.width, image.height]).toEqual(['image/webp', 60, 40]);
  expect(bytes.includes('hidden-words')).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
});

test('a photograph is rotated by its EXIF orientation', async () => {
  const sent = await plan(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await encodedImage(fileOf(sent), 'image')).toMatchObject({ width: 40, height: 60 });
});

test('the longest side is at most 4096 pixels', async () => {
  expect(await encodedImage(fileOf(await plan(6000, 1500).png().toBuffer()), 'image')).toMatchObject({
    width: 4096,
    height: 1024,
  });
});

test.each([
  ['a page named as a picture', '<!doctype html><script>alert(1)</script>', 'notAnImage'],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'svgNotAccepted'],
  ['a drawing behind a prologue', '<?xml version="1.0"?>\n<!-- plan -->\n<svg width="1"/>', 'svgNotAccepted'],
  ['nothing', '', 'notAnImage'],
  ['the first bytes of a picture and then a page', '\x89PNG\r\n\x1a\n<html></html>', 'notAnImage'],
])('the file %s is refused', async (_what, text, msg) => {
  expect(await faultOf(fileOf(text))).toEqual({ param: 'image', msg });
});

test('a refused image does not block the next one', async () => {
  const good = fileOf(await plan(30, 20).png().toBuffer());
  const [refused, taken] = await Promise.allSettled([encodedImage(fileOf('no'), 'image'), encodedImage(good, 'image')]);
  expect([refused.status, taken.status]).toEqual(['rejected', 'fulfilled']);
});

test('an image of a hundred million pixels without content is refused before it is decoded', async () => {
  // 1 bit a pixel, as small as PNG can make it.
  const file = fileOf(await plan(10_000, 10_000).toColourspace('b-w').png({ palette: true, colours: 2 }).toBuffer());
  expect(file.size).toBeLessThan(50_000);
  const ms = await processorMsOf(3, async () => {
    expect(await faultOf(file)).toEqual({ param: 'image', msg: 'imageNearlyEmpty' });
  });
  expect(ms).toBeLessThan(500);
});

test('a truncated image is refused', async () => {
  const noise = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  expect(await faultOf(fileOf(noise.subarray(0, noise.length / 2)))).toEqual({ param: 'image', msg: 'imageBroken' });
});

test('a small file with very many pixels is refused before it is decoded', async () => {
  const bomb = await plan(16_000, 8000).png().toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  expect(await faultOf(fileOf(bomb))).toEqual({ param: 'image', msg: 'imageTooLarge' });
});
