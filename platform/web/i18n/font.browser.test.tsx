import '@fontsource-variable/cairo';
import { expect, test } from 'vitest';
import { fontFamily } from './font.ts';
import { setLanguage, startI18n } from './i18n.ts';

const isLoaded = (letter: string) => document.fonts.check(`1em ${fontFamily}`, letter);

test('texts are shown once the font of their language is there', async () => {
  expect([isLoaded('a'), isLoaded('ع')]).toEqual([false, false]);
  await startI18n({}, { language: 'en' });
  expect([isLoaded('a'), isLoaded('ع')]).toEqual([true, false]);
  await setLanguage('ar');
  expect([isLoaded('a'), isLoaded('ع')]).toEqual([true, true]);
});
