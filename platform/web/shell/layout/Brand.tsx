import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { siteSettings } from '../../site-settings.ts';
import classes from './Brand.module.css';

const rasidMark = ['M3 17c4-7 8.3-10 13-10s9 3 13 10', 'M16 13.3a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4', 'M6 24h20'];
const mark = siteSettings?.brand.mark ?? rasidMark;

/** The name of the brand in the person's language. */
export function useBrandName(): string {
  const { t, i18n } = useTranslation('kit');
  return siteSettings?.brand.name[i18n.language === 'ar' ? 'ar' : 'en'] ?? t('brand');
}

/** The logo mark with the name of the brand. */
export function Brand({ size = 'md', folded = false }: { size?: 'md' | 'lg'; folded?: boolean }) {
  const name = useBrandName();
  return (
    <span className={classes.brand} data-size={size}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden="true">
        {mark.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
      {folded ? <VisuallyHidden>{name}</VisuallyHidden> : <span>{name}</span>}
    </span>
  );
}
