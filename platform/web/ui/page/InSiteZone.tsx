import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { companyZone, SiteZone } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';

type Props = {
  /** The time zone (IANA name) of the site. */
  zone: string | undefined;
  children: ReactNode;
};

/** Shows its content in the time zone of a site. */
export function InSiteZone({ zone, children }: Props) {
  return <SiteZone value={zone ?? null}>{children}</SiteZone>;
}

/** States that times are those of the site, if they differ from those of the company. */
export function SiteZoneNotice({ zone }: Pick<Props, 'zone'>) {
  const t = useKitText();
  if (zone === undefined || zone === companyZone()) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('siteZone')} <bdi dir="ltr">{zone}</bdi>
    </Text>
  );
}
