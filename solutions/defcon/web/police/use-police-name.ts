import { useTranslation } from 'react-i18next';

/** The name of a police in the language of the reader. */
export function usePoliceName(): (named: { nameEn: string; nameAr: string }) => string {
  const { i18n } = useTranslation();
  return ({ nameEn, nameAr }) => (i18n.language === 'ar' ? nameAr : nameEn);
}
