import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { isMirrored } from '#platform/web/test-render.tsx';
import { refusal, type Sent } from '#platform/web/test-server.ts';
import {
  button,
  cards,
  catalogue,
  documentOf,
  focusCard,
  offered,
  open,
  part,
  path,
  press,
  rows,
  said,
  saved,
  signIn,
  t,
} from './test-builder.tsx';

beforeEach(signIn);

type Given = Parameters<typeof open> extends [unknown, ...infer Rest] ? Rest : never;

describe.each(languages)('the report builder in %s', (language) => {
  const [wider, narrower] = isMirrored(language) ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const alt = (key: string) => `{Alt>}{${key}}{/Alt}`;
  const show = (...given: Given) => open(language, ...given);

  test('moves a section with Alt and the arrows, which is announced, and keeps its focus', async () => {
    await show();
    await focusCard(2);
    expect(rows()).toBe('0:6/12 0:6/12 1:12/12');
    await press(alt('ArrowUp'));
    expect(rows()).toBe('0:12/12 1:6/12 1:6/12');
    expect(document.activeElement).toBe(cards()[0]);
    await expect
      .element(said().getByText(t('said.moved', { name: catalogue[1]?.name[language], row: 1, place: 1, of: 1 })))
      .toBeInTheDocument();
    await press(alt('ArrowUp'));
    await expect.element(page.getByText(t('refused.edge'))).toBeInTheDocument();
  });

  test('changes the width in the reading direction, and refuses more than twelve in a row', async () => {
    const sent = await show();
    await focusCard(0);
    await press(alt(wider));
    expect(rows()).toBe('0:6/12 0:6/12 1:12/12');
    await expect.element(page.getByText(t('refused.row-full', { least: 3 }))).toBeInTheDocument();
    await press(alt(narrower), alt(narrower), alt(wider));
    expect(rows()).toBe('0:5/12 0:6/12 1:12/12');
    await press('{Control>}s{/Control}');
    await expect.poll(() => saved(sent)[0]?.sections.map(({ width }) => width)).toEqual([5, 6, 12]);
  });

  test('a section that is dragged into a row shares it, and one without room is refused', async () => {
    await show();
    await focusCard(2);
    const drag = (from: number, to: number) =>
      userEvent.dragAndDrop(
        page.elementLocator(cards()[from] ?? document.body),
        page.elementLocator(cards()[to] ?? document.body),
      );
    await drag(2, 0);
    expect(rows()).toBe('0:6/12 0:6/12 1:12/12');
    await expect.element(page.getByText(t('refused.no-room', { least: 8 }))).toBeInTheDocument();
    await drag(0, 2);
    expect(rows()).toBe('0:6/12 1:4/12 1:8/12');
    // Nothing was chosen by the drag.
    expect(document.querySelector('fieldset')).toBeNull();
  });

  test('removes a section with Delete, and brings it back with Ctrl+Z', async () => {
    await show();
    await focusCard(1);
    await press('{Delete}');
    expect(rows()).toBe('0:6/12 1:12/12');
    expect(document.activeElement).toBe(cards()[1]);
    await press('{Control>}z{/Control}');
    expect(rows()).toBe('0:6/12 0:6/12 1:12/12');
  });

  test('the catalogue adds what may be added, and says why something may not', async () => {
    await show({}, '/reports/create');
    await expectAccessible();
    const add = (kind: string) => button(t('catalogue.add', { name: offered(kind).name[language] }));
    await expect.element(add('planned')).toBeDisabled();
    await expect.element(page.getByText(t('refusals.unsupported'))).toBeVisible();
    await expect.element(page.getByText(t('refusals.no-permission'))).toBeVisible();
    await add('levels').click();
    expect(rows()).toBe('0:6/12');
    await page.getByPlaceholder(t('catalogue.search')).fill('leaks');
    await expect.element(add('leaks')).toBeVisible();
    await expect.element(add('levels')).not.toBeInTheDocument();
  });

  test('the preview shows the data of each section, and why another has none', async () => {
    await show({
      [`POST ${path}/preview`]: ({ body }: Sent) =>
        (body as { sections: { kind: string }[] }).sections[0]?.kind === 'leaks'
          ? refusal(429, { msg: 'Too many requests' })
          : documentOf(part()),
    });
    await expect.element(page.getByText('North tank').first()).toBeVisible();
    await expect.element(page.getByText('Too many requests')).toBeVisible();
    await expectAccessible();
    // The other language, on the same sheet.
    const other = t(`languages.${language === 'en' ? 'ar' : 'en'}`);
    await page.getByText(other, { exact: true }).click();
    await expect
      .element(page.getByText(part().columns[0]?.title[language === 'en' ? 'ar' : 'en'] ?? '').first())
      .toBeVisible();
  });
});
