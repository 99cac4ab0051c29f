import { VisuallyHidden } from '@mantine/core';
import { useKitText } from '../i18n/texts.ts';
import classes from './Brand.module.css';

/** The mark (an eye over a horizon) with the name in the person's language. */
export function Brand({ size = 'md', folded = false }: { size?: 'md' | 'lg'; folded?: boolean }) {
  const t = useKitText();
  return (
    <span className={classes.brand} data-size={size}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden="true">
        <path d="M3 17c4-7 8.3-10 13-10s9 3 13 10" />
        <circle cx="16" cy="17.5" r="4.2" />
        <path d="M6 24h20" />
      </svg>
      {folded ? <VisuallyHidden>{t('brand')}</VisuallyHidden> : <span>{t('brand')}</span>}
    </span>
  );
}
