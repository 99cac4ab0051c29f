import { Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { consentVersion, type OwnTracking, personDays } from '../../common/people.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { LookList } from './LookList.tsx';

/** What people see and decide about the devices that they wear: consent, duty, and the views of their positions. */
export function OwnTrackingPage() {
  const t = useText();
  const own = useData(api.ownTracking.list);
  return (
    <PageFrame>
      {own.data === undefined ? (
        <QueryBoundary of={own} />
      ) : own.data.length === 0 ? (
        <EmptyState drawing="map" title={t('own.empty.title')} text={t('own.empty.text')} />
      ) : (
        <Stack>
          <Panel title={t('consent.title')}>
            <Text maw="72ch">{t('consent.text', { days: personDays })}</Text>
          </Panel>
          {own.data.map((one) => (
            <OwnDevice key={one.device.id} own={one} />
          ))}
          <Panel title={t('looks.title')}>
            <LookList of={api.ownTracking.looks} table="tracking_own_looks" />
          </Panel>
        </Stack>
      )}
    </PageFrame>
  );
}

function OwnDevice({ own: { device, company, schedule, consent, onDuty } }: { own: OwnTracking }) {
  const t = useText();
  const { date } = useFormats();
  return (
    <Facts
      title={device.name}
      aside={<Decision device={device} given={consent !== null} />}
      items={[
        [t('own.company'), <bdi key="company">{company.name}</bdi>],
        [
          t('person.duty'),
          <Group key="duty" gap="xs">
            <ToneChip tone={onDuty ? 'good' : 'none'}>{t(onDuty ? 'own.kept' : 'own.notKept')}</ToneChip>
            <bdi>{schedule.name}</bdi>
          </Group>,
        ],
        [t('person.consent'), consent ? <Bdi key="at">{date(consent.at)}</Bdi> : t('person.none')],
      ]}
    />
  );
}

function Decision({ device, given }: { device: OwnTracking['device']; given: boolean }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const params = { id: device.id };
  const give = useAction(api.ownTracking.consent, { notice: () => t('consent.given') });
  const withdraw = useAction(api.ownTracking.withdraw, {
    notice: () => t('consent.withdrawn'),
    onDone: () => setAsking(false),
  });
  if (!given)
    return (
      <Button
        leftSection={<IconShieldCheck size={iconSizes.md} aria-hidden />}
        loading={give.pending}
        onClick={() => give.run({ params, body: { textVersion: consentVersion } })}
      >
        {t('consent.give')}
      </Button>
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldOff size={iconSizes.md} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('consent.withdraw')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('consent.withdraw')}
        message={t('consent.withdrawText')}
        entityName={device.name}
        confirmLabel={t('consent.withdraw')}
        pending={withdraw.pending}
        onConfirm={() => withdraw.run({ params })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
