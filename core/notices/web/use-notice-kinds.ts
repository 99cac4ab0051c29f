import { useDeclaredNames } from '#platform/web/session/declared-names.ts';
import { noticeKinds } from '../common/kinds.ts';

const other = { namespace: 'notices', key: 'noticeKinds.other' };

/** The names of the kinds of notices. */
export const useNoticeKinds = () => useDeclaredNames(noticeKinds, 'noticeKinds', other);
