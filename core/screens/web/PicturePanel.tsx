import { Group, Image, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { CopyTextButton } from '#platform/web/ui/values/CopyTextButton.tsx';
import { pictureSides, type ShownScreen } from '../common/screen.ts';
import { api, useText } from './api.ts';

const usual = { w: 800, h: 480 };
const isSide = (value: number) => value >= pictureSides.min && value <= pictureSides.max;

/** The address of the picture of a screen, for displays of electronic paper, and what it looks like now. */
export function PicturePanel({ screen, onClose }: { screen: ShownScreen; onClose(): void }) {
  const t = useText();
  const query = useData(api.screen.pictureAddress, { params: { id: screen.id } });
  const [size, setSize] = useState(usual);
  const side = (key: keyof typeof usual) => (
    <NumberInput
      label={t(`fields.${key}`)}
      value={size[key]}
      min={pictureSides.min}
      max={pictureSides.max}
      step={10}
      suffix=" px"
      allowDecimal={false}
      onChange={(value) => setSize({ ...size, [key]: Number(value) })}
    />
  );
  return (
    <SidePanel title={t('actions.picture')} onClose={onClose}>
      {query.data ? <Picture address={query.data.address} size={size} side={side} /> : <QueryBoundary of={query} />}
    </SidePanel>
  );
}

type Props = { address: string; size: typeof usual; side(key: keyof typeof usual): React.ReactNode };

function Picture({ address, size, side }: Props) {
  const t = useText();
  const url = new URL(address, window.location.origin);
  url.searchParams.set('w', String(size.w));
  url.searchParams.set('h', String(size.h));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('picture.how')}
      </Text>
      <Group grow>
        {side('w')}
        {side('h')}
      </Group>
      {isSide(size.w) && isSide(size.h) && (
        <>
          <Image src={`${url.pathname}${url.search}`} alt={t('picture.now')} bd="1px solid var(--color-line)" />
          <Text size="sm" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
            {url.href}
          </Text>
          <CopyTextButton value={url.href} label={t('picture.copy')} />
        </>
      )}
    </Stack>
  );
}
