import { useParams } from 'react-router';
import { useText } from '../texts.ts';
import { stationsAddress } from './addresses.ts';
import { EditLocality } from './EditLocality.tsx';

export function EditStationPage() {
  const t = useText();
  const hqId = Number(useParams().hqId) || 0;
  return (
    <EditLocality kind="local" list={{ label: t('pages.polices-local-police-list'), to: stationsAddress(hqId) }} />
  );
}
