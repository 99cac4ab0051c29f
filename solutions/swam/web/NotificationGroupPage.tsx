import { NotificationGroupFrame } from '#core/alarms/web/parts.tsx';
import { groups } from './group-source.ts';

export const NotificationGroupPage = () => <NotificationGroupFrame source={groups} />;
