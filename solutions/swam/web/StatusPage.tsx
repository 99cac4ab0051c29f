import { AlarmsFrame } from './AlarmsFrame.tsx';

/** What is wrong with the devices themselves. */
export const StatusPage = () => <AlarmsFrame of="status" history={false} />;
