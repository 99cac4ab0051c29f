import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { rodent } from '../../app.ts';
import type { ShownVisit } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** Shows that the technician of a visit has no valid licence for it. The visit goes on: its traps have to be checked. */
export function LicenceWarning({ visit: { technician, licence } }: { visit: ShownVisit }) {
  const t = useText();
  const { date } = useFormats();
  const maySee = usePermitted(api.licence.list.route.access);
  if (!technician || !licence || licence.state === 'valid') return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={iconSizes.md} aria-hidden />} role="status">
      {licence.state === 'expired'
        ? t('licences.expired', {
            technician: technician.name,
            number: licence.number ?? '–',
            day: date(licence.expiresOn, 'date'),
          })
        : t('licences.unknown', { technician: technician.name })}{' '}
      {maySee && (
        <Anchor component={Link} inherit to={`${rodent.web}/visits/licences`}>
          {t('licences.all')}
        </Anchor>
      )}
    </Alert>
  );
}
