import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useUnreadConversations } from '#web/features/conversations/index.ts';
import { sectionViewings, viewingsQuery } from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, Navigate, Outlet, useLocation, useParams } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { useActiveInView } from '#web/ui/layout/Tabs.tsx';
import { ConnectionNotice } from '#web/ui/states/ConnectionNotice.tsx';
import { CountBadge } from '../dashboards/countedTabs.tsx';
import { accountSections, type EntryId, placeInAccount, type SectionId } from './accountSections.ts';

/** The pages of an account beside one list: at the side of wide windows, as a row above on narrow ones. */
export function AccountLayout() {
  const { user } = useSession();
  const { section } = placeInAccount(useLocation());
  // A page whose session has ended says so by itself.
  if (!user) return <Outlet />;
  return (
    <div className="max-w-page mx-auto 2xl:grid 2xl:grid-cols-[calc(12rem_+_var(--s-page-gutter))_minmax(0,1fr)]">
      <AccountNav key={user.id} user={user} />
      <div className="min-w-0">
        {/* A conversation says it itself. */}
        {section !== 'messages' && <ConnectionNotice />}
        <Outlet />
      </div>
    </div>
  );
}

const row = 'flex gap-1 overflow-x-auto scrollbar-none';
const link = 'nav-item flex-none gap-2.5 focus-visible:-outline-offset-3 aria-[current=true]:text-primary';
const partLink = `${link} text-sm 2xl:min-h-9 2xl:ml-7`;

function AccountNav({ user }: { user: User }) {
  const { section, part } = placeInAccount(useLocation());
  const counts = useWaiting(user.id);
  const sections = accountSections(user.role);
  const list = useRef<HTMLUListElement>(null);
  useActiveInView(list, section);
  const partList = useRef<HTMLUListElement>(null);
  useActiveInView(partList, part ?? '');
  const parts = sections.find(({ id }) => id === section)?.parts ?? [];
  const isCurrent = (isIt: boolean) => (isIt ? 'page' : undefined);

  const partLinks = (shown: typeof parts) =>
    shown.map(({ id, label, to }) => (
      <li key={id}>
        <Link to={to} className={partLink} aria-current={isCurrent(id === part)}>
          {t(label)}
        </Link>
      </li>
    ));
  return (
    <nav
      className="pt-4 px-gutter 2xl:sticky 2xl:top-header 2xl:self-start 2xl:pt-8 2xl:pr-0 print:hidden"
      aria-label={t('My account')}
    >
      <ul ref={list} className={`${row} 2xl:grid`}>
        {sections.map(({ id, label, to, Icon, parts: below }) => (
          <li key={id}>
            <Link
              to={to}
              className={link}
              aria-current={id === section ? (part === null ? 'page' : 'true') : undefined}
            >
              <Icon size={18} aria-hidden="true" />
              {t(label)}
              {counts[id] && <CountBadge {...counts[id]} />}
            </Link>
            {below.length > 0 && <ul className="max-2xl:hidden">{partLinks(below)}</ul>}
          </li>
        ))}
      </ul>
      {parts.length > 0 && (
        <ul ref={partList} className={`${row} mt-1 2xl:hidden`}>
          {partLinks(parts)}
        </ul>
      )}
    </nav>
  );
}

/** Unread conversations and viewings that wait for an answer; sections without any are left out. */
function useWaiting(userId: number): Partial<Record<SectionId, { count: number; words: string }>> {
  const unread = useUnreadConversations();
  const { data: viewings = [] } = useQuery(viewingsQuery);
  const { waiting } = sectionViewings(viewings, userId, useNow());
  return {
    ...(unread > 0 && { messages: { count: unread, words: t('unread') } }),
    ...(waiting.length > 0 && { viewings: { count: waiting.length, words: t('waiting for your answer') } }),
  };
}

/** `/account` and `/account/{part}` lead to the specified address of that part. */
export function AccountEntry() {
  const { user } = useSession();
  const named = useParams().part as EntryId | undefined;
  const sections = accountSections(user?.role ?? 'user');
  const entries = sections.flatMap((section) => [section, ...section.parts]);
  const { to } = entries.find(({ id }) => id === named) ?? entries[0] ?? { to: '/dashboard' };
  return <Navigate to={to} replace />;
}
