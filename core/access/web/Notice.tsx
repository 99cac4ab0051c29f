import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  color: 'teal' | 'orange' | 'red';
  title: string;
  icon?: ReactNode;
  role?: 'status';
  children?: ReactNode;
};

/** A coloured notice whose title is as easy to read as its text. */
export function Notice({ title, children, ...alert }: Props) {
  return (
    <Alert {...alert}>
      <Stack gap={4} align="start">
        <Text span fw={600} size="sm">
          {title}
        </Text>
        {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
      </Stack>
    </Alert>
  );
}
