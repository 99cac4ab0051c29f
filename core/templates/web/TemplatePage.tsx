import { Button, Group, Text } from '@mantine/core';
import { IconCopy, IconPencil, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { TemplateRow } from '../common/template.ts';
import { ApplicationsTab } from './applications/ApplicationsTab.tsx';
import { ApplyPanel } from './applications/ApplyPanel.tsx';
import { useDescription } from './describe.ts';
import { FollowersTab } from './FollowersTab.tsx';
import { StateCounts } from './StateCounts.tsx';
import { type TemplateSource, useTemplateModels, useTemplateSource } from './source.ts';
import { useTemplateTexts } from './template-texts.ts';
import { useText } from './texts.ts';
import { VersionsTab } from './VersionsTab.tsx';

const tabs = ['content', 'devices', 'versions', 'applications'] as const;
type Tab = (typeof tabs)[number];

/** A template: its content, devices, versions and applications. */
export function TemplatePage() {
  const t = useText();
  const source = useTemplateSource();
  const { calls, addresses } = source;
  const id = Number(useParams().id) || 0;
  const query = useData(calls.get, { params: { id } }, { silent: true, staleTime: 0 });
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'content';
  const template = query.data;
  return (
    <PageFrame
      {...(template ? { title: template.name } : {})}
      parents={[{ label: t('lists.template'), to: addresses.list }]}
      badge={template?.status === 'archived' && <ToneChip tone="none">{t('values.status.archived')}</ToneChip>}
      action={template && <Actions source={source} template={template} />}
      tabs={tabs.map((value) => ({
        value,
        label: t(`tabs.${value}`),
        ...(value === 'devices' && template ? { count: template.devices } : {}),
      }))}
      tab={tab}
      onTab={(next) => setParams(next === 'content' ? {} : { tab: next })}
    >
      {template ? <Content tab={tab} source={source} template={template} /> : <QueryBoundary of={query} />}
    </PageFrame>
  );
}

type Props = { source: TemplateSource; template: TemplateRow };

function Actions({ source, template }: Props) {
  const t = useText();
  const { calls, addresses } = source;
  const [applying, setApplying] = useState(false);
  return (
    <Group gap="xs">
      <Can access={calls.create.route.access}>
        <Button
          component={Link}
          to={addresses.copy(template.id)}
          variant="default"
          leftSection={<IconCopy size={iconSizes.md} aria-hidden />}
        >
          {t('actions.copy')}
        </Button>
      </Can>
      <Can access={calls.update.route.access}>
        <Button
          component={Link}
          to={addresses.edit(template.id)}
          variant="default"
          leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
        >
          {t('actions.edit')}
        </Button>
      </Can>
      {template.status === 'active' && (
        <Can access={calls.apply.route.access}>
          <Button leftSection={<IconSend size={iconSizes.md} aria-hidden />} onClick={() => setApplying(true)}>
            {t('apply.button')}
          </Button>
        </Can>
      )}
      {applying && <ApplyPanel app={source.app} template={template} onClose={() => setApplying(false)} />}
    </Group>
  );
}

function Content({ tab, source, template }: Props & { tab: Tab }) {
  if (tab === 'devices') return <FollowersTab source={source} template={template} />;
  if (tab === 'versions') return <VersionsTab source={source} template={template} />;
  if (tab === 'applications') return <ApplicationsTab source={source} template={template} />;
  return <Summary source={source} template={template} />;
}

function Summary({ source: { app }, template }: Props) {
  const t = useText();
  const texts = useTemplateTexts(app);
  const models = useTemplateModels(app);
  const linesOfContent = useDescription(app);
  const lines = linesOfContent(
    template,
    models.find(({ id }) => id === template.hardwareId),
  );
  return (
    <Panels>
      <Facts
        title={t('parts.what')}
        items={[
          [t('columns.hardwareId'), <bdi key="model">{texts.model(template.hardwareId)}</bdi>],
          [t('columns.version'), String(template.version)],
          [t('columns.counts'), <StateCounts key="counts" counts={template.counts} />],
          ...(template.description
            ? ([[t('fields.description'), <bdi key="description">{template.description}</bdi>]] as const)
            : []),
        ]}
      />
      {lines.length > 0 ? (
        <Facts
          title={t('parts.content')}
          items={lines.map(({ key, label, text }) => [label, <bdi key={key}>{text}</bdi>] as const)}
        />
      ) : (
        <EmptyState title={t('content.emptyTitle')} text={t('content.empty')} />
      )}
      {template.devices === 0 && (
        <Text c="dimmed" size="sm">
          {t('content.noDevices')}
        </Text>
      )}
    </Panels>
  );
}
