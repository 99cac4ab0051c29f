export { useMailPlanList } from './MailPlanList.tsx';
export { MailReportButton } from './MailReportButton.tsx';
