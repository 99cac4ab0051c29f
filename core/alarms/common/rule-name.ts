type Named = { name: string; titles?: { en: string; ar: string } | null | undefined };

/** The name of a rule in a language; one that a person gave is the same in all languages. */
export const ruleName = ({ name, titles }: Named, language: 'en' | 'ar'): string => titles?.[language] || name;

type Names = { en: string; ar: string };

/** The name that a custom rule gives its alarms: in the language, otherwise in the one that has a name. */
export const customName = (names: Names | null | undefined, language: 'en' | 'ar'): string | undefined =>
  names ? names[language] || names.en || names.ar : undefined;
