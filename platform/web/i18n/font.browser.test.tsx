import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { kit, show } from '../test-render.tsx';
import { languageStore, setLanguage } from './i18n.ts';
import { useKitText } from './texts.ts';

function Save() {
  const t = useKitText();
  return <p>{t('actions.save')}</p>;
}

test('texts are shown once the font of their language is there', async () => {
  await show('en', <Save />);
  const font = Promise.withResolvers<FontFace[]>();
  const load = vi.spyOn(document.fonts, 'load').mockReturnValue(font.promise);
  const switched = setLanguage('ar');
  await expect.poll(() => load.mock.calls).toEqual([[expect.stringContaining('Cairo'), 'aع']]);
  await expect.element(page.getByText('Save')).toBeVisible();
  expect(languageStore.get()).toBe('en');
  font.resolve([]);
  await switched;
  await expect.element(page.getByText(kit('actions.save'))).toBeVisible();
  expect(kit('actions.save')).not.toBe('Save');
});
