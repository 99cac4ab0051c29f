export { NoticeList } from './NoticeList.tsx';
export { useUnreadNotices } from './use-unread-notices.ts';
