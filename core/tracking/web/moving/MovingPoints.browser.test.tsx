import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { severityColours } from '#platform/web/colours.ts';
import { show } from '#platform/web/test-render.tsx';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import type { MovingThing } from '../../common/moving.ts';
import { MovingPoints } from './MovingPoints.tsx';

const thing = (id: number, lng: number): MovingThing => ({
  ...{ id, name: '', lat: 25, lng, speed: 40, heading: 90, at: Date.now(), worst: null },
  state: id % 2 === 0 ? 'moving' : 'stopped',
});
const things = [1, 2, 3, 4].map((n) => thing(n, 55 + n / 10));

function Tried() {
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <div style={{ inlineSize: 600, blockSize: 400 }}>
      <WorldMap
        fills
        label="Vehicles"
        focus={things}
        layers={<MovingPoints things={things} chosen={chosen} onChoose={setChosen} />}
      />
    </div>
  );
}

/** How many pixels of the screen have about this colour, as `#rrggbb`. */
async function pixelsOf(colour: string): Promise<number> {
  const base64 = await page.screenshot({ base64: true, save: false });
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  if (!pen) throw new Error('there is no canvas');
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let found = 0;
  for (let at = 0; at < data.length; at += 4)
    if (wanted.every((value, part) => Math.abs(value - (data[at + part] ?? 0)) < 8)) found += 1;
  return found;
}

test('each thing is drawn with the icon of its state, also where several states are in one tile', async () => {
  await show('en', <Tried />, { texts: ['tracking'] });
  const { good, ok } = severityColours.light;
  // One arrow alone has fewer.
  await expect.poll(() => pixelsOf(good[2]), { timeout: 20_000, interval: 300 }).toBeGreaterThan(40);
  expect(await pixelsOf(ok[2])).toBeGreaterThan(40);
});
