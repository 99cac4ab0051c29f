import type { Language } from './i18n.ts';

export const fontFamily = "'Cairo Variable', system-ui, sans-serif";

/** Letters of the files of the font that a language needs. Arabic texts have Latin digits and units too. */
const letters: Record<Language, string> = { en: 'a', ar: 'aع' };
/** After this time texts are shown in a font of the system. */
const maxWaitMs = 3000;

/**
 * Resolves when the font of a language is loaded. A text that is shown in another font before changes its size, and moves
 * what is around it.
 */
export async function loadFont(language: Language): Promise<void> {
  const loaded = document.fonts.load(`1em ${fontFamily}`, letters[language]).catch((error: unknown) => {
    console.warn('The font did not load', error);
  });
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}
