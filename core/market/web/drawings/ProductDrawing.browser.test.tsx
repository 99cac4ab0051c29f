import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '#platform/web/i18n/i18n.ts';
import { show } from '#platform/web/test-render.tsx';
import { drawings } from './Drawings.tsx';
import { ProductDrawing } from './ProductDrawing.tsx';

const keys = Object.keys(drawings);

describe.each(languages)('the drawings of products in %s', (language) => {
  test('are pictures with the name of the product and no text', async () => {
    await show(
      language,
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(6, 1fr)' }}>
        {keys.map((key) => (
          <ProductDrawing key={key} drawing={key} title={key} />
        ))}
      </div>,
    );
    for (const key of keys) {
      const picture = page.getByRole('img', { name: key, exact: true });
      await expect.element(picture).toBeVisible();
      expect(picture.element().textContent).toBe('');
    }
  });

  test('show a card for an unknown key, with one of eleven signs', async () => {
    const signs = Array.from({ length: 11 }, (_, icon) => icon);
    await show(
      language,
      signs.map((icon) => <ProductDrawing key={icon} drawing="unknown" icon={icon} title={`sign ${icon}`} />),
    );
    const contents = [];
    for (const icon of signs) {
      const picture = page.getByRole('img', { name: `sign ${icon}`, exact: true });
      await expect.element(picture).toBeVisible();
      contents.push(picture.element().innerHTML);
    }
    expect(new Set(contents).size).toBe(signs.length);
  });
});
