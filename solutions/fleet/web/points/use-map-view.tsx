import { Button } from '@mantine/core';
import { IconList, IconMap } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from '../texts.ts';

const parameter = 'view';

/** Whether the address asks for the map of a list, and the button that switches between both. */
export function useMapView() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const asMap = params.get(parameter) === 'map';
  const Icon = asMap ? IconList : IconMap;
  return {
    asMap,
    toggle: (
      <Button
        variant="default"
        leftSection={<Icon size={iconSizes.md} aria-hidden />}
        onClick={() => setParams(asMap ? {} : { [parameter]: 'map' })}
      >
        {t(asMap ? 'asList' : 'asMap')}
      </Button>
    ),
  };
}
