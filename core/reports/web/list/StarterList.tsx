import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { starters } from '../../common/starters.ts';
import { addresses } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './list.module.css';

/** The button for a report without anything in it. */
export function NewReport() {
  const t = useText();
  return (
    <Can access={api.definition.create.route.access}>
      <Button component={Link} to={addresses.create} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('list.create')}
      </Button>
    </Can>
  );
}

/** What the empty list offers: reports to begin with, whose sections the person may all add. */
export const StarterList = ({ companyId }: { companyId: number }) => (
  <Can access={api.definition.create.route.access}>
    <Stack align="center">
      <Starters companyId={companyId} />
      <NewReport />
    </Stack>
  </Can>
);

function Starters({ companyId }: { companyId: number }) {
  const t = useText();
  const sections = useData(api.catalogue.sections, { params: { companyId } }, { silent: true });
  const offered = new Set(sections.data?.flatMap(({ kind, refused }) => (refused === null ? [kind] : [])));
  const shown = starters.filter((starter) => starter.sections.every((kind) => offered.has(kind)));
  if (shown.length === 0) return null;
  return (
    <SimpleGrid component="ul" cols={{ base: 1, sm: 2 }} spacing="sm" className={classes.starters}>
      {shown.map(({ key }) => (
        <li key={key}>
          <Link to={addresses.starter(key)} className={classes.starter}>
            <Text fw={600} inherit>
              {t(`starters.${key}`)}
            </Text>
            <Text c="dimmed" size="sm">
              {t(`list.starters.${key}`)}
            </Text>
          </Link>
        </li>
      ))}
    </SimpleGrid>
  );
}
