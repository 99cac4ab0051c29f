import { AlarmsFrame } from './AlarmsFrame.tsx';

/** What is wrong with the devices themselves, after it was closed. */
export const StatusHistoryPage = () => <AlarmsFrame of="status" history={true} />;
