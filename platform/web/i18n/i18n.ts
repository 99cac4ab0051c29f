import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { inLocal } from '../client/storage.ts';
import { createStore } from '../client/store.ts';
import { loadFont } from './font.ts';

export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];
export type Direction = 'ltr' | 'rtl';
export const directionOf = (language: Language): Direction => (language === 'ar' ? 'rtl' : 'ltr');

const appManifest = '/app.webmanifest';

/** Path → loader of the file. */
export type LocaleFiles = Record<string, () => Promise<unknown>>;

const storedLanguage = inLocal<Language>('language');
export const languageStore = createStore<Language>('en');
/** The number of text files that are loading. */
export const textsLoading = createStore(0);
export const currentLanguage = (): Language => languageStore.get();

/** Maps `core/accounts/locales/en.json` to `<namespace of accounts>/en`. */
const byNamespace = (files: LocaleFiles, space: (slice: string) => string): LocaleFiles =>
  Object.fromEntries(
    Object.entries(files).map(([path, load]) => {
      const [, slice = '', language] = /([^/]+)\/locales\/(\w+)\.json$/.exec(path) ?? [];
      return [`${space(slice)}/${language}`, load];
    }),
  );

/** An i18next backend for loaders by `<namespace>/<language>`. */
function backendOf(byName: LocaleFiles): BackendModule {
  return {
    type: 'backend',
    init: () => {},
    read(language, namespace, done) {
      const load = byName[`${namespace}/${language}`];
      if (!load) {
        console.warn(`No texts for ${namespace} in ${language}`);
        // Not synchronously: components request texts while they render, and the reply renders others.
        queueMicrotask(() => done(null, {}));
        return;
      }
      textsLoading.set((count) => count + 1);
      const loaded = load().finally(() => textsLoading.set((count) => count - 1));
      loaded.then(
        (texts) => done(null, texts as Record<string, string>),
        (error: Error) => {
          console.error(`The texts of ${namespace} in ${language} did not load`, error);
          done(error, false);
        },
      );
    },
  };
}

function show(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  // The installed app has the name and the shortcuts of the language in which it was installed.
  document
    .querySelector<HTMLLinkElement>('link[rel="manifest"]')
    ?.setAttribute('href', `${appManifest}?language=${language}`);
}

// The texts of inputs, calendars and boards are separate files, because the first pages have none of them. Builds leave out those for
// developers.
const kitFiles = {
  ...import.meta.glob(['../locales/*.json', '../{light,ui/input,ui/calendar,ui/columns}/locales/*.json'], {
    import: 'default',
  }),
  ...(import.meta.env.DEV
    ? import.meta.glob(['../gallery/locales/*.json', '../development/locales/*.json'], { import: 'default' })
    : {}),
};

function preferred(): Language {
  const before = storedLanguage.get();
  if (before && languages.includes(before)) return before;
  return navigator.languages.some((one) => one.startsWith('ar')) ? 'ar' : 'en';
}

/** The namespace of an app's menu texts: its name, its pages and their groups. Its other texts load with its pages. */
export const menuNamespace = (app: string): string => `${app}/menu`;

type StartOptions = {
  menus?: LocaleFiles;
  language?: Language;
  /** The further namespaces of the first page, so that they load together with the kit. */
  first?: readonly string[];
  /** Whether the texts of the kit are among those of the first page, as they are by default. */
  kit?: boolean;
  /** Loads the texts of both languages, for bilingual documents. */
  both?: boolean;
};

/** Loads the texts of the kit in the person's language; those of slices load with their menus and pages. */
export async function startI18n(
  files: LocaleFiles,
  { menus = {}, language = preferred(), first = [], kit: ofKit = true, both = false }: StartOptions = {},
): Promise<void> {
  languageStore.set(language);
  show(language);
  const kit = Object.fromEntries(
    Object.entries(kitFiles).map(([path, load]) => [path.replace('../locales/', 'kit/locales/'), load]),
  );
  const font = loadFont(language);
  await i18next
    .use(backendOf({ ...byNamespace({ ...kit, ...files }, (slice) => slice), ...byNamespace(menus, menuNamespace) }))
    .use(initReactI18next)
    .init({
      lng: language,
      // Each language has all texts (`npm run check`): the other one is not loaded as well.
      fallbackLng: false,
      supportedLngs: languages,
      ...(both ? { preload: languages } : {}),
      ns: ofKit ? ['kit', ...first] : [...first],
      defaultNS: 'kit',
      interpolation: { escapeValue: false },
      react: { useSuspense: true, bindI18n: 'languageChanged loaded' },
    });
  await font;
}

/** Switches texts and direction without a reload; resolves when the texts are loaded. */
export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([loadFont(language), i18next.loadLanguages(language)]);
  await i18next.changeLanguage(language);
  storedLanguage.set(language);
  languageStore.set(language);
  show(language);
}

/** Whether the texts of a namespace have loaded in the current language. */
export const hasTexts = (namespace: string): boolean => i18next.hasResourceBundle(currentLanguage(), namespace);

export const loadTexts = (namespaces: readonly string[]): Promise<void> => i18next.loadNamespaces([...namespaces]);

/** The same in a language that need not be that of the page, such as that of a document. */
export async function loadTextsIn(language: Language, namespace: string): Promise<void> {
  if (!i18next.hasResourceBundle(language, namespace)) await i18next.reloadResources([language], [namespace]);
}

/** For texts outside of components, such as notices; components use `textsOf`, which follows the language. */
export const text = (namespace: string, key: string, values: Record<string, unknown> = {}): string =>
  i18next.t(key, { ...values, ns: namespace });
export const hasText = (namespace: string, key: string): boolean =>
  i18next.exists(key, { ns: namespace, returnObjects: false });
