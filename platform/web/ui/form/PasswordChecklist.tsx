import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { passwordChecks } from '#platform/common/validation/password-checks.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import classes from './PasswordChecklist.module.css';

/** The requirements of a password, checked while typing. */
export function PasswordChecklist({ value }: { value: string }) {
  const t = useKitText();
  return (
    <ul className={classes.list}>
      {(Object.keys(passwordChecks) as (keyof typeof passwordChecks)[]).map((name) => {
        const met = passwordChecks[name](value);
        const Icon = met ? IconCircleCheckFilled : IconCircle;
        return (
          <li key={name} data-met={met || undefined}>
            <Icon size={iconSizes.sm} aria-label={t(met ? 'passwordChecks.met' : 'passwordChecks.unmet')} />
            {t(`passwordChecks.${name}`)}
          </li>
        );
      })}
    </ul>
  );
}
