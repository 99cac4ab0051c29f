import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { numberToWords } from '#platform/common/text/number-to-words.ts';
import { useFormats } from '../i18n/formats.ts';
import { avatarSizes } from '../theme.ts';
import { PersonAvatar } from '../ui/images/PersonAvatar.tsx';
import { VirtualList } from '../ui/input/VirtualList.tsx';
import { MapCard } from '../ui/map/MapCard.tsx';
import { EmptyPanel, emptyKinds } from '../ui/state/EmptyPanel.tsx';
import { BatteryBar } from '../ui/values/BatteryBar.tsx';
import { SeverityChip } from '../ui/values/StatusChip.tsx';
import { severities } from '../ui/values/severity.ts';
import { Example } from './Example.tsx';
import { abuDhabi, loadRows, waitForEver } from './samples.ts';
import { useGalleryText } from './texts.ts';

const rowHeight = 36;
const listHeight = 220;
const counted = 1_234_567;

/** Components that only display. */
export function OutputParts() {
  const t = useGalleryText();
  const { number } = useFormats();
  const language = useTranslation().i18n.language === 'ar' ? 'ar' : 'en';
  const person = { firstName: t('person.first'), lastName: t('person.last') };
  const rows = (load: typeof loadRows, key: string) => (
    <VirtualList
      label={t('listed')}
      queryKey={['gallery', key]}
      load={load}
      step={10}
      rowHeight={rowHeight}
      height={listHeight}
    >
      {(row) => <Text>{t('row', { number: number(row) })}</Text>}
    </VirtualList>
  );
  return (
    <>
      <Example
        name="PersonAvatar"
        states={{
          default: (
            <Group gap="xs">
              {(Object.keys(avatarSizes) as (keyof typeof avatarSizes)[]).map((size) => (
                <PersonAvatar key={size} {...person} size={size} />
              ))}
            </Group>
          ),
        }}
      />
      <Example
        name="BatteryBar"
        states={{
          default: <BatteryBar value={83} />,
          low: <BatteryBar value={12} />,
          none: <BatteryBar value={null} />,
        }}
      />
      <Example
        name="SeverityChip"
        states={{
          default: (
            <Group gap="xs">
              {severities.map((one) => (
                <SeverityChip key={one} value={one} />
              ))}
            </Group>
          ),
        }}
      />
      <Example
        name="numberToWords"
        states={{
          default: <Text>{t('words', { value: number(counted), words: numberToWords(counted, language) })}</Text>,
        }}
      />
      <Example name="VirtualList" states={{ filled: rows(loadRows, 'rows'), loading: rows(waitForEver, 'waiting') }} />
      <Example
        name="MapCard"
        states={{
          filled: <MapCard title={t('thing')} address={t('place')} location={abuDhabi} />,
          empty: <MapCard title={t('thing')} location={null} />,
        }}
      />
    </>
  );
}

/** The empty states. */
export function EmptyParts() {
  return (
    <>
      {emptyKinds.map((kind) => (
        <Example key={kind} name={kind} states={{ empty: <EmptyPanel kind={kind} /> }} />
      ))}
    </>
  );
}
