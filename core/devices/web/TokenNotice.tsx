import { IconEyeOff } from '@tabler/icons-react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import type { DeviceDetail } from '../common/device.ts';
import classes from './Devices.module.css';
import { useText } from './texts.ts';

/** Explains why no readings are shown. Renders nothing while the token is active. */
export function TokenNotice({ device }: { device: Pick<DeviceDetail, 'token' | 'activationAt' | 'expirationAt'> }) {
  const t = useText();
  const { date } = useFormats();
  const { token } = device;
  if (token === 'active') return null;
  const day = date(token === 'expired' ? device.expirationAt : device.activationAt, 'date');
  const undated = token === 'not-activated' ? t('token.why.waiting') : t('token.why.none');
  const reason = day || (token !== 'expired' && token !== 'not-activated') ? t(`token.why.${token}`, { day }) : undated;
  return (
    <div className={classes.notice} role="note">
      <IconEyeOff size={iconSizes.lg} aria-hidden />
      <div>
        <strong>{t('token.hidden')}</strong>
        <div>
          {reason} {t('token.kept')}
        </div>
      </div>
    </div>
  );
}
