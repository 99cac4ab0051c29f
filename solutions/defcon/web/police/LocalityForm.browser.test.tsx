import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { type LocalityDetail, locality } from '../../common/police/locality.ts';
import { LocalityForm } from './LocalityForm.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('defcon', key, values);
const places = (key: string, values?: Record<string, unknown>) => text('places', key, values);
const marina = { id: 4, nameEn: 'Marina Station', nameAr: 'مركز المرسى' };
const corner = (lat: number, lng: number) => ({ lat, lng });
const area = [{ outer: [corner(25, 55), corner(25, 55.1), corner(25.1, 55.1)], holes: [] }];
const stored: LocalityDetail = {
  ...{ ...marina, companyId: 9, createdAt: '2026-03-01T08:00:00.000Z', kind: 'local', hqId: 2, code: 'MAR' },
  ...{ phone: '+97145550110', countryId: 233, fallback: false, status: 'active', hq: null, squareMetres: 5 },
  ...{ country: { id: 233, name: 'United Arab Emirates' }, premises: 3, stations: null, polygons: area, admin: null },
};
const neighbours = [
  { ...marina, hqId: 2, status: 'active', polygons: area },
  { id: 5, nameEn: 'Old Souq Station', nameAr: 'مركز السوق', hqId: 2, status: 'active', polygons: area },
  { id: 6, nameEn: 'Closed Station', nameAr: 'مركز مغلق', hqId: 2, status: 'inactive', polygons: area },
];
const preview = {
  squareMetres: 62_000_000,
  inside: 12,
  moves: [
    { from: { id: 5, nameEn: 'Old Souq Station', nameAr: 'مركز السوق' }, to: marina, count: 3 },
    { from: marina, to: null, count: 1 },
  ],
};

async function open(language: Language, before?: LocalityDetail, answers: Parameters<typeof testServer>[0] = {}) {
  const saved: string[] = [];
  const sent = testServer({
    'GET /country/largest-city': [],
    'GET /defcon/police/area': () => Response.json({ data: neighbours }),
    'POST /defcon/police/area-preview': preview,
    'POST /defcon/police/locality': stored,
    'PUT /defcon/police/locality/4': stored,
    ...answers,
  });
  await show(
    language,
    <main>
      <Panel>
        <LocalityForm
          kind="local"
          hqId={2}
          {...(before ? { before } : {})}
          cancelTo="/"
          onSaved={() => saved.push('saved')}
        />
      </Panel>
    </main>,
    { texts: ['defcon', 'places'] },
  );
  return { sent, saved };
}

const input = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const save = () => page.getByRole('button', { name: kit('actions.save'), exact: true }).click();
const coordinate = (part: 'Lat' | 'Lng', number: number) => input(places(`draw.corner${part}`, { number }));

beforeEach(() => sessionStore.set(permitted(locality.can('create'), locality.can('update'))));

