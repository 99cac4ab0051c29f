import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#platform/web/i18n/i18n.ts';
import { show, tried } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import type { Country } from '../common/country.ts';
import { CountryField } from './CountryField.tsx';

const countryOf = (id: number, en: string, ar: string): Country => ({
  id,
  name: en,
  localizedName: en,
  shortCode: '',
  timeZones: [],
  names: { en, ar },
});
const countries = [countryOf(1, 'Oman', 'عمان'), countryOf(2, 'Qatar', 'قطر'), countryOf(3, 'Yemen', 'اليمن')];

function Home() {
  const [id, setId] = useState(3);
  return <CountryField label={tried('columns.kind')} value={id} onChange={setId} />;
}

const input = () => page.getByRole('combobox', { name: tried('columns.kind') });

describe.each(languages)('the field of a country in %s', (language) => {
  test('keeps what is typed when the countries arrive, and selects from its matches', async () => {
    const arriving = Promise.withResolvers<Country[]>();
    testServer({ 'GET /country': () => arriving.promise });
    await show(language, <Home />);
    const qatar = countries[1]?.names[language] as string;
    await input().click();
    await input().fill(qatar);
    arriving.resolve(countries);
    await expect.element(page.getByRole('option', { name: qatar })).toBeVisible();
    await expect
      .element(page.getByRole('option', { name: countries[2]?.names[language] as string }))
      .not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(input()).toHaveValue(qatar);
  });
});
