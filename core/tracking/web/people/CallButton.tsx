import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import type { PersonState } from '../../common/people.ts';
import { useText } from '../texts.ts';

/** Calls the person; nothing without a verified number. */
export function CallButton({
  person,
  variant = 'default',
}: {
  person: PersonState['person'];
  variant?: 'default' | 'white';
}) {
  const t = useText();
  if (!person?.phone) return null;
  return (
    <Button
      component="a"
      href={`tel:${person.phone}`}
      variant={variant}
      {...(variant === 'white' ? { color: 'dark' } : {})}
      leftSection={<IconPhone size={iconSizes.md} aria-hidden />}
    >
      {t('person.call', { name: person.name })}
    </Button>
  );
}
