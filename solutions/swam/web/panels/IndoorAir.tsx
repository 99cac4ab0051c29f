import { IndoorAirPanel } from '#core/device-app/web/parts.tsx';
import type { PanelProps } from './parts.tsx';

export const IndoorAir = ({ device }: PanelProps) => <IndoorAirPanel app="swam" device={device} />;