describe.each(languages)('the form of a police station in %s', (language) => {
  test('draws the area by coordinates alone, counts what is in it, and invites the administrator', async () => {
    await page.viewport(1440, 900);
    const { sent, saved } = await open(language);
    await input(t('fields.nameEn')).fill('Marina Station');
    await input(t('fields.nameAr')).fill('مركز المرسى');
    await input(t('fields.code')).fill('MAR');
    await input(t('fields.firstName')).fill('Noor');
    await input(t('fields.lastName')).fill('Saleh');
    await input(t('fields.adminEmail')).fill('noor@police.test');
    await expect.element(page.getByText(t('police.previewUnfinished'))).toBeVisible();
    await save();
    await expect.element(page.getByText(kit('validation.threePoints'))).toBeVisible();
    for (const [n, { lat, lng }] of (area[0]?.outer ?? []).entries()) {
      const add = page.getByRole('button', { name: places('draw.addCorner'), exact: true });
      await add.element().focus();
      await userEvent.keyboard('{Enter}');
      await coordinate('Lat', n + 1).fill(String(lat));
      await coordinate('Lng', n + 1).fill(String(lng));
    }
    await expect.element(page.getByText(t('police.inside', { count: 12 }))).toBeVisible();
    const named = (one: { nameEn: string; nameAr: string }) => (language === 'ar' ? one.nameAr : one.nameEn);
    const moved = { from: named(neighbours[1] as typeof marina), to: named(marina), count: 3 };
    await expect.element(page.getByText(t('police.move', moved))).toBeVisible();
    const lost = { from: named(marina), to: t('police.noStation'), count: 1 };
    await expect.element(page.getByText(t('police.move', lost))).toBeVisible();
    await expectAccessible();
    await save();
    await expect.poll(() => saved).toEqual(['saved']);
    expect(bodiesOf(sent, 'POST', '/defcon/police/area-preview').at(-1)).toEqual({
      id: null,
      kind: 'local',
      polygons: area,
    });
    expect(bodiesOf(sent, 'POST', '/defcon/police/locality')).toEqual([
      {
        ...{ kind: 'local', hqId: 2, nameEn: 'Marina Station', nameAr: 'مركز المرسى', code: 'MAR', phone: null },
        ...{ firstName: 'Noor', lastName: 'Saleh', adminEmail: 'noor@police.test', locale: language },
        ...{ fallback: false, status: 'active', polygons: area },
      },
    ]);
  });

  test('reads an area from GeoJSON, and refuses lines that cross before it is saved', async () => {
    await open(language, stored);
    const file = (value: unknown) =>
      new File([JSON.stringify(value)], 'area.geojson', { type: 'application/geo+json' });
    const choose = async (value: unknown) => {
      const element = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!element) throw new Error('no file input');
      await userEvent.upload(element, file(value));
    };
    await choose({ type: 'Point', coordinates: [55, 25] });
    await expect.element(page.getByRole('alert')).toHaveTextContent(places('geoJson.noPolygon'));
    const bow = [
      [55, 25],
      [55.1, 25.1],
      [55.1, 25],
      [55, 25.1],
    ];
    await choose({ type: 'MultiPolygon', coordinates: [[bow], [bow.map(([lng = 0, lat = 0]) => [lng + 1, lat])]] });
    await expect.element(page.getByText(places('area.points', { count: 8, shown: '8', most: '2,000' }))).toBeVisible();
    await expect.element(page.getByText(places('validation.selfCrossing'))).toBeVisible();
    await expect.element(coordinate('Lng', 4)).toHaveValue('55');
    await page.getByRole('combobox', { name: places('area.part') }).click();
    await page.getByRole('option', { name: places('area.polygon', { number: 2 }) }).click();
    await expect.element(coordinate('Lng', 4)).toHaveValue('56');
  });

  test('asks for the station that takes over when one with open incidents is closed', async () => {
    const { sent } = await open(language, stored, {
      'PUT /defcon/police/locality/4': () => refusal(409, { word: 'has-open-incidents', detail: { count: 2 } }),
    });
    await page.getByRole('combobox', { name: t('columns.policeStatus') }).click();
    await page.getByRole('option', { name: t('values.policeStatus.inactive') }).click();
    await page.getByRole('combobox', { name: t('fields.moveTo') }).click();
    const options = page.getByRole('option');
    await expect.element(options).toHaveTextContent(language === 'ar' ? 'مركز السوق' : 'Old Souq Station');
    await options.click();
    await save();
    await expect
      .poll(() => bodiesOf(sent, 'PUT', '/defcon/police/locality/4'))
      .toMatchObject([{ status: 'inactive', moveTo: 5, nameEn: 'Marina Station' }]);
  });

  test('lists a long outline page by page, on a phone as well', async () => {
    const long = Array.from({ length: 120 }, (_, n) => {
      const turn = (2 * Math.PI * n) / 120;
      return corner(Number((25 + Math.sin(turn)).toFixed(4)), Number((55 + Math.cos(turn)).toFixed(4)));
    });
    await open(language, { ...stored, polygons: [{ outer: long, holes: [] }] });
    await page.viewport(390, 844);
    await expect.element(coordinate('Lat', 1)).toBeVisible();
    await expect.element(coordinate('Lat', 51)).not.toBeInTheDocument();
    await page.getByRole('button', { name: kit('list.page', { page: 3 }), exact: true }).click();
    await expect.element(coordinate('Lat', 120)).toHaveValue(String(long[119]?.lat));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await expectAccessible();
  });
});
