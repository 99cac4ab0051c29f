import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type kitTexts from '../locales/en.json';
import { menuNamespace } from './i18n.ts';
import { oncePerKey } from './once-per-key.ts';

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Singular<Key extends string> = Key extends `${infer Base}_${Plural}` ? Base : Key;

/** The keys of a locale file, joined by dots; plural forms count as one key. */
export type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Singular<`${Prefix}${Key}`>
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

export type Translate<Key extends string> = (key: Key, values?: Record<string, unknown>) => string;

/** Returns the hook for a slice's texts; keys are typed by its `en.json`. */
export function textsOf<Texts>(namespace: string): () => Translate<KeysOf<Texts>> {
  return () => {
    const { t } = useTranslation(namespace);
    return t as unknown as Translate<KeysOf<Texts>>;
  };
}

/** The kit's own texts. */
export const useKitText = textsOf<typeof kitTexts>('kit');

export type Labels = {
  label(key: string, values?: Record<string, unknown>): string;
  has(key: string): boolean;
};

/**
 * Texts with keys by convention (`columns.name`, `pages.devices-list`). A text that the slice lacks is taken from the
 * kit; otherwise its key is shown. The functions are stable until the language changes, so that memoized columns stay.
 */
export function useLabels(namespace: string): Labels {
  const { t } = useTranslation([namespace, 'kit'], { nsMode: 'fallback' });
  return useMemo(
    () => ({
      label: (key, values) => (t as unknown as Translate<string>)(key, values),
      has: (key) => i18next.exists(key, { ns: [namespace, 'kit'] }),
    }),
    [t, namespace],
  );
}

/** Like `useLabels` for several slices, for lists whose rows belong to different apps. */
export function useLabelsOf(namespaces: readonly string[]): (namespace: string) => Labels {
  const { t } = useTranslation([...namespaces, 'kit'], { nsMode: 'fallback' });
  return useMemo(
    () =>
      oncePerKey((namespace: string): Labels => {
        const ns = [namespace, 'kit'];
        return {
          label: (key, values) => (t as unknown as Translate<string>)(key, { ...values, ns }),
          has: (key) => i18next.exists(key, { ns }),
        };
      }),
    [t],
  );
}

/** The key of a text in the namespace of another slice; the plain key without a namespace. */
export const ofNamespace = (namespace: string | undefined, key: string): string =>
  namespace === undefined ? key : `${namespace}:${key}`;

/** The names of apps in the person's language; their brand where the language has no other name. */
export function useAppNames(apps: readonly { id: string }[]): (app: { id: string; brand: string }) => string {
  const { t } = useTranslation(apps.map(({ id }) => menuNamespace(id)));
  return useMemo(
    () =>
      ({ id, brand }) =>
        t('app', { ns: menuNamespace(id), defaultValue: brand }),
    [t],
  );
}

/** What apps are for, in a sentence; empty where an app does not say so. */
export function useAppPurposes(apps: readonly { id: string }[]): (app: { id: string }) => string {
  const { t } = useTranslation(apps.map(({ id }) => menuNamespace(id)));
  return useMemo(
    () =>
      ({ id }) =>
        t('about', { ns: menuNamespace(id), defaultValue: '' }),
    [t],
  );
}
