import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { rodent } from '../../app.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** Leads to the policy of a site, where its audit folders are. */
export function PolicyButton({ siteId }: { siteId: number }) {
  const t = useText();
  if (!usePermitted(api.policy.get.route.access)) return null;
  return (
    <Button variant="default" component={Link} to={`${rodent.web}/policy/${siteId}`}>
      {t('sitePolicy')}
    </Button>
  );
}
