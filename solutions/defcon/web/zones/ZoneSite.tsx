import { SiteLink } from '#core/places/web/parts.tsx';
import type { DeskZone } from '../../common/zones/zone-desk.ts';

type Props = { zone: Pick<DeskZone, 'side' | 'structure'>; inRow?: boolean };

/** The site of a zone. Its page is for the company whose site it is. */
export function ZoneSite({ zone: { side, structure }, inRow = false }: Props) {
  if (side === 'owner') return <SiteLink site={structure} inRow={inRow} />;
  return <bdi>{structure?.name ?? '–'}</bdi>;
}
