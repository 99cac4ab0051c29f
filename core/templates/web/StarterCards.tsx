import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { solutionIcon } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Starter } from '../common/template.ts';
import { type TemplateSource, useTemplateModels } from './source.ts';
import classes from './Templates.module.css';
import { useText } from './texts.ts';

/** What a company without templates begins with: one starter for each model. */
export function StarterCards({ source }: { source: TemplateSource }) {
  const t = useText();
  const query = useData(source.calls.starters, {}, { silent: true, staleTime: Number.POSITIVE_INFINITY });
  if (!query.data) return <QueryBoundary of={query} />;
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h3">
          {t('empty.template.title')}
        </Title>
        <Text c="dimmed" maw="70ch">
          {t('starters.text')}
        </Text>
      </div>
      <ul className={classes.starters}>
        {query.data.data.map((starter) => (
          <li key={starter.hardwareId}>
            <StarterCard source={source} starter={starter} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function StarterCard({ source: { app, calls, addresses }, starter }: { source: TemplateSource; starter: Starter }) {
  const t = useText();
  const { language } = useFormats();
  const models = useTemplateModels(app);
  const { hardwareId, name, thresholds, rules } = starter;
  const Icon = solutionIcon(app, models.find(({ id }) => id === hardwareId)?.solutionId ?? 0);
  const count = thresholds.length + rules.length;
  return (
    <Paper withBorder radius="lg" p="md" className={classes.starter}>
      <Icon size={iconSizes.lg} aria-hidden />
      <div>
        <Text fw={600}>
          <bdi>{name[language]}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {count > 0 ? t('starters.rules', { count }) : t('starters.noRules')}
        </Text>
      </div>
      <Can access={calls.create.route.access}>
        <Button
          component={Link}
          to={addresses.starter(hardwareId)}
          variant="default"
          size="xs"
          aria-label={t('starters.useFor', { model: name[language] })}
        >
          {t('starters.use')}
        </Button>
      </Can>
    </Paper>
  );
}
