type Named = { name: string; titles?: { en: string; ar: string } | null | undefined };

/** The name of a rule in a language; that of a person is the same in all. */
export const ruleName = ({ name, titles }: Named, language: 'en' | 'ar'): string => titles?.[language] || name;
