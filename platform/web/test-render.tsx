import '@fontsource-variable/cairo';
import '@mantine/core/styles.layer.css';
import './global.css';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { queryClient } from './client/query-client.ts';
import { directionOf, type Language, loadTexts, setLanguage, startI18n, text } from './i18n/i18n.ts';
import { Providers } from './shell/layout/Providers.tsx';
import { trackPhoneWidth } from './shell/layout/phone.ts';
import { pageAddress, toPattern } from './shell/routing/bind-pages.ts';
import type { PageHandle } from './shell/routing/navigation.ts';

/** The texts of a slice that exists only in tests. */
const own = {
  en: {
    columns: { name: 'Name', serial: 'Serial', email: 'E-mail', kind: 'Kind', battery: 'Battery' },
    empty: { place: { title: 'No places yet', text: 'Add the first one.' } },
    emirates: 'Ajman|Dubai|Sharjah',
    personRoles: { guard: 'Guard', visitor: 'Visitor' },
    steps: { ask: 'Ask', grant: 'Grant', refuse: 'Refuse' },
    stepTexts: { refuse: 'The applicant reads the reason.' },
    guestRoles: { guard: 'Guard', visitor: 'Visitor' },
    linkKinds: { pass: 'Pass' },
    retained: { visits: 'Visits' },
    viewKinds: { visits: 'Visits', photo: 'Photo' },
    actions: { 'call-guard': 'Call a guard', reject: 'Reject' },
    alarmActions: { reject: 'Nothing is wrong' },
    commands: { tip: 'Tip it', halt: 'Halt it' },
    errors: { moving: 'It is moving.', 'position-old': 'Its position is outdated.' },
    actionFields: { station: 'Station', people: 'Guards' },
    values: { station: { north: 'North gate', south: 'South gate' } },
    marks: { 'on-site': 'On site' },
    pages: { place: 'Place' },
    parties: { owner: 'Customer', monitor: 'Security desk' },
  },
  ar: {
    columns: {
      name: 'الاسم',
      serial: 'الرقم التسلسلي',
      email: 'البريد الإلكتروني',
      kind: 'النوع',
      battery: 'البطارية',
    },
    empty: { place: { title: 'لا توجد أماكن بعد', text: 'أضف أول مكان.' } },
    emirates: 'عجمان|دبي|الشارقة',
    personRoles: { guard: 'حارس', visitor: 'زائر' },
    steps: { ask: 'طلب', grant: 'منح', refuse: 'رفض' },
    stepTexts: { refuse: 'يقرأ مقدّم الطلب السبب.' },
    guestRoles: { guard: 'حارس', visitor: 'زائر' },
    linkKinds: { pass: 'تصريح' },
    retained: { visits: 'الزيارات' },
    viewKinds: { visits: 'الزيارات', photo: 'الصورة' },
    actions: { 'call-guard': 'استدعاء حارس', reject: 'رفض' },
    alarmActions: { reject: 'لا توجد مشكلة' },
    commands: { tip: 'إمالة', halt: 'إيقاف' },
    errors: { moving: 'إنه يتحرك.', 'position-old': 'موقعه قديم.' },
    actionFields: { station: 'النقطة', people: 'عدد الحراس' },
    values: { station: { north: 'البوابة الشمالية', south: 'البوابة الجنوبية' } },
    marks: { 'on-site': 'في الموقع' },
    pages: { place: 'المكان' },
    parties: { owner: 'العميل', monitor: 'غرفة المراقبة' },
  },
};
trackPhoneWidth();
const started = startI18n({
  ...import.meta.glob(['/{core,solutions}/*/locales/*.json', '/{core,solutions}/*/web/light/*/locales/*.json'], {
    import: 'default',
  }),
  'tried/locales/en.json': async () => own.en,
  'tried/locales/ar.json': async () => own.ar,
});

export const kit = (key: string, values?: Record<string, unknown>) => text('kit', key, values);
export const tried = (key: string) => text('tried', key);

type Options = {
  /** The slices whose texts are shown. */
  texts?: readonly string[];
  /** The address, with its query. */
  at?: string;
};

/** Renders a component in a language with the theme, texts and router of the product. */
export const show = (language: Language, node: ReactNode, options?: Options): Promise<void> =>
  showRoutes(
    language,
    [
      { path: '/', element: node },
      { path: '/opened/:id', element: <p data-testid="opened" /> },
    ],
    options,
  );

/** Renders the page of an app at an address; `pages` are its components by the paths of the manifest. */
export function showPages(
  language: Language,
  app: AppManifest,
  pages: Readonly<Record<string, ReactNode>>,
  options: Options & { at: string },
): Promise<void> {
  const routes = Object.entries(pages).map(([path, node]) => {
    const page = app.pages.find((one) => one.path === path);
    if (!page) throw new Error(`${app.id} declares no page "${path}"`);
    const address = pageAddress(app, page);
    const handle: PageHandle = { app, page, address, layout: 'main' };
    return { path: toPattern(address), element: <main>{node}</main>, handle };
  });
  return showRoutes(language, [...routes, { path: '*', element: <p data-testid="opened" /> }], options);
}

/** Renders routes, beginning at `/`. */
export async function showRoutes(
  language: Language,
  routes: RouteObject[],
  { texts = [], at = '/' }: Options = {},
): Promise<void> {
  await page.viewport(1200, 800);
  await started;
  await setLanguage(language);
  await loadTexts(['tried', ...texts]);
  // What the test showed before would be found next to it.
  await cleanup();
  queryClient.clear();
  await render(
    <Providers>
      <Suspense>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [at] })} />
      </Suspense>
    </Providers>,
  );
}

/** Whether the language is written from right to left. */
export const isMirrored = (language: Language) => directionOf(language) === 'rtl';
