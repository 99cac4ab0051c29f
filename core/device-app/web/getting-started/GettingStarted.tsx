import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AppOffers } from '#core/accounts/web/parts.tsx';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { rulePaths } from '#core/rules/common/rule-paths.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { usePreference } from '#platform/web/client/preferences.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { deviceAppSlice } from '../../app.ts';
import type { StartProgress as Progress, StartStep } from '../../common/getting-started.ts';
import { addDeviceAddress } from '../addresses.ts';
import { useText } from '../texts.ts';
import classes from './GettingStarted.module.css';

const api = clientOf(deviceAppSlice);

/** Steps are completed on other pages, so each page reloads them; the parts of one page share one request. */
const settledMs = 2000;

/** The progress of the current company; reloaded when one of its devices changes. */
export function useGettingStarted() {
  const enabled = usePermitted(api.gettingStarted.read.route.access);
  useLiveRefetch(enabled ? ['devices'] : [], api.gettingStarted.read.keyPrefix);
  return useData(api.gettingStarted.read, {}, { enabled, silent: true, staleTime: settledMs });
}

/** The pages of the steps. */
function addressesOf({ app: id, device }: Progress, companyId: number): Partial<Record<StartStep, string>> {
  const app = registeredApps().find((one) => one.id === id);
  const company = `/core/companies/profile/${companyId}`;
  const connection = app && device && `${deviceAddress(app, device)}?tab=connection`;
  return {
    structure: '/core/structures/create',
    app: `${company}?tab=apps`,
    // The form of a rule for one device offers only its sensors, and tests it on its readings.
    ...(app
      ? {
          device: addDeviceAddress(app),
          rule: `${usualAddress(app, rulePaths.create)}${device ? `?device=${device.id}` : ''}`,
        }
      : {}),
    ...(connection ? { connect: connection, value: connection } : {}),
    colleague: `${company}?tab=staff`,
  };
}

/**
 * The steps to a first value, each with a link to the page that does it. Renders nothing once all are done or the person has
 * dismissed them, or for people who do not administer a company.
 */
export function GettingStarted() {
  const { data } = useGettingStarted();
  const { company } = useMe();
  const [unfolded, setUnfolded] = useState(false);
  const dismissed = usePreference<boolean>('getting-started-dismissed');
  if (dismissed.loading) return <div aria-busy />;
  if (!data || !company || dismissed.value) return null;
  if (data.steps.every(({ done }) => done)) return null;
  const hasValue = data.steps.some(({ step, done }) => step === 'value' && done);
  const shared = { progress: data, companyId: company.id, onDismiss: () => void dismissed.set(true) };
  // Once values arrive, these matter more than the remaining steps.
  return hasValue && !unfolded ? (
    <FoldedSteps {...shared} onUnfold={() => setUnfolded(true)} />
  ) : (
    <StartSteps {...shared} />
  );
}

type Props = { progress: Progress; companyId: number; onDismiss?: () => void };

/** The steps in one line: how many are done, and the next one. */
function FoldedSteps({ progress, companyId, onDismiss, onUnfold }: Props & { onUnfold(): void }) {
  const t = useText();
  const { number } = useFormats();
  const { steps } = progress;
  const next = steps.find(({ done }) => !done)?.step;
  const to = next && addressesOf(progress, companyId)[next];
  return (
    <Panel>
      <Group gap="sm">
        <Text fw={600}>{t('start.title')}</Text>
        <Text size="sm" c="dimmed" flex={1}>
          {t('start.progress', { done: number(steps.filter(({ done }) => done).length), all: number(steps.length) })}
        </Text>
        {to && (
          <Button component={Link} to={to} size="compact-sm" variant="default">
            {t(`start.action.${next}`)}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onUnfold}>
          {t('start.unfold')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onDismiss}>
          {t('start.dismiss')}
        </Button>
      </Group>
    </Panel>
  );
}

export function StartSteps({ progress, companyId, onDismiss }: Props) {
  const t = useText();
  const { number } = useFormats();
  const addresses = addressesOf(progress, companyId);
  const { steps } = progress;
  const next = steps.find(({ done }) => !done)?.step;
  return (
    <Panel
      {...(onDismiss ? { title: t('start.title') } : {})}
      aside={
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {t('start.progress', { done: number(steps.filter(({ done }) => done).length), all: number(steps.length) })}
          </Text>
          {onDismiss && (
            <Button size="compact-sm" variant="default" onClick={onDismiss}>
              {t('start.dismiss')}
            </Button>
          )}
        </Group>
      }
    >
      <ol className={classes.steps}>
        {steps.map(({ step, done }) => {
          const Icon = done ? IconCircleCheckFilled : IconCircle;
          const to = addresses[step];
          return (
            <li key={step} className={classes.step} data-done={done || undefined} data-step={step}>
              <Icon size={iconSizes.lg} aria-label={t(done ? 'start.done' : 'start.open')} />
              <Stack gap="xs" flex={1}>
                <Group justify="space-between" gap="sm">
                  <Text fw={step === next ? 600 : 400}>{t(`start.step.${step}`)}</Text>
                  {!done && to && (
                    <Button
                      component={Link}
                      to={to}
                      size="xs"
                      variant={step === next && step !== 'app' ? 'filled' : 'default'}
                    >
                      {t(`start.action.${step}`)}
                    </Button>
                  )}
                </Group>
                {step === next && (
                  <Text size="sm" c="dimmed">
                    {t(`start.text.${step}`)}
                  </Text>
                )}
                {step === 'app' && !done && <AppOffers companyId={companyId} />}
              </Stack>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
