import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useKitText } from '../i18n/texts.ts';
import classes from './Message.module.css';
import { places } from './places.ts';

export function NotFoundPage() {
  const t = useKitText();
  return (
    <main className={classes.message}>
      <Stack align="center" gap="sm">
        <Title order={1}>{t('states.notFoundTitle')}</Title>
        <Text c="dimmed">{t('states.notFoundText')}</Text>
        <Button component={Link} to={places.main}>
          {t('actions.goHome')}
        </Button>
      </Stack>
    </main>
  );
}
