import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../text.ts';

/** The address of another page before sign-in, in the current variant. */
export function useAuthAddress(): (page: string) => string {
  const { pathname } = useLocation();
  const prefix = pathname.startsWith('/global') ? '/global' : '';
  return (page) => `${prefix}/core/auth/${page}`;
}

type Props = { title: string; lead: ReactNode; refused?: string | null; children?: ReactNode; back?: boolean };

/** A page before sign-in: title, instruction, refusal, form, and a link to sign-in. */
export function AuthFrame({ title, lead, refused, children, back = true }: Props) {
  const t = useText();
  const address = useAuthAddress();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{lead}</Text>
      </div>
      {refused && (
        <Alert color="red" variant="light" role="alert">
          {refused}
        </Alert>
      )}
      {children}
      {back && (
        <Anchor component={Link} to={address('sign-in')} size="sm">
          {t('auth.toSignIn')}
        </Anchor>
      )}
    </Stack>
  );
}
