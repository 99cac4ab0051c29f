import { Button, Skeleton, Text } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Structure } from '#core/places/common/structure.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { StoredImage } from '#platform/web/ui/images/StoredImage.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { layout as entity } from '../common/layout.ts';
import { managerAddress, planAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import classes from './Plan.module.css';
import { usePlans } from './use-plans.ts';

const maxPlans = 4;

/** Previews of the first plans of a structure, or of all, and a link to the plans. */
export function PlansPanel({ structure, all = false }: { structure: Pick<Structure, 'id'>; all?: boolean }) {
  const t = useText();
  const kitText = useKitText();
  const plans = usePlans(structure.id);
  const mayAdd = usePermitted(entity.can('create'));
  return (
    <Panel
      title={t('plans')}
      aside={
        <Button
          size="compact-sm"
          variant="subtle"
          component={Link}
          to={managerAddress(structure.id)}
          leftSection={<IconMap2 size={iconSizes.sm} aria-hidden />}
        >
          {t(plans.rows.length > 0 || !mayAdd ? 'openPlans' : 'uploadPlan')}
        </Button>
      }
    >
      {plans.error ? (
        <Text size="sm" c="dimmed">
          {kitText('states.failedTitle')}
        </Text>
      ) : plans.loading ? (
        <Skeleton h={sizes.chart / 2} />
      ) : plans.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('plansEmpty')}
        </Text>
      ) : (
        <div className={classes.plans}>
          {(all ? plans.rows : plans.rows.slice(0, maxPlans)).map((plan) => (
            <Link key={plan.id} to={planAddress(plan)} className={classes.preview}>
              <span className={classes.previewImage}>
                <StoredImage
                  of={api.layout.image}
                  params={{ id: plan.id }}
                  version={plan.fileId}
                  alt=""
                  ratio={plan.width / plan.height}
                />
              </span>
              <span>
                <bdi>{plan.name}</bdi>
                <Text span size="sm" c="dimmed">
                  {' · '}
                  {t('deviceCount', { count: plan.devices })}
                </Text>
              </span>
            </Link>
          ))}
        </div>
      )}
    </Panel>
  );
}
