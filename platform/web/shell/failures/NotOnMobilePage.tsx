import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useKitText } from '../../i18n/texts.ts';
import { shellAddresses } from '../routing/addresses.ts';
import classes from './Message.module.css';

export function NotOnMobilePage() {
  const t = useKitText();
  return (
    <main className={classes.message}>
      <Stack align="center" gap="sm">
        <Title order={1}>{t('states.mobileTitle')}</Title>
        <Text c="dimmed">{t('states.mobileText')}</Text>
        <Button component={Link} to={shellAddresses.main}>
          {t('actions.goHome')}
        </Button>
      </Stack>
    </main>
  );
}
