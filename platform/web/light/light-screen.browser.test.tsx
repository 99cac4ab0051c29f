import { expect, test } from 'vitest';
import { page as screen } from 'vitest/browser';
import { defineApp, page } from '#platform/common/define-app.ts';
import { componentOf } from '../shell/routing/bind-pages.ts';
import { showPages } from '../test-render.tsx';
import { LightCard, LightFrame } from './LightFrame.tsx';
import { lightScreen } from './light-screen.tsx';

const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried/api',
  icon: 'box',
  needs: [],
  routes: {},
  pages: [page('pass/{token}', { access: { public: 'the link is the credential' }, light: 'tried/pass' })],
});

test('a light page within the shell gets the calls of its app and the parameters of the address, once', async () => {
  const places: unknown[] = [];
  const load = lightScreen(async () => ({
    light: (place) => {
      places.push(place);
      return (
        <LightFrame owner="Noor">
          <LightCard title={`Pass ${place.params.token}`}>Enter</LightCard>
        </LightFrame>
      );
    },
  }));
  const Screen = componentOf(await load());
  await showPages('en', app, { 'pass/{token}': <Screen /> }, { at: '/tried/pass/s3-cret' });
  await expect.element(screen.getByRole('heading', { name: 'Pass s3-cret' })).toBeVisible();
  expect(places).toEqual([{ api: '/tried/api', params: { token: 's3-cret' } }]);
  await screen.getByRole('button', { name: 'العربية' }).click();
  await expect.element(screen.getByRole('button', { name: 'English' })).toBeVisible();
  expect(places).toHaveLength(1);
});
