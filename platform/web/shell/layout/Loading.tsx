import { Loader } from '@mantine/core';
import { useKitText } from '../../i18n/texts.ts';
import classes from './Loading.module.css';

/** The placeholder of a loading page. */
export function Loading() {
  const t = useKitText();
  return (
    <output className={classes.whole} aria-label={t('shell.loading')} aria-busy data-busy>
      <Loader />
    </output>
  );
}
