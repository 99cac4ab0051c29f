import { Stack, Text } from '@mantine/core';
import { GeofenceSelect } from '#core/places/web/parts.tsx';
import { useText } from './texts.ts';

type Props = { value: number | null; onChange(id: number | null): void; error: string | undefined };

/** The geofence within which a link opens, and what that is good for. */
export function FenceInput({ value, onChange, error }: Props) {
  const t = useText();
  return (
    <Stack gap={4}>
      <GeofenceSelect label={t('fields.onlyInsideFence')} value={value} onChange={onChange} error={error} />
      {value !== null && (
        <Text size="sm" c="dimmed">
          {t('hint.fence')}
        </Text>
      )}
    </Stack>
  );
}
